/**
 * What follows from a change of an order, in the transaction that changes it: statistics, the use of its discount code, the list of customers
 * with orders, and webhooks. Nothing else writes an order's status or what counts of its money.
 */
import { isPaidStatus, type OrderStatus } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { setCodeUseCounted } from '../../pricing/discount-code.repository.ts';
import { assignOrder, type OrderUpdate, updateOrder, updateStatus } from '../checkout/order-write.repository.ts';
import { countPieces, listCustomer, type OrderEventRow, uncountOrder, writeEffects } from './order-effects.repository.ts';
import type { LockedOrder } from './row-lock.repository.ts';

/** As functions/sales.sql; with one of these an order has a payment time. */
const isSale = (status: OrderStatus) => status === 'paid' || status === 'shipped' || status === 'delivered';

const isClosed = (status: OrderStatus) => status === 'cancelled' || status === 'expired';

/** What the statistics count of an order, besides its status. */
const COUNTED_FIELDS = ['paidAt', 'totalCents', 'refundedCents'] as const satisfies readonly (keyof OrderUpdate)[];

/**
 * Writes a locked order's status and columns, with all that follows. A checkout that ends unpaid gives back its use of the discount code; if its
 * payment arrives later, it takes the use again, even beyond the limit. A customer is listed with the first order that was paid.
 */
export async function writeOrder(tx: Database, order: LockedOrder, to: OrderStatus, fields: OrderUpdate): Promise<void> {
  const isRecounted = isSale(order.status) !== isSale(to) || COUNTED_FIELDS.some((it) => fields[it] !== undefined);
  if (isRecounted && isSale(order.status)) await uncountOrder(tx, order.id);
  await (to === order.status ? updateOrder(tx, order.id, fields) : updateStatus(tx, order.id, to, fields));
  if (order.discountCode !== null && isClosed(order.status) !== isClosed(to)) await setCodeUseCounted(tx, order.id, !isClosed(to));
  await writeEffects(tx, order.id, isRecounted && isSale(to), listEvents(order, to, fields));
  if (!isPaidStatus(order.status) && isPaidStatus(to)) await listCustomer(tx, order.id);
}

function listEvents({ status, refundedCents }: LockedOrder, to: OrderStatus, fields: OrderUpdate): OrderEventRow[] {
  const newlyRefunded = (fields.refundedCents ?? refundedCents) - refundedCents;
  return [
    ...(to !== status && (to === 'paid' || to === 'shipped') ? [{ type: `order.${to}` as const, details: {} }] : []),
    ...(newlyRefunded > 0 ? [{ type: 'order.refunded' as const, details: { refundedCents: newlyRefunded } }] : []),
  ];
}

/** A guest's paid order becomes an account's, whose customer is listed with it. */
export async function giveOrderTo(tx: Database, orderId: string, userId: string): Promise<void> {
  await assignOrder(tx, orderId, userId);
  await listCustomer(tx, orderId);
}

/**
 * Changes whether a refund of the order has succeeded: then its pieces no longer count as sold, and if it fails afterwards, they count again.
 * What the order sold before the change is subtracted, and what it sold after is added.
 */
export async function changeRefund<T>(tx: Database, orderId: string, change: () => Promise<T>): Promise<T> {
  await countPieces(tx, orderId, -1);
  const result = await change();
  await countPieces(tx, orderId, 1);
  return result;
}
