import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { isPaidStatus, type OrderStatus } from '../../../../contract/order-fields.ts';
import { takeNamedLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { insertStatement, query, queryPrepared } from '../../../platform/database/query.ts';
import { orderLines, orders, TEST_NUMBERS_START } from '../../database/schema/order.ts';
import { orderHistory } from '../../database/schema/order-records.ts';
import { hasSomethingToHandOver } from './order-downloads.repository.ts';

/** Writes orders, their lines and their history. */
/** What was charged for each line, in the order of the lines, and for shipping. */
export async function findChargedParts(tx: Database, orderId: string) {
  const { priceCents, quantity, discountCents, isGiftCard } = orderLines;
  const lines = await tx
    .select({ priceCents, quantity, discountCents, isGiftCard })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position));
  const [order] = await tx.select({ shippingCents: orders.shippingCents }).from(orders).where(eq(orders.id, orderId));
  return { lines, shippingCents: order?.shippingCents ?? 0 };
}

/** For an order whose tax the payment provider calculates. `taxes`: one for each line, in the order of the lines. */
export async function updateLineTaxes(tx: Database, orderId: string, taxes: number[]): Promise<void> {
  await tx.execute(sql`update order_lines set tax_cents = made.cents
    from unnest(${sql.param(taxes)}::bigint[]) with ordinality made (cents, place)
    where order_lines.order_id = ${orderId} and order_lines.position = made.place - 1`);
}

export type NewOrderLine = Omit<typeof orderLines.$inferSelect, 'orderId' | 'position'>;
type NewHistoryEntry = typeof orderHistory.$inferInsert;
export type OrderUpdate = Partial<Omit<typeof orders.$inferInsert, 'id' | 'number' | 'userId' | 'status' | 'version'>>;

/** Writes a checkout, its lines and its first history entry in one statement, so that locks are held for one round trip. */
export async function createOrder(
  tx: Database,
  order: typeof orders.$inferInsert,
  lines: NewOrderLine[],
  firstEntry: Omit<NewHistoryEntry, 'orderId'>,
): Promise<void> {
  const orderId = order.id;
  const rows = await queryPrepared<{ id: string }>(
    tx,
    sql`with inserted_order as (${insertStatement(orders, [order])} returning id),
      inserted_lines as (${insertStatement(
        orderLines,
        lines.map((line, position) => ({ ...line, orderId, position })),
      )}),
      inserted_history as (${insertStatement(orderHistory, [{ ...firstEntry, orderId }])})
      select id from inserted_order`,
  );
  if (!rows.length) throw new Error('the checkout was not written');
}

/** Raises the order's version, so that pages that show an older one notice the change. */
export async function updateOrder(tx: Database, id: string, fields: OrderUpdate): Promise<void> {
  await tx
    .update(orders)
    .set({ ...fields, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
}

/** What the provider reports about an order's refunds. Doesn't raise the version, because no page shows it. */
export async function updateProviderRefunds(tx: Database, id: string, cents: number, at: Date): Promise<void> {
  await tx.update(orders).set({ providerRefundedCents: cents, providerRefundedAt: at }).where(eq(orders.id, id));
}

/** A guest's order becomes an account's. */
export async function assignOrder(tx: Database, id: string, userId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ userId, isBuyerErased: false, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
}

/** Until the transaction ends, no other test order gets a number. */
async function nextTestNumber(tx: Database): Promise<SQL> {
  await takeNamedLock(tx, 'testOrderNumbers');
  return sql`(select coalesce(max(tested.number), ${TEST_NUMBERS_START}) + 1 from orders tested where tested.is_test)`;
}

/** A checkout that is paid becomes an order: it gets its number together with the status, and keeps it. */
export async function updateStatus(
  tx: Database,
  { id, isTest }: { id: string; isTest: boolean },
  status: OrderStatus,
  fields: OrderUpdate,
): Promise<void> {
  const isPaid = isPaidStatus(status);
  const number = isTest ? await nextTestNumber(tx) : sql`nextval('orders_number_seq')`;
  await tx
    .update(orders)
    .set({ ...fields, status, ...(isPaid && { number: sql`coalesce(${orders.number}, ${number})` }), version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
}

/** Placed to be paid by hand: it is an order from now on. */
export async function numberOrder(tx: Database, { id, isTest }: { id: string; isTest: boolean }, fields: OrderUpdate): Promise<void> {
  const number = isTest ? await nextTestNumber(tx) : sql`nextval('orders_number_seq')`;
  await tx
    .update(orders)
    .set({ ...fields, number, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
}

export async function createHistoryEntry(tx: Database, change: NewHistoryEntry): Promise<void> {
  await tx.insert(orderHistory).values(change);
}

/** The order's status before it last changed to this one. */
export async function findStatusBefore(tx: Database, orderId: string, status: OrderStatus): Promise<OrderStatus | undefined> {
  const [entry] = await tx
    .select({ from: orderHistory.from })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, orderId), eq(orderHistory.to, status), ne(orderHistory.from, status)))
    .orderBy(desc(orderHistory.id))
    .limit(1);
  return entry?.from ?? undefined;
}

/**
 * Once a customer has paid for as many orders with a discount code as allowed, their other open checkouts with that code expire at once: the job
 * that expires checkouts ends their sessions. Rows that another transaction has locked are skipped.
 */
export async function endOtherCodeUses(tx: Database, orderId: string, at: Date): Promise<void> {
  await tx.execute(sql`
    with mine as (
      select u.code_id, u.customer, c.max_uses_per_customer as max from discount_code_uses u join discount_codes c on c.id = u.code_id
      where u.order_id = ${orderId} and u.customer <> '' and c.max_uses_per_customer is not null
    ), uses as (
      select o.id, o.number, o.status, o.processing_since, mine.max from mine
      join discount_code_uses u on u.code_id = mine.code_id and u.customer = mine.customer and u.is_counted join orders o on o.id = u.order_id
    ), ended as (
      select o.id from orders o join uses on uses.id = o.id
      where uses.status = 'pending' and uses.number is null and uses.processing_since is null and (select count(*) from uses where number is not null) >= uses.max
      for update of o skip locked
    )
    update orders set expires_at = least(expires_at, ${at.toISOString()}::timestamptz) from ended where orders.id = ended.id`);
}

/** Subtracts the order as it is now from the statistics of its day and its products; nothing unless it is a sale. */
export async function uncountOrder(tx: Database, orderId: string): Promise<void> {
  await query(tx, sql`select count_order(${orderId}, -1)`);
}

/** A webhook event, which is stored if an endpoint is subscribed to it. */
export interface OrderEventRow {
  type:
    | 'order.placed'
    | 'order.payment_received'
    | 'order.paid'
    | 'order.shipped'
    | 'order.refunded'
    | 'order.withdrawn'
    | 'order.delayed'
    | 'order.delay_answered';
  details: { refundedCents?: number; receivedCents?: number; withdrawal?: string; answer?: 'wait' | 'cancel' };
}

/** Whose order it is: an account's, or a guest's. */
export type OrderBuyer = Pick<typeof orders.$inferSelect, 'userId' | 'guestEmail'>;

const countOf = ({ userId, guestEmail }: OrderBuyer): SQL =>
  sql`count_customer(${sql.param(userId)}::uuid, ${sql.param(guestEmail)}::text)`;

/** Counts the orders of a customer again (functions/customers.sql). */
export async function countCustomer(tx: Database, buyer: OrderBuyer): Promise<void> {
  await queryPrepared(tx, sql`select ${countOf(buyer)}`);
}

interface OrderEffects {
  isCounted: boolean;
  buyer: OrderBuyer | null;
  /** It is a guest's first payment of it: they may have agreed to get offers. */
  keepsConsent: boolean;
  /** It was marked as paid: what of it is handed over has to be known. */
  isPaid: boolean;
  events: readonly OrderEventRow[];
}

/**
 * Adds the order to the statistics, if it `isCounted`, counts its `buyer`'s orders again, and writes its events: in one statement, because others
 * wait for the order's row. Returns whether it `isPaid` and has files or licence keys.
 */
export async function writeEffects(
  tx: Database,
  orderId: string,
  { isCounted, buyer, keepsConsent, isPaid, events }: OrderEffects,
): Promise<boolean> {
  const effects = [
    ...(isPaid ? [sql`${hasSomethingToHandOver(orderId)} as handed_over`] : []),
    ...(isCounted ? [sql`count_order(${orderId}::uuid, 1)`] : []),
    ...(buyer ? [countOf(buyer)] : []),
    ...(keepsConsent ? [sql`keep_consent(${orderId}::uuid)`] : []),
    ...events.map(({ type, details }) => sql`queue_webhook_event(${type}::text, ${orderId}::uuid, ${JSON.stringify(details)}::jsonb)`),
  ];
  if (!effects.length) return false;
  const [row] = await queryPrepared<{ handed_over?: boolean }>(tx, sql`select ${sql.join(effects, sql`, `)}`);
  return row?.handed_over ?? false;
}

/** The account of the order, if it has one. A customer is listed once. */
export async function listCustomer(tx: Database, orderId: string): Promise<void> {
  await queryPrepared(
    tx,
    sql`insert into customers_with_orders select u.id, u.created_at from users u join orders o on o.user_id = u.id
      where o.id = ${orderId} on conflict do nothing`,
  );
}

/** Adds what the order has sold of its products, as it is now, to their statistics, or (-1) subtracts it. */
export async function countPieces(tx: Database, orderId: string, sign: 1 | -1): Promise<void> {
  await query(tx, sql`select add_to_product_stats(${orderId}, ${sign}::int)`);
}
