/** Changes an order's status, stock and history together, in the caller's transaction. No other code changes them. */

import { formatMoney, toDollars } from '../../../../contract/money.ts';
import { isPaidStatus, type OrderStatus } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { lockOrderAccounts, spendBalance } from '../../balances/order-balance.ts';
import { moveStock, type StockMove } from '../../inventory/stock.repository.ts';
import { lockCodes, setCodeUseCounted } from '../../pricing/discount-code.repository.ts';
import { findSomethingToHandOver } from '../rows/order-downloads.repository.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import { toUnpaid } from '../rows/order-method.ts';
import {
  assignOrder,
  countCustomer,
  countPieces,
  createHistoryEntry,
  listCustomer,
  type OrderUpdate,
  uncountOrder,
  updateOrder,
  updateStatus,
  writeEffects,
} from '../rows/order-write.repository.ts';
import { handOver, handOverGiftCards } from './hand-over.ts';
import { nextStatus, type OrderEvent } from './order.state.ts';
import { isNewlyPaid, listEvents } from './order-events.ts';
import { applyStockEffect, listStockMoves } from './order-stock.ts';
import { writeBalance } from './write-balance.ts';
import { writeTaxes } from './write-taxes.ts';

/**
 * Writes the effects of a change of an order, in the same transaction: statistics, the use of its discount code, its customer's
 * numbers, and webhooks. No other code writes an order's status, or the amounts that count for statistics.
 */
/** The same as functions/sales.sql. Orders with these statuses have a payment time. */
const isSale = (status: OrderStatus) => status === 'paid' || status === 'shipped' || status === 'delivered';

const isClosed = (status: OrderStatus) => status === 'cancelled' || status === 'expired';

/** The columns that the statistics depend on, besides the status. */
const COUNTED_FIELDS = ['paidAt', 'totalCents', 'refundedCents'] as const satisfies readonly (keyof OrderUpdate)[];

/**
 * Writes a locked order's status and columns, with everything that follows from them. A checkout that ends unpaid gives back its use of the
 * discount code; if its payment arrives later, the use is counted again, even beyond the limit. A guest is a customer from the first paid order on.
 * A test order has a status and a history like any other, and nothing follows from them. Returns whether there is something to hand over.
 */
async function writeOrder(tx: Database, order: LockedOrder, to: OrderStatus, fields: OrderUpdate): Promise<boolean> {
  const { isTest } = order;
  const isRecounted = !isTest && (isSale(order.status) !== isSale(to) || COUNTED_FIELDS.some((it) => fields[it] !== undefined));
  if (isRecounted && isSale(order.status)) await uncountOrder(tx, order.id);
  await (to === order.status ? updateOrder(tx, order.id, fields) : updateStatus(tx, order, to, fields));
  if (order.discountCode !== null && isClosed(order.status) !== isClosed(to)) await setCodeUseCounted(tx, order.id, !isClosed(to));
  const isPaid = isNewlyPaid(order, to, fields);
  if (isTest) return isPaid && findSomethingToHandOver(tx, order.id);
  const isFirstPaid = !isPaidStatus(order.status) && isPaidStatus(to);
  const hasDownloads = await writeEffects(tx, order.id, {
    isCounted: isRecounted && isSale(to),
    buyer: isRecounted || isFirstPaid ? order : null,
    keepsConsent: isFirstPaid && order.userId === null,
    isPaid,
    events: listEvents(order, to, fields),
  });
  if (isFirstPaid) await listCustomer(tx, order.id);
  return hasDownloads;
}

/** Adds a guest's paid order to an account. */
export async function assignOrderTo(tx: Database, order: LockedOrder, userId: string): Promise<void> {
  await assignOrder(tx, order.id, userId);
  await listCustomer(tx, order.id);
  await countCustomer(tx, order);
  await countCustomer(tx, { userId, guestEmail: null });
}

/**
 * For a change that makes a refund of the order succeed or fail. Refunded pieces don't count as sold, so the product statistics subtract the order
 * before the change and add it again afterwards.
 */
export async function changeRefund<T>(tx: Database, orderId: string, change: () => Promise<T>): Promise<T> {
  await countPieces(tx, orderId, -1);
  const result = await change();
  await countPieces(tx, orderId, 1);
  return result;
}

/** Who changed the order and why, as its history shows it. */
export interface Cause {
  actorId: string | null;
  by: string;
  why: string;
  at: Date;
}

/** Those by which what balances pay of an order is spent; before, it is held, also of what is sent unpaid. */
const PAYING: ReadonlySet<OrderEvent> = new Set<OrderEvent>(['pay', 'pay_in_doubt', 'accept']);

/** For the history of orders and for error messages, which are in English. */
export function formatCents(cents: number, currency: string): string {
  // A provider's event may contain an unknown currency.
  if (!/^[a-z]{3}$/i.test(currency)) return `${toDollars(cents).toFixed(2)} ${currency}`;
  return formatMoney(toDollars(cents), { currency, locale: 'en-US' });
}

/** Actors that aren't people. */
export const PROVIDER_ACTOR = { actorId: null, by: 'Payment provider' };
export const SYSTEM_ACTOR = { actorId: null, by: 'System' };

interface ChangeOptions {
  /** After a full refund: sold items return to stock. */
  restock?: boolean;
  /** For a failed refund, the status before it: see `nextStatus`. */
  before?: OrderStatus | undefined;
  /** Columns to write together with the status. */
  fields?: OrderUpdate;
}

/**
 * Closes locked, unpaid orders and returns the moves that release their stock. The caller passes them to `moveStock` together
 * with its own, so that all product rows are locked in the order of their ids. Throws `wrong_order_status` for a paid order that is cancelled.
 */
export async function closeOrders(tx: Database, orders: LockedOrder[], event: 'cancel' | 'expire', cause: Cause): Promise<StockMove[]> {
  const releasedIds: string[] = [];
  for (const order of orders) {
    const transition = nextStatus(order.status, event);
    if ('error' in transition) throw new AppError('wrong_order_status', transition.error);
    if (transition.to === order.status) continue;
    if (order.stock === 'held') releasedIds.push(order.id);
    await writeStatus(tx, order, transition.to, { stock: 'none', processingSince: null }, cause);
  }
  return releasedIds.length ? listStockMoves(tx, releasedIds, 'release') : [];
}

/** Closes one locked, unpaid order and releases its stock. Throws `wrong_order_status` for a paid order that is cancelled. */
export async function closeOrder(tx: Database, order: LockedOrder, event: 'cancel' | 'expire', cause: Cause): Promise<void> {
  await moveStock(tx, await closeOrders(tx, [order], event, cause), cause.at);
  failpoint('order-close.before-commit');
}

/**
 * Applies the event to a locked order and returns its new status. A payment for an order whose stock is gone leads to `review`.
 * Throws `wrong_order_status` where the status doesn't allow the event.
 */
export async function changeOrder(
  tx: Database,
  order: LockedOrder,
  event: OrderEvent,
  cause: Cause,
  { restock = false, before, fields = {} }: ChangeOptions = {},
): Promise<OrderStatus> {
  const transition = nextStatus(order.status, event, before, toUnpaid(order));
  if ('error' in transition) throw new AppError('wrong_order_status', transition.error);
  if (transition.to === order.status) return order.status;
  // The new status may change what a code counts, and codes are locked before stock (order-lock.repository.ts).
  if (order.discountCode !== null && transition.stock !== 'keep') await lockCodes(tx, null, [order.id]);
  if (order.balanceCents > 0) {
    // Balances are locked before stock, too.
    await lockOrderAccounts(tx, [order.id]);
    const isTaken = !PAYING.has(event) || (await spendBalance(tx, order.id, cause));
    if (!isTaken && event === 'pay')
      return doubtPayment(tx, order, cause, fields, 'but its gift card or store credit no longer has enough');
    if (!isTaken && event === 'accept') throw new AppError('insufficient_balance', NO_BALANCE);
  }
  const stock = await applyStockEffect(tx, order, transition.stock, restock, cause.at);
  if (stock !== null) {
    await writeStatus(tx, order, transition.to, { ...fields, stock }, cause);
    return transition.to;
  }
  if (event !== 'pay') throw new AppError('insufficient_stock', 'The ordered items are no longer in stock');
  return doubtPayment(tx, order, cause, fields, 'but no longer in stock');
}

const NO_BALANCE = 'The gift card or store credit that this order used no longer has enough. Refund what was paid, or ask for a new order.';

const doubtPayment = (tx: Database, order: LockedOrder, cause: Cause, fields: OrderUpdate, doubt: string): Promise<OrderStatus> =>
  changeOrder(tx, order, 'pay_in_doubt', { ...cause, why: `${cause.why}, ${doubt}` }, { fields });

/** Writes status, columns, all that follows, and the history of a locked order. One of downloads alone is delivered with its payment. */
export async function writeStatus(tx: Database, order: LockedOrder, to: OrderStatus, fields: OrderUpdate, cause: Cause): Promise<void> {
  const hasDownloads = await writeOrder(tx, order, to, fields);
  await writeTaxes(tx, order, to, fields, cause.at);
  if (order.balanceCents > 0) await writeBalance(tx, order, to, fields, cause);
  await createHistoryEntry(tx, { orderId: order.id, from: order.status, to, ...cause });
  const isDone = hasDownloads && (await handOver(tx, order, cause.at));
  const isSent = order.hasGiftCards && isNewlyPaid(order, to, fields) && (await handOverGiftCards(tx, order, cause.at));
  if (isDone || isSent) await endHandedOver(tx, { ...order, status: to }, cause.at);
}

export const endHandedOver = (tx: Database, order: LockedOrder, at: Date): Promise<void> =>
  writeStatus(tx, order, 'delivered', {}, { ...SYSTEM_ACTOR, why: 'Downloads and licence keys handed over', at });

/** Adds an entry to the history of an order whose status stays. Raises its version, so that pages that show an older one notice the change. */
export async function recordInHistory(
  tx: Database,
  { id, status }: Pick<LockedOrder, 'id' | 'status'>,
  cause: Cause,
  fields: OrderUpdate = {},
): Promise<void> {
  await updateOrder(tx, id, fields);
  await createHistoryEntry(tx, { orderId: id, from: status, to: status, ...cause });
}
