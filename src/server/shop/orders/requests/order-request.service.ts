/** Requests of customers to cancel a paid order or to return items. An admin declines them, or approves them with a refund (refund.service.ts). */
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import type { requestOrderChange } from '../../../../contract/order.ts';
import type { AdminOrder, OrderStatus } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { createNotFoundError, createOwnNotFoundError, readAnyOrder } from '../lifecycle/order.service.ts';
import { notifyBuyer, notifyMerchant } from '../lifecycle/order-emails.ts';
import { recordInHistory } from '../lifecycle/update-order.service.ts';
import { isCancelledForDelay } from '../rows/order-delay.repository.ts';
import { lockOrderById, lockOwnOrder, type Owner } from '../rows/order-lock.repository.ts';
import { countReturnable, createRequest, decideRequest, listRequests, type OrderRequestRow } from '../rows/order-request.repository.ts';
import { findRefundable } from '../rows/refund.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;
type RequestInput = BodyOf<typeof requestOrderChange>;
type Kind = RequestInput['kind'];

/** Each costs an admin's time, and sends an email. */
const MAX_REQUESTS = 5;

const ALLOWED: Record<Kind, readonly OrderStatus[]> = { cancel: ['paid', 'review'], return: ['shipped', 'delivered'] };
const REFUSALS: Record<Kind, string> = {
  cancel: "Only a paid order that isn't shipped yet can be cancelled",
  return: 'Only shipped orders can be returned',
};
const WORDS: Record<Kind | 'withdraw', string> = { cancel: 'Cancellation', return: 'Return', withdraw: 'Late withdrawal' };

const createClosedError = () => new AppError('request_closed', 'This request has already been decided');

/**
 * Throws `invalid_request`, naming the line, for more pieces than were bought and neither refunded nor returned. If a line occurs twice, the
 * sum counts.
 */
async function checkLines(tx: Database, orderId: string, { kind, lines = [] }: RequestInput, requests: OrderRequestRow[]): Promise<void> {
  if (kind === 'cancel') return;
  // Refunds that the provider hasn't answered yet count as made.
  const left = (await findRefundable(tx, orderId)).lines.map((line, position) =>
    countReturnable({ ...line, position }, line.refunded, requests),
  );
  const wanted = new Map<number, number>();
  for (const { line, quantity } of lines) wanted.set(line, (wanted.get(line) ?? 0) + quantity);
  const invalid = lines.findIndex(({ line }) => (wanted.get(line) ?? 0) > (left[line] ?? 0));
  if (lines.length && invalid < 0) return;
  const issue = lines.length
    ? {
        path: `lines.${invalid}.quantity`,
        code: 'too_large' as const,
        message: 'is more than can still be returned',
        limit: left[lines[invalid]?.line ?? -1] ?? 0,
      }
    : { path: 'lines', code: 'required' as const, message: 'must name the items to return' };
  throw new AppError('invalid_request', 'Choose the items to return, at most as many as are left', { issues: [issue] });
}

/** Throws `order_not_found`, `wrong_order_status`, `request_open`, `too_many_requests` and `invalid_request`. */
export async function requestChange(context: Context, owner: Owner, by: string, id: string, input: RequestInput): Promise<void> {
  const at = context.now();
  await retryTransaction(context.db, async (tx) => {
    const order = await lockOwnOrder(tx, owner, id);
    if (!order) throw createOwnNotFoundError();
    if (!ALLOWED[input.kind].includes(order.status)) throw new AppError('wrong_order_status', REFUSALS[input.kind]);
    const requests = (await listRequests(tx, [id])).get(id) ?? [];
    await checkLines(tx, id, input, requests);
    const asked = requests.filter((it) => it.kind !== 'withdraw');
    if (asked.some(({ status }) => status === 'open')) throw new AppError('request_open', 'This order already has an open request');
    if (asked.length >= MAX_REQUESTS) {
      throw new AppError('too_many_requests', 'No more requests can be made for this order. Please contact us.');
    }
    const { kind, reason, lines = [] } = input;
    const row = { id: randomUUID(), orderId: id, kind, reason: reason.trim(), lines: kind === 'return' ? lines : [] };
    await createRequest(tx, { ...row, status: 'open', createdAt: at });
    const actorId = 'userId' in owner ? owner.userId : null;
    await recordInHistory(tx, order, { actorId, by, why: `${WORDS[kind]} requested: ${row.reason}`, at });
    await notifyBuyer(tx, context, id, { requested: kind }, at);
    await notifyMerchant(tx, context, id, { requested: kind }, at);
  });
}

/** Call it with the order locked, in the transaction that stores the refund. Throws `request_closed`. */
export async function approveRequest(tx: Database, orderId: string, id: string, at: Date): Promise<void> {
  const request = await decideRequest(tx, orderId, id, 'open', { status: 'approved', decidedAt: at });
  if (!request) throw createClosedError();
}

/** After the provider has refused the refund that approved it. */
export async function reopenRequest(tx: Database, orderId: string, id: string): Promise<void> {
  await decideRequest(tx, orderId, id, 'approved', { status: 'open', decidedAt: null });
}

/** Throws `order_not_found`, `request_closed`, and `wrong_order_status` for a withdrawal within its period, which nobody can decline. */
export async function declineRequest(
  context: Context,
  caller: Pick<Caller, 'id' | 'name'>,
  orderId: string,
  { request: id, answer }: { request: string; answer: string },
): Promise<AdminOrder> {
  const at = context.now();
  await retryTransaction(context.db, async (tx) => {
    const order = await lockOrderById(tx, orderId);
    if (!order) throw createNotFoundError();
    const decision = { status: 'declined', decidedAt: at, answer: answer.trim() } as const;
    const request = await decideRequest(tx, orderId, id, 'open', decision);
    if (!request) throw createClosedError();
    if (request.kind === 'withdraw' && !request.isLate)
      throw new AppError('wrong_order_status', 'This withdrawal came in time: it can only be refunded');
    if (request.kind === 'cancel' && order.isDelayed && (await isCancelledForDelay(tx, orderId)))
      throw new AppError('wrong_order_status', 'The customer cancelled because the order runs late: it can only be refunded');
    const why = `${WORDS[request.kind]} declined: ${decision.answer}`;
    await recordInHistory(tx, order, { actorId: caller.id, by: caller.name, why, at });
    await notifyBuyer(tx, context, orderId, { declined: request.kind, answer: decision.answer }, at);
  });
  return readAnyOrder(context.db, orderId);
}
