/** What came by hand for an order, in full or in parts, as a person or a bank statement says. One transaction holds order, provider and email. */
import { randomUUID } from 'node:crypto';
import { toDollars } from '../../../../contract/money.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import { DAY } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Receipt, Received } from '../../payments/by-hand.ts';
import { checkWholeAmounts } from '../../settings/whole-amounts.service.ts';
import { createNotFoundError, readAnyOrder, requireVersion } from '../lifecycle/order.service.ts';
import { notifyBuyer } from '../lifecycle/order-emails.ts';
import { type Cause, formatCents, recordInHistory } from '../lifecycle/update-order.service.ts';
import { type LockedOrder, lockOrderById } from '../rows/order-lock.repository.ts';
import { getDueCents } from '../rows/order-method.ts';
import { writeEffects } from '../rows/order-write.repository.ts';
import { savePayment } from '../rows/payment.repository.ts';
import { toHoldEnd } from './accept-order.service.ts';
import { applyEvent } from './payment.service.ts';

export interface Booking {
  amountCents: number;
  /** ISO 4217; absent: the order's. */
  currency?: string | undefined;
  /** The same key is booked once. */
  key?: string | null | undefined;
  /** The day on which it came. */
  receivedOn?: string | null | undefined;
  note: string;
  /** What is too much, or came for an order that is paid or has ended, is booked as a payment of its own, to be paid back. */
  booksSurplus?: boolean | undefined;
  /** An order that has ended is taken up again. */
  reopens?: boolean | undefined;
}

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl' | 'manualPayment'>;
type Actor = { id: string | null; name: string };

const NO_EFFECTS = { isCounted: false, buyer: null, keepsConsent: false, isPaid: false };

function createMismatch(path: string, message: string, limit?: number): AppError {
  const issue = {
    path,
    code: path === 'amount' ? ('too_large' as const) : ('not_allowed' as const),
    message,
    ...(limit !== undefined && { limit }),
  };
  return new AppError('payment_mismatch', message, { issues: [issue] });
}

/**
 * Throws `order_not_found`, `version_conflict`, `wrong_order_status` (it isn't paid by hand), and `payment_mismatch`: booked before (`key`), another
 * `currency`, more than is left (`amount`, with what is left), or an order that has ended (`reopens`).
 */
export async function bookPayment(
  deps: Context,
  actor: Actor,
  id: string,
  booking: Booking & { version?: number | undefined },
): Promise<AdminOrder> {
  await retryTransaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, id);
    if (!order) throw createNotFoundError();
    await requireVersion(tx, order, booking.version);
    await bookInOrder(tx, deps, actor, order, booking);
  });
  return readAnyOrder(deps.db, id);
}

async function bookInOrder(tx: Database, deps: Context, actor: Actor, order: LockedOrder, booking: Booking): Promise<void> {
  const session = order.providerSession;
  if (order.provider !== deps.manualPayment.name || order.number === null || !session)
    throw new AppError('wrong_order_status', "This order isn't paid by hand: its payments come from the payment provider");
  const at = deps.now();
  const currency = (booking.currency ?? order.currency).toLowerCase();
  checkWholeAmounts(currency, { amount: toDollars(booking.amountCents) });
  const receipt: Receipt = {
    id: randomUUID(),
    ...{ amountCents: booking.amountCents, currency, key: booking.key ?? null },
    ...{ receivedOn: booking.receivedOn ?? null, note: booking.note, at },
  };
  const bookkeeping = { tx, deps, actor, order, session, at };
  const isOver = order.status === 'cancelled' || order.status === 'expired';
  if (isOver && booking.reopens) await reopen(bookkeeping, receipt);
  // The job that ends it hasn't come yet: it still holds its stock.
  if (order.status === 'pending' && order.expiresAt <= at)
    await deps.manualPayment.byHand.reopen(tx, session, new Date(at.getTime() + DAY));
  const received = await deps.manualPayment.byHand.receive(tx, session, receipt);
  await settle(bookkeeping, receipt, received, booking);
}

interface Bookkeeping {
  tx: Database;
  deps: Context;
  actor: Actor;
  order: LockedOrder;
  session: string;
  at: Date;
}

/** Only with all of its sum: an order that has ended, and of which a part is paid, would hold nothing. */
async function reopen({ tx, deps, order, session, at }: Bookkeeping, { amountCents }: Receipt): Promise<void> {
  const dueCents = getDueCents(order);
  if (amountCents < dueCents)
    throw createMismatch(
      'amount',
      `Only all of ${formatCents(dueCents, order.currency)} takes up an order that has ended`,
      toDollars(dueCents),
    );
  if (order.paymentMethod) await deps.manualPayment.byHand.reopen(tx, session, toHoldEnd(at, order.paymentMethod));
}

async function settle(bookkeeping: Bookkeeping, receipt: Receipt, received: Received, { booksSurplus = false }: Booking): Promise<void> {
  const { order } = bookkeeping;
  switch (received.outcome) {
    case 'booked':
      return recordReceipt(bookkeeping, receipt, received);
    case 'extra':
      return recordExtra(bookkeeping, receipt, received.paymentId);
    case 'duplicate':
      throw createMismatch('key', 'This payment is booked already');
    case 'wrong_currency':
      throw createMismatch('currency', `This order is in ${received.currency.toUpperCase()}, not in ${receipt.currency.toUpperCase()}`);
    case 'ended':
      if (booksSurplus) return bookExtra(bookkeeping, receipt);
      throw createMismatch('reopens', 'This order has ended. Take it up again, or book the payment to pay it back');
    case 'too_much': {
      const { leftCents } = received;
      if (!booksSurplus) throw createTooMuch(order, leftCents);
      if (leftCents === 0) return bookExtra(bookkeeping, receipt);
      const { key } = receipt;
      const { tx, deps, session } = bookkeeping;
      const own = { ...receipt, id: randomUUID(), amountCents: leftCents };
      await settle(bookkeeping, own, await deps.manualPayment.byHand.receive(tx, session, own), {} as Booking);
      const rest = { ...receipt, amountCents: receipt.amountCents - leftCents, key: key && `${key}:rest` };
      return bookExtra(bookkeeping, rest);
    }
    default:
      return received satisfies never;
  }
}

const createTooMuch = ({ currency }: LockedOrder, leftCents: number) =>
  createMismatch(
    'amount',
    leftCents > 0 ? `Only ${formatCents(leftCents, currency)} of this order is left to pay` : 'This order is paid already',
    toDollars(leftCents),
  );

const toCause = ({ actor, at }: Bookkeeping, why: string): Cause => ({ actorId: actor.id, by: actor.name, why, at });
const describe = ({ amountCents, currency, note }: Receipt) => `${formatCents(amountCents, currency)} received${note && `: ${note}`}`;

async function recordReceipt(
  bookkeeping: Bookkeeping,
  receipt: Receipt,
  { event, receivedCents, leftCents }: Extract<Received, { outcome: 'booked' }>,
): Promise<void> {
  const { tx, deps, order, session, at } = bookkeeping;
  await writeEffects(tx, order.id, {
    ...NO_EFFECTS,
    events: [{ type: 'order.payment_received', details: { receivedCents: receipt.amountCents } }],
  });
  if (event) {
    await applyEvent(tx, deps, order.provider, event, toCause(bookkeeping, describe(receipt)));
    return;
  }
  const { id, provider, currency, status, processingSince } = order;
  await savePayment(tx, { orderId: id, provider, session, paymentId: null, amountCents: receivedCents, currency, state: 'processing' }, at);
  const cause = toCause(bookkeeping, `${describe(receipt)}. ${formatCents(leftCents, currency)} is left to pay`);
  // Its stock stays, and it doesn't end, while a part of the money is here.
  await recordInHistory(tx, order, cause, status === 'pending' ? { processingSince: processingSince ?? at } : {});
  await notifyBuyer(tx, deps, id, { receivedCents: receipt.amountCents, leftCents }, at);
}

async function bookExtra(bookkeeping: Bookkeeping, receipt: Receipt): Promise<void> {
  const { tx, deps, session } = bookkeeping;
  const received = await deps.manualPayment.byHand.receiveExtra(tx, session, receipt);
  await settle(bookkeeping, receipt, received, {} as Booking);
}

async function recordExtra(bookkeeping: Bookkeeping, receipt: Receipt, paymentId: string): Promise<void> {
  const { tx, session, at } = bookkeeping;
  const { amountCents, currency } = receipt;
  // Its other part may have just paid it.
  const order = (await lockOrderById(tx, bookkeeping.order.id)) ?? bookkeeping.order;
  const payment = { orderId: order.id, provider: order.provider, session: `${session}:${receipt.id}`, paymentId, amountCents, currency };
  await savePayment(tx, { ...payment, state: 'paid', isExtra: true }, at);
  await recordInHistory(tx, order, toCause(bookkeeping, `${describe(receipt)}, more than was to be paid. Pay it back`));
}
