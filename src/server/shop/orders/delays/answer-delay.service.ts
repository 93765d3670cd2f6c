/**
 * The customer of an order that runs late waits or cancels, by the link of the email, which needs no login. A cancelled order is refunded in the same
 * transaction as far as the shop alone can: the provider is called after it, and again by the job that repeats refunds.
 */
import { randomUUID } from 'node:crypto';
import { findDelayRule, findRefundDay } from '../../../../contract/delay-rules.ts';
import type { DelayedOrder } from '../../../../contract/order-delay.ts';
import { type AdminOrder, OPEN_DISPUTE_STATUSES } from '../../../../contract/order-fields.ts';
import { toDay } from '../../../../contract/time-zone.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { EMAIL_IP_LIMIT, getIpNetwork, requireAttempt } from '../../team/login/rate-limits.ts';
import { isDelaySignature, loadGuestSecret } from '../lifecycle/guest-link.ts';
import { createOwnNotFoundError } from '../lifecycle/order.service.ts';
import { notifyBuyer, notifyMerchant } from '../lifecycle/order-emails.ts';
import { recordInHistory } from '../lifecycle/update-order.service.ts';
import { createRefundRequest, sendRefund } from '../refunds/refund.service.ts';
import { findRefundableSum } from '../refunds/split-refund.ts';
import { findAdminOrder } from '../rows/admin-order.repository.ts';
import { updateDelay } from '../rows/order-delay.repository.ts';
import { type LockedOrder, lockOrderById } from '../rows/order-lock.repository.ts';
import { createRequest, listRequests } from '../rows/order-request.repository.ts';
import { writeEffects } from '../rows/order-write.repository.ts';
import { type PendingRefund, sumPendingRefunds } from '../rows/refund.repository.ts';

type Answer = 'wait' | 'cancel';

interface DelayLink {
  delay: string;
  signature: string;
}

const REASON = 'Cancelled by the customer, because it runs late';

const createNotOpenError = (state: DelayedOrder['state']) =>
  state === 'newer'
    ? new AppError('request_closed', 'We have told you a newer day since: use the link in that email')
    : new AppError('wrong_order_status', state === 'sent' ? 'It is on its way, so it can’t be cancelled here' : 'This order is cancelled');

function findState({ status, delays = [] }: AdminOrder, { _id: id }: { _id: string }): DelayedOrder['state'] {
  if (status === 'refunded') return 'refunded';
  if (delays.some(({ answer }) => answer === 'cancel')) return 'cancelled';
  if (status !== 'paid') return 'sent';
  return delays.at(-1)?._id === id ? 'open' : 'newer';
}

/** Throws `order_not_found` for a delay of another order, and for any other signature. */
async function readForm(db: Database, id: string, { delay: delayId, signature }: DelayLink): Promise<DelayedOrder> {
  const isSigned = isDelaySignature(await loadGuestSecret(db), delayId, signature);
  const order = isSigned ? await findAdminOrder(db, id) : null;
  const delay = order?.delays?.find(({ _id }) => _id === delayId);
  // An order whose buyer was erased belongs to nobody.
  if (!order?.number || !delay || !order.buyer.email) throw createOwnNotFoundError();
  const pendingCents = await sumPendingRefunds(db, id);
  return {
    ...{ _id: order._id, number: order.number, status: order.status, currency: order.currency },
    left: Math.round((order.total - order.refunded) * 100) / 100,
    lines: order.lines.map(({ name, options, quantity }) => ({ name, ...(options && { options }), quantity })),
    delay,
    state: findState(order, delay),
    ...(pendingCents > 0 && { isRefunding: true }),
  };
}

export const readDelay = ({ db }: Pick<Deps, 'db'>, id: string, link: DelayLink): Promise<DelayedOrder> => readForm(db, id, link);

/** Throws `order_not_found`, `wrong_order_status`, `request_closed` and `too_many_attempts`. */
export async function answerDelay(
  deps: Deps,
  id: string,
  { answer, ...link }: DelayLink & { answer: Answer },
  ip: string,
): Promise<DelayedOrder> {
  await readForm(deps.db, id, link);
  await requireAttempt(deps, EMAIL_IP_LIMIT, getIpNetwork(ip));
  const started = await retryTransaction(deps.db, (tx) => recordAnswer(tx, deps, id, link, answer));
  // A refund that fails now is repeated by a job, or, refused, waits for the team as an open request.
  if (started) {
    await sendRefund(deps, started.refund, started.actor, started.request).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
  return readForm(deps.db, id, link);
}

interface StartedRefund {
  refund: PendingRefund;
  request: string;
  actor: { id: string | null; name: string };
}

async function recordAnswer(tx: Database, deps: Deps, id: string, link: DelayLink, answer: Answer): Promise<StartedRefund | null> {
  const at = deps.now();
  const locked = await lockOrderById(tx, id);
  const order = await findAdminOrder(tx, id);
  if (!locked || !order) throw createOwnNotFoundError();
  const { delay, state } = await readForm(tx, id, link);
  if (delay.answer === answer) return null;
  if (state !== 'open') throw createNotOpenError(state);
  const { timeZone } = await readShopDetails(tx);
  const refundBy = answer === 'cancel' ? findRefundDay(toDay(at, timeZone), findDelayRule(locked.country)) : null;
  await updateDelay(tx, delay._id, { answer, answeredAt: at, refundBy });
  const why = answer === 'wait' ? 'The customer waits for it' : REASON;
  await recordInHistory(tx, locked, { actorId: locked.userId, by: order.buyer.name, why, at });
  if (!locked.isTest) {
    const events = [{ type: 'order.delay_answered' as const, details: { answer } }];
    await writeEffects(tx, id, { isCounted: false, buyer: null, keepsConsent: false, isPaid: false, events });
  }
  const started = answer === 'cancel' ? await cancel(tx, locked, order, at) : null;
  if (answer === 'cancel' && !started) await notifyBuyer(tx, deps, id, { requested: 'cancel' }, at);
  await notifyMerchant(tx, deps, id, { delayAnswer: answer }, at);
  return started && { ...started, actor: { id: locked.userId, name: order.buyer.name } };
}

/**
 * The whole order is cancelled: it isn't sent in parts. A request says so, which nobody can decline; it is approved at once where the provider can refund
 * it by itself. Null: the team has to pay it back, or looks first: at a dispute of the bank, or at gift cards that may be spent.
 */
async function cancel(tx: Database, locked: LockedOrder, order: AdminOrder, at: Date): Promise<Omit<StartedRefund, 'actor'> | null> {
  const requests = (await listRequests(tx, [locked.id])).get(locked.id) ?? [];
  const open = requests.find(({ kind, status }) => kind === 'cancel' && status === 'open');
  const request = open?.id ?? randomUUID();
  const row = {
    id: request,
    orderId: locked.id,
    kind: 'cancel' as const,
    status: 'open' as const,
    reason: REASON,
    lines: [],
    createdAt: at,
  };
  if (!open) await createRequest(tx, row);
  const { refundableCents: amountCents } = await findRefundableSum(tx, locked);
  const isDisputed = order.disputes.some(({ status }) => OPEN_DISPUTE_STATUSES.some((it) => it === status));
  const isByTeam = isDisputed || locked.hasGiftCards || !locked.paymentId || locked.provider === 'manual';
  if (amountCents <= 0 || isByTeam) return null;
  const input = { amountCents, reason: REASON, restock: true, request, version: undefined, at };
  const refund = await createRefundRequest(tx, { id: locked.userId, name: order.buyer.name }, locked.id, input);
  return { refund, request };
}
