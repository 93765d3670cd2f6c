/**
 * Money that goes back. What is asked for is written first, so that a retry asks with the same key and a second admin sees it;
 * then the provider is asked; then the order knows.
 */
import { randomUUID } from 'node:crypto';
import type { AdminOrder } from '../../contract/order.ts';
import type { Caller } from '../auth/auth-session.ts';
import type { Database } from '../database/connect.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import { providerOf } from '../payment/provider.ts';
import { limitTime } from '../payment/time-limit.ts';
import { missing, readAnyOrder } from './admin.service.ts';
import { type Cause, changeOrder } from './change.service.ts';
import { type LockedOrder, lockAnyOrder } from './lock.repository.ts';
import { tellBuyer } from './news.ts';
import { updateOrder, writeHistory } from './order.repository.ts';
import { nextStatus } from './order.state.ts';
import * as refunds from './refund.repository.ts';
import { PROVIDER_PATIENCE } from './session.service.ts';

interface Wish {
  amountCents: number;
  reason: string;
  restock: boolean;
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Throws `not_found`, `conflict` (nothing was paid, or more than what is left) or `provider_failed`. */
export async function refundOrder(deps: Deps, caller: Pick<Caller, 'id' | 'name'>, id: string, wish: Wish): Promise<AdminOrder> {
  const refund = await retryTransaction(deps.db, (tx) => askFor(tx, caller.id, id, wish, deps.now()));
  failpoint('refund.asked');
  await carryOut(deps, refund, caller);
  return readAnyOrder(deps.db, id);
}

/** Goes on with refunds that were asked for and never answered, with the same keys. Gives how many are done now. */
export async function retryRefunds(deps: Deps, log: { error: (details: object, message: string) => void }): Promise<number> {
  let done = 0;
  for (const refund of await refunds.listAsked(deps.db, new Date(deps.now().getTime() - 60_000))) {
    try {
      await carryOut(deps, refund, { id: refund.actorId, name: refund.actorName ?? 'An admin' });
      done += 1;
    } catch (err) {
      log.error({ err, refund: refund.id }, 'a refund could not be carried out, it is tried again later');
    }
  }
  return done;
}

async function askFor(tx: Database, actorId: string, id: string, wish: Wish, at: Date): Promise<refunds.AskedRefund> {
  const order = await lockAnyOrder(tx, id);
  if (!order) throw missing();
  const step = nextStatus(order.status, 'refund');
  if ('refusal' in step) throw new AppError('conflict', step.refusal);
  const left = order.totalCents - order.refundedCents - (await refunds.sumAsked(tx, id));
  if (wish.amountCents > left) {
    throw new AppError(
      'conflict',
      left > 0 ? `At most ${dollars(left)} of this order can still go back` : 'All of this order went back already',
    );
  }
  if (!order.paymentId) throw new AppError('conflict', "The payment of this order isn't known, so nothing can go back from here");
  const row = { id: randomUUID(), orderId: id, ...wish, status: 'asked', actorId, at } as const;
  await refunds.createRefund(tx, row);
  return { ...row, paymentId: order.paymentId, currency: order.currency, provider: order.provider };
}

async function carryOut(deps: Deps, refund: refunds.AskedRefund, by: { id: string | null; name: string }): Promise<void> {
  const provider = providerOf(deps, refund.provider);
  const { id: key, paymentId, amountCents, currency } = refund;
  let made: { id: string };
  try {
    made = await limitTime(provider.refund({ key, paymentId, amountCents, currency }), PROVIDER_PATIENCE, 'the payment provider');
  } catch (cause) {
    // Only a clear no is an answer: whatever else happened, the money may be on its way, and the same key asks again.
    const isRefused = cause instanceof AppError && cause.code === 'conflict';
    if (!isRefused)
      throw new AppError('provider_failed', "The payment provider doesn't answer. The refund is noted and tried again.", { cause });
    await refunds.updateRefund(deps.db, key, { status: 'refused' });
    throw new AppError('conflict', `The payment provider refuses: ${cause.message}`, { cause });
  }
  failpoint('refund.made');
  const cause = { actorId: by.id, by: by.name, why: `${dollars(amountCents)} went back: ${refund.reason}`, at: deps.now() };
  await retryTransaction(deps.db, (tx) => note(tx, deps, refund, made.id, cause));
}

async function note(tx: Database, deps: Deps, refund: refunds.AskedRefund, providerRefund: string, cause: Cause): Promise<void> {
  const order = await lockAnyOrder(tx, refund.orderId);
  if (!order || !(await refunds.markDone(tx, refund.id, providerRefund))) return;
  const refundedCents = await sumOf(tx, order);
  await noteSum(tx, order, refundedCents, refund, cause);
  // The provider's own event may have been faster, and the buyer told of it.
  const more = refundedCents - order.refundedCents;
  if (more > 0) await tellBuyer(tx, deps, order.id, { refundedCents: more }, cause.at);
  failpoint('refund.written');
}

async function noteSum(tx: Database, order: LockedOrder, refundedCents: number, refund: refunds.AskedRefund, cause: Cause): Promise<void> {
  if (refundedCents === order.totalCents) {
    const status = await changeOrder(tx, order, 'refund', cause, { restock: refund.restock, also: { refundedCents } });
    // Whatever the provider's event made of it before, what the admin said stands in the history.
    if (status !== order.status) return;
  }
  await updateOrder(tx, order.id, { refundedCents });
  await writeHistory(tx, { orderId: order.id, from: order.status, to: order.status, ...cause });
}

/** The provider's event about it may have come already: the larger of both sums is what went back. */
async function sumOf(tx: Database, order: LockedOrder): Promise<number> {
  return Math.min(order.totalCents, Math.max(order.refundedCents, await refunds.sumDone(tx, order.id)));
}
