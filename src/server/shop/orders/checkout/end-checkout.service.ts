/** Ends unpaid checkouts: for the customer, for the team, and for the operator where the payment provider no longer knows them. */
import type { AdminOrder, Order } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import { createNotFoundError, createOwnNotFoundError, readAnyOrder, readOwnOrder } from '../lifecycle/order.service.ts';
import { closeOrder } from '../lifecycle/update-order.service.ts';
import { endPlacedOrder, isEndable } from '../payments/end-placed-order.ts';
import { lockOrderById, lockOwnOrder, type Owner } from '../rows/order-lock.repository.ts';
import { findOpenSession, listPendingIds } from './checkout-session.repository.ts';
import { endSession, isSessionLost, type SessionDeps } from './checkout-session.service.ts';

/**
 * Idempotent. `by`: the customer's name, for the order's history. Throws `wrong_order_status` for a paid order and for one whose payment the
 * bank is processing, and `payment_provider_failed` if its session can't be expired.
 */
export async function cancelOwnOrder(deps: Deps, owner: Owner, by: string, id: string): Promise<Order> {
  const openSession = await findOpenSession(deps.db, id, owner);
  if (openSession) await endSession(deps, openSession);
  const actorId = 'userId' in owner ? owner.userId : null;
  const cause = { actorId, by, why: 'Cancelled by customer', at: deps.now() };
  return retryTransaction(deps.db, async (tx) => {
    const order = await lockOwnOrder(tx, owner, id);
    if (!order) throw createOwnNotFoundError();
    await closeOrder(tx, order, 'cancel', cause);
    return readOwnOrder(tx, owner, id);
  });
}

/**
 * Ends a checkout that is waiting for its payment: at the provider first, so that it can't be paid after its stock was released.
 * Idempotent. Throws `order_not_found`, `wrong_order_status` for a paid order and for one whose payment the bank is processing, and
 * `payment_provider_failed` if its session can't be expired.
 */
export async function endCheckout(
  deps: SessionDeps,
  caller: { id: string | null; name: string },
  id: string,
  why = 'Checkout ended by an admin',
): Promise<AdminOrder> {
  const openSession = await findOpenSession(deps.db, id);
  if (openSession && openSession.number === null) await endSession(deps, openSession, { isTeam: true });
  const cause = { actorId: caller.id, by: caller.name, why, at: deps.now() };
  await retryTransaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, id);
    if (!order) throw createNotFoundError();
    if (isEndable(deps, order)) await endPlacedOrder(tx, deps, order, cause);
    else await closeOrder(tx, order, 'cancel', cause);
  });
  return readAnyOrder(deps.db, id);
}

export interface EndedCheckouts {
  ended: string[];
  /** The ids of those that weren't ended, with the reason in words. */
  kept: { id: string; why: string }[];
}

const OPERATOR = { id: null, name: 'Operator' };
const WHY = "Ended by the operator: its payment provider doesn't know it any more";

async function endOne(deps: SessionDeps, id: string, why: string): Promise<string | null> {
  try {
    await endCheckout(deps, OPERATOR, id, why);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/**
 * For an operator who doesn't want to wait until lost checkouts expire. `ids`: ends these; if the provider still knows one, it is ended there
 * first. Null: ends all whose provider isn't set up any more or doesn't know them, and leaves those that their provider knows or doesn't answer
 * about.
 */
export async function endLostCheckouts(deps: SessionDeps, ids: string[] | null, signal?: AbortSignal): Promise<EndedCheckouts> {
  const result: EndedCheckouts = { ended: [], kept: [] };
  for (const id of ids ?? (await listPendingIds(deps.db))) {
    if (signal?.aborted) break;
    if (ids === null) {
      const isLost = await isSessionLost(deps, id).catch((error: unknown) => (error instanceof AppError ? error : Promise.reject(error)));
      if (isLost instanceof AppError) result.kept.push({ id, why: isLost.message });
      if (isLost !== true) continue;
    }
    const why = await endOne(deps, id, ids === null ? WHY : 'Ended by the operator');
    if (why === null) result.ended.push(id);
    else result.kept.push({ id, why });
  }
  return result;
}
