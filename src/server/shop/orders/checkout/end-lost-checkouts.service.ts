/** For an operator: ends checkouts that wait for a payment which can't come any more, without waiting until they end by themselves. */
import { AppError } from '../../../platform/errors.ts';
import { endCheckout } from '../lifecycle/admin-order.service.ts';
import { listPendingIds } from './checkout-session.repository.ts';
import { isSessionLost, type SessionDeps } from './checkout-session.service.ts';

export interface EndedCheckouts {
  ended: string[];
  /** What is left, and why in words. */
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
 * `ids`: these checkouts; one whose provider still knows it is ended there first, like an admin does. Null: all whose provider isn't set up any more, or
 * doesn't know them. What a reachable provider knows, or one that doesn't answer, is never touched then.
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
