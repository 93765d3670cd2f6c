/**
 * Withdrawals: a customer states it, by the link in an email about the order or by its number and email, and it counts from then on. Nobody approves
 * it; the team refunds it within 14 days, and may decline one that came after the period.
 */
import { randomUUID } from 'node:crypto';
import { DIGITAL_ID } from '../../../../contract/checkout-fields.ts';
import { isInEuropeanUnion } from '../../../../contract/european-union.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import { toDay } from '../../../../contract/time-zone.ts';
import type { WithdrawalForm } from '../../../../contract/withdrawal.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError, createIssuesError } from '../../../platform/errors.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueNotice } from '../../messages/emails/outbox.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { consumeAttempt, EMAIL_IP_LIMIT, getIpNetwork, requireAttempt, requireWithinLimit } from '../../team/login/rate-limits.ts';
import { isWithdrawalSignature, loadGuestSecret } from '../lifecycle/guest-link.ts';
import { createOwnNotFoundError } from '../lifecycle/order.service.ts';
import { notifyBuyer, notifyMerchant } from '../lifecycle/order-emails.ts';
import { recordInHistory } from '../lifecycle/update-order.service.ts';
import { findLastDay, findLineException, findRefundDay } from '../lifecycle/withdrawal-period.ts';
import { findAdminOrder } from '../rows/admin-order.repository.ts';
import { findDigitalLines, findOrderCountry } from '../rows/digital-lines.repository.ts';
import { type LockedOrder, lockOrderById } from '../rows/order-lock.repository.ts';
import { countReturnable, createRequest, findIdByNumber, listRequests } from '../rows/order-request.repository.ts';
import { writeEffects } from '../rows/order-write.repository.ts';
import { findRefundable } from '../rows/refund.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;
type PiecesOfLine = { line: number; quantity: number };
type Shop = Awaited<ReturnType<typeof readShopDetails>>;

/** Each writes two emails. */
const MAX_WITHDRAWALS = 20;

/** Whoever gives a number and an email isn't told of these. */
const NOTHING_TAKEN: ReadonlySet<string> = new Set(['wrong_order_status', 'too_many_requests']);

const createNothingLeftError = () =>
  new AppError('wrong_order_status', 'There is nothing left to withdraw from: all of this order is withdrawn from, refunded or excepted');

/** Throws `not_found` in a shop without the function. */
async function requireFunction(db: Database): Promise<Shop> {
  const shop = await readShopDetails(db);
  if (!shop.withdrawalDays) throw new AppError('not_found', 'This shop has no such function');
  return shop;
}

/** An order whose buyer was erased has no address for the receipt. */
async function findOpenOrder(db: Database, id: string): Promise<(AdminOrder & { number: number }) | null> {
  const order = await findAdminOrder(db, id);
  return order?.number && order.buyer.email ? { ...order, number: order.number } : null;
}

/** Nothing is read where nothing of the order is digital. */
async function readDigitalState(db: Database, order: AdminOrder, shop: Shop) {
  const isDelivered = order.status === 'delivered';
  const hasConsent = order.confirmations?.some(({ _id }) => _id === DIGITAL_ID) ?? false;
  const isDigital = order.hasDownloads === true || order.lines.some(({ withdrawalException }) => withdrawalException === 'digital');
  const begun = order.hasDownloads ? await findDigitalLines(db, order._id) : new Map<number, boolean>();
  const country = isDigital && !hasConsent ? ((await findOrderCountry(db, order._id)) ?? shop.country) : null;
  const isConsentNeeded = isDigital && (!country || isInEuropeanUnion(country, { withUnitedKingdom: true }));
  return (line: number) => ({ isDelivered, hasConsent, isConsentNeeded, isBegun: begun.get(line) });
}

/** Refunds that the provider hasn't answered count as made. */
async function toForm(db: Database, order: AdminOrder & { number: number }, shop: Shop, now: Date): Promise<WithdrawalForm> {
  const requests = (await listRequests(db, [order._id])).get(order._id) ?? [];
  const { lines: refundable } = await findRefundable(db, order._id);
  const toState = await readDigitalState(db, order, shop);
  const until = findLastDay(order, shop);
  const countLeft = (line: AdminOrder['lines'][number], position: number) =>
    order.status === 'refunded' ? 0 : countReturnable({ ...line, position }, refundable[position]?.refunded, requests, ['withdraw']);
  return {
    ...{ _id: order._id, number: order.number, name: order.buyer.name, email: order.buyer.email, paidAt: order.paidAt },
    lines: order.lines.map((line, position) => {
      const { name, options, quantity } = line;
      const exception = findLineException(line.withdrawalException, toState(position));
      return {
        name,
        ...(options && { options }),
        quantity,
        left: exception ? 0 : countLeft(line, position),
        ...(exception && { exception }),
      };
    }),
    until,
    isLate: until !== null && toDay(now, shop.timeZone) > until,
    withdrawals: order.withdrawals ?? [],
  };
}

/** Throws `order_not_found` for any other signature, and in a shop without the function. */
async function requireLink(db: Database, id: string, signature: string): Promise<Shop> {
  const shop = await readShopDetails(db);
  if (!shop.withdrawalDays || !isWithdrawalSignature(await loadGuestSecret(db), id, signature)) throw createOwnNotFoundError();
  return shop;
}

async function readForm(db: Database, id: string, shop: Shop, now: Date): Promise<WithdrawalForm> {
  const order = await findOpenOrder(db, id);
  if (!order) throw createOwnNotFoundError();
  return toForm(db, order, shop, now);
}

export async function readWithdrawalForm({ db, now }: Context, id: string, signature: string): Promise<WithdrawalForm> {
  return readForm(db, id, await requireLink(db, id, signature), now());
}

/** All that is left, without a choice. If a line occurs twice, the sum counts. Throws `invalid_request`, naming the line, for more than is left. */
function chooseLines({ lines }: WithdrawalForm, wanted: PiecesOfLine[] | undefined): PiecesOfLine[] {
  if (!wanted) return lines.flatMap(({ left }, line) => (left > 0 ? [{ line, quantity: left }] : []));
  const sums = new Map<number, number>();
  for (const { line, quantity } of wanted) sums.set(line, (sums.get(line) ?? 0) + quantity);
  const countLeft = (line: number) => lines[line]?.left ?? 0;
  const issues = wanted.flatMap(({ line }, index) =>
    (sums.get(line) ?? 0) > countLeft(line)
      ? [{ path: `lines.${index}.quantity`, code: 'too_large' as const, message: 'is more than is left', limit: countLeft(line) }]
      : [],
  );
  if (issues.length) throw createIssuesError(issues);
  return [...sums].map(([line, quantity]) => ({ line, quantity }));
}

interface Statement {
  name: string;
  lines?: PiecesOfLine[] | undefined;
  /** What it is about, in words: then without lines. */
  items?: string | undefined;
}

/** Call it with the order locked. Throws `wrong_order_status` if nothing is left, `too_many_requests` and `invalid_request`. */
async function recordWithdrawal(
  tx: Database,
  context: Context,
  locked: LockedOrder,
  shop: Shop,
  stated: Statement,
  at: Date,
): Promise<void> {
  const form = await readForm(tx, locked.id, shop, at);
  const reason = stated.items?.trim() ?? '';
  const lines = reason ? [] : chooseLines(form, stated.lines);
  const isRepeated = form.withdrawals.some(({ status, items }) => status === 'open' && items === reason);
  if (!form.lines.some(({ left }) => left > 0) || (reason ? isRepeated : !lines.length)) throw createNothingLeftError();
  if (form.withdrawals.length >= MAX_WITHDRAWALS)
    throw new AppError('too_many_requests', 'No more withdrawals can be made for this order. Please contact us.');
  const { isLate } = form;
  const name = stated.name.trim();
  const id = randomUUID();
  const refundBy = isLate ? null : findRefundDay(at, shop.timeZone);
  await createRequest(tx, {
    id,
    orderId: locked.id,
    kind: 'withdraw',
    reason,
    lines,
    status: 'open',
    createdAt: at,
    name,
    isLate,
    refundBy,
  });
  const why = `Withdrawn from ${describe(form, lines, reason)}${isLate ? ', after the end of the period' : ''}`;
  await recordInHistory(tx, locked, { actorId: locked.userId, by: form.name, why, at });
  if (!locked.isTest) {
    const events = [{ type: 'order.withdrawn' as const, details: { withdrawal: id } }];
    await writeEffects(tx, locked.id, { isCounted: false, buyer: null, keepsConsent: false, isPaid: false, events });
  }
  await notifyBuyer(tx, context, locked.id, { withdrawn: id }, at);
  await notifyMerchant(tx, context, locked.id, { withdrawn: id }, at);
}

const describe = ({ lines }: WithdrawalForm, chosen: PiecesOfLine[], items: string): string =>
  items || chosen.map(({ line, quantity }) => `${quantity} × ${lines[line]?.name ?? ''}`).join(', ');

/** By the link. Throws `order_not_found`, `too_many_attempts`, and what `recordWithdrawal` throws. */
export async function declareWithdrawal(
  context: Context,
  id: string,
  { signature, ...stated }: Statement & { signature: string },
  ip: string,
): Promise<WithdrawalForm> {
  const shop = await requireLink(context.db, id, signature);
  await requireAttempt(context, EMAIL_IP_LIMIT, getIpNetwork(ip));
  const at = context.now();
  await retryTransaction(context.db, async (tx) => {
    const order = await lockOrderById(tx, id);
    if (!order) throw createOwnNotFoundError();
    await recordWithdrawal(tx, context, order, shop, stated, at);
  });
  return readForm(context.db, id, shop, at);
}

/**
 * By number and email, which are no secret: whoever states it learns nothing of the order, and the receipt goes to the order's address. Only that is told
 * that nothing was left, too. Throws `not_found` and `too_many_attempts`.
 */
export async function declareWithdrawalByNumber(
  context: Context,
  { number, email, ...stated }: Statement & { number: string; email: string },
  ip: string,
): Promise<void> {
  const shop = await requireFunction(context.db);
  const at = context.now();
  requireWithinLimit(await consumeAttempt(context, EMAIL_IP_LIMIT, getIpNetwork(ip)), at);
  const id = await findIdByNumber(context.db, Number(number.replace(/\D/g, '')), email.trim());
  if (!id) return;
  try {
    await retryTransaction(context.db, async (tx) => {
      const order = await lockOrderById(tx, id);
      if (order) await recordWithdrawal(tx, context, order, shop, stated, at);
    });
  } catch (error) {
    if (!(error instanceof AppError && NOTHING_TAKEN.has(error.code))) throw error;
    await context.db.transaction((tx) => tellNothingLeft(tx, context, id, at));
  }
}

/** At most once an hour, because anybody who knows number and email can cause it. */
async function tellNothingLeft(tx: Database, { publicUrl }: Context, id: string, at: Date): Promise<void> {
  const order = await findOpenOrder(tx, id);
  if (!order) return;
  const { renderNothingToWithdrawEmail } = await import('../../messages/emails/templates/withdrawal-emails.ts');
  const data = { order, recipient: order.buyer.email, userId: order.buyer._id, publicUrl, shop: await readEmailShop(tx) };
  await queueNotice(tx, renderNothingToWithdrawEmail(data), at);
}
