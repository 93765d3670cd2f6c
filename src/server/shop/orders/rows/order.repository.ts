import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { LinePart } from '../../../../contract/bundle.ts';
import { toDollars } from '../../../../contract/money.ts';
import { OPEN_DISPUTE_STATUSES, type Order, type OrderFilter } from '../../../../contract/order-fields.ts';
import { SENT_UNPAID_KINDS } from '../../../../contract/payment-method.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { listOrderShares } from '../../balances/balance.repository.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { toBilling } from '../../customers/companies/billing.repository.ts';
import type { SoldPart } from '../../database/schema/bundle.ts';
import { isOneOf } from '../../database/schema/columns.ts';
import { isCheckout, isPlaced, isReal, isToPay, orderLines, orders } from '../../database/schema/order.ts';
import { orderHistory, orderNotes } from '../../database/schema/order-records.ts';
import type { StockTarget } from '../../inventory/stock.repository.ts';
import { toChargeParts } from './order-charges.ts';
import { type DelayRow, isLate, listDelays, toDelay } from './order-delay.repository.ts';
import { isOwnedBy, type Owner } from './order-lock.repository.ts';
import { toBalanceParts, toMethodParts } from './order-method.ts';
import { countReturnable, listRequests, type OrderRequestRow, toRequests } from './order-request.repository.ts';
import { toTaxPart } from './order-taxes.ts';
import { toOrderWords } from './order-words.ts';
import { getRefundedParts, listRefundedParts } from './refund.repository.ts';

export type OrderNoteRow = typeof orderNotes.$inferSelect;

/** By order id; the oldest first. */
export async function listNotes(db: Database, orderIds: string[]): Promise<Map<string, OrderNoteRow[]>> {
  const rows = await db.select().from(orderNotes).where(inArray(orderNotes.orderId, orderIds)).orderBy(asc(orderNotes.id));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

export async function createNote(tx: Database, note: typeof orderNotes.$inferInsert): Promise<void> {
  await tx.insert(orderNotes).values(note);
}

type OrderRow = typeof orders.$inferSelect;
type LineRow = typeof orderLines.$inferSelect;

function toPriceParts(order: OrderRow) {
  return {
    subtotal: toDollars(order.subtotalCents ?? order.totalCents),
    discount: toDollars(order.discountCents),
    code: order.discountCode,
    shipping: toDollars(order.shippingCents),
    shippingName: order.shippingName,
    tax: toDollars(order.taxCents),
    taxRate: order.taxRatePpm / 10_000,
    ...(order.taxes && { taxes: order.taxes.map(toTaxPart) }),
    taxIncluded: order.isTaxIncluded,
    taxAutomatic: order.isTaxAutomatic,
  };
}

function toEstimatedDelivery(
  { deliveryFrom: from, deliveryTo: to, processingSince }: OrderRow,
  delays: DelayRow[] | undefined,
): Order['estimatedDelivery'] {
  const last = delays?.at(-1);
  if (last) return last.day === null ? null : { from: last.day, to: last.day };
  return from === null || to === null || processingSince ? null : { from, to };
}

/** Null: the address was given as one text, or has been erased. */
function toShipTo({ recipient, street, postcode, city, region, country }: OrderRow): Order['shipTo'] {
  if (recipient === null || country === null) return null;
  return { recipient, street: street ?? '', postcode: postcode ?? '', city: city ?? '', region: region ?? '', country };
}

const toLinePart = ({ productId, variantId, slug, name, options, sku, count }: SoldPart): LinePart => ({
  ...{ product: productId, ...(variantId && { variant: variantId }), slug, name },
  ...{ ...(options && { options }), ...(sku && { sku }), count },
});

const toRefunded = (pieces: number | undefined) => (pieces ? { refunded: pieces } : {});

/** Absent if all pieces can be returned. */
function toReturnable(line: LineRow, refunded: number | undefined, requests: OrderRequestRow[]): { returnable?: number } {
  const returnable = countReturnable(line, refunded, requests);
  return returnable < line.quantity ? { returnable } : {};
}

type OrderDetails = Awaited<ReturnType<typeof listOrderDetails>>;

/** An order in the contract's form. History entries that don't change the status are left out of its timeline. */
export function toOrder(order: OrderRow, details: OrderDetails): Order {
  const history = details.history.get(order.id) ?? [];
  const requests = details.requests.get(order.id) ?? [];
  const isReturnable = order.status === 'shipped' || order.status === 'delivered';
  const refunded = getRefundedParts(details.refunded, order.id);
  const delays = details.delays.get(order.id);
  return {
    _id: order.id,
    number: order.number,
    status: order.status,
    ...(order.isTest && { isTest: true }),
    ...(!order.needsShipping && { needsShipping: false }),
    ...(order.hasDownloads && { hasDownloads: true }),
    ...toMethodParts(order),
    ...toOrderWords(order),
    ...toChargeParts(order),
    ...(order.hasDocuments && { hasDocuments: true }),
    ...(order.textIds && { hasTexts: true }),
    currency: order.currency.toUpperCase(),
    total: toDollars(order.totalCents),
    ...toBalanceParts(order, details.shares.get(order.id)),
    ...toPriceParts(order),
    estimatedDelivery: toEstimatedDelivery(order, delays),
    address: order.address,
    shipTo: toShipTo(order),
    ...(order.billing && { billing: toBilling(order.billing, order.taxes) }),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    payableUntil: order.status === 'pending' && !order.processingSince ? order.expiresAt.toISOString() : null,
    processingSince: order.processingSince?.toISOString() ?? null,
    refunded: toDollars(order.refundedCents),
    carrier: order.carrier,
    tracking: order.tracking,
    timeline: history.filter(({ from, to }) => from !== to).map(({ to, at }) => ({ status: to, at: at.toISOString() })),
    lines: (details.lines.get(order.id) ?? []).map((line) => ({
      product: line.productId,
      ...(line.variantId && { variant: line.variantId }),
      slug: line.slug,
      name: line.name,
      ...(line.options && { options: line.options }),
      ...(line.sku && { sku: line.sku }),
      price: toDollars(line.priceCents),
      quantity: line.quantity,
      ...(!line.isShipped && { isShipped: false }),
      ...(line.soldBy?.text && { promise: line.soldBy }),
      ...(line.bundle && { parts: line.bundle.parts.map(toLinePart) }),
      image: imageUrl(line.imageId),
      discount: toDollars(line.discountCents),
      tax: toDollars(line.taxCents),
      ...(order.taxes && line.taxRatePpm !== null && { taxRate: line.taxRatePpm / 10_000 }),
      ...(line.taxClass && { taxClass: line.taxClass }),
      ...toRefunded(refunded.lines.get(line.position)),
      ...(isReturnable && toReturnable(line, refunded.lines.get(line.position), requests)),
      ...(line.isGiftCard && { isGiftCard: true as const }),
      ...(line.recipient && { recipient: line.recipient }),
      ...(line.withdrawalException && { withdrawalException: line.withdrawalException }),
      ...(line.minimumAge && { minimumAge: line.minimumAge }),
    })),
    ...(delays && { delays: delays.map(toDelay) }),
    ...toRequests(requests),
    messages: (details.notes.get(order.id) ?? [])
      .filter(({ audience }) => audience === 'customer')
      .map(({ at, text }) => ({ at: at.toISOString(), text })),
  };
}

/** Lines, history (oldest first), requests (latest first), refunds, notes and delays of these orders, by order id. */
export async function listOrderDetails(db: Database, rows: Pick<OrderRow, 'id' | 'balanceCents' | 'isDelayed'>[]) {
  const ids = rows.map(({ id }) => id);
  const payerIds = rows.filter(({ balanceCents }) => balanceCents > 0).map(({ id }) => id);
  const lines = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids)).orderBy(asc(orderLines.position));
  const history = await db.select().from(orderHistory).where(inArray(orderHistory.orderId, ids)).orderBy(asc(orderHistory.id));
  return {
    lines: Map.groupBy(lines, (it) => it.orderId),
    history: Map.groupBy(history, (it) => it.orderId),
    requests: await listRequests(db, ids),
    refunded: await listRefundedParts(db, ids),
    notes: await listNotes(db, ids),
    shares: await listOrderShares(db, payerIds),
    delays: await listDelays(db, rows),
  };
}

async function withDetails(db: Database, rows: OrderRow[]): Promise<Order[]> {
  if (!rows.length) return [];
  const details = await listOrderDetails(db, rows);
  return rows.map((row) => toOrder(row, details));
}

export const hasOpenDispute = sql<boolean>`exists (select from disputes d where d.order_id = orders.id and ${isOneOf(sql`d.status`, OPEN_DISPUTE_STATUSES)})`;

export const hasOpenRequest = sql<boolean>`exists (select from order_requests r where r.order_id = orders.id and r.status = 'open')`;

const hasOpenWithdrawal = sql<boolean>`exists (select from order_requests r where r.order_id = orders.id and r.status = 'open' and r.kind = 'withdraw')`;

/** Placed, to be paid on delivery or later. */
const isSentUnpaid = sql`(orders.status = 'pending' and orders.number is not null and ${isOneOf(sql`orders.payment_method ->> 'kind'`, SENT_UNPAID_KINDS)})`;

/** Paid by a customer, or to be paid later, without an open withdrawal, cancellation request or payment dispute. */
export const isReadyToShip = sql`((orders.status = 'paid' or ${isSentUnpaid}) and (orders.needs_shipping or not orders.has_downloads) and ${isReal} and not ${hasOpenRequest} and not ${hasOpenDispute})`;

/** Without a status: all orders, but no checkouts that were never paid. */
export function buildStatusCondition(status: OrderFilter | undefined): SQL {
  if (!status) return isPlaced(orders.number);
  if (status === 'to_pay') return isToPay(orders);
  if (status === 'to_ship') return isReadyToShip;
  if (status === 'requested') return sql`(${hasOpenRequest} and ${isReal})`;
  if (status === 'withdrawn') return sql`(${hasOpenWithdrawal} and ${isReal})`;
  if (status === 'late') return isLate;
  if (status === 'test') return sql`orders.is_test`;
  if (status === 'disputed') return hasOpenDispute;
  if (status === 'processing') return sql`(orders.status = 'pending' and orders.processing_since is not null)`;
  return status === 'unpaid' ? isCheckout(orders.number) : eq(orders.status, status);
}

/** Customers also see checkouts whose payment the bank is processing, because they have done their part. */
const buildOwnCondition = (status: OrderFilter | undefined): SQL =>
  status ? buildStatusCondition(status) : sql`(${isPlaced(orders.number)} or orders.processing_since is not null)`;

/** Newest first. */
export async function listOrders(
  db: Database,
  userId: string,
  status: OrderFilter | undefined,
  page: number,
  limit: number,
): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), buildOwnCondition(status)))
    // Literally the order of the index orders_user.
    .orderBy(sql`${orders.createdAt} desc nulls last`, asc(orders.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return withDetails(db, rows);
}

/** All orders of an account, newest first, including checkouts that were never paid. */
export const listOrdersOf = (db: Database, userId: string) => listWhole(db, eq(orders.userId, userId));

/** The same of a guest, by the email; without those whose buyer was erased. */
export const listGuestOrdersOf = (db: Database, email: string) =>
  listWhole(db, and(isNull(orders.userId), sql`lower(${orders.guestEmail}) = lower(${email})`, eq(orders.isBuyerErased, false)));

async function listWhole(db: Database, condition: SQL | undefined): Promise<Order[]> {
  const rows = await db.select().from(orders).where(condition).orderBy(sql`${orders.createdAt} desc nulls last`, asc(orders.id));
  return withDetails(db, rows);
}

export async function countOrders(db: Database, userId: string, status: OrderFilter | undefined): Promise<number> {
  return db.$count(orders, and(eq(orders.userId, userId), buildOwnCondition(status)));
}

/** The owner is part of the condition: another customer's order isn't found. */
export async function findOrder(db: Database, owner: Owner, id: string): Promise<Order | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isOwnedBy(owner)));
  const [order] = await withDetails(db, rows);
  return order ?? null;
}

/** What a line took of the stock: the product or variant, or each part of a bundle, `count` for each of its pieces. */
export interface LineTarget extends StockTarget {
  bundleId: string | null;
  count: number;
}

interface StockLine extends Pick<LineRow, 'orderId' | 'position' | 'productId' | 'quantity'> {
  /** Those that were counted when they were sold, whatever their stock policy is by now. None if the product was deleted. */
  targets: LineTarget[];
}

function listTargets({
  productId,
  variantId,
  soldBy,
  bundle,
}: Pick<LineRow, 'productId' | 'variantId' | 'soldBy' | 'bundle'>): LineTarget[] {
  if (bundle) return bundle.parts.filter(({ isCounted }) => isCounted).map((part) => ({ ...part, bundleId: bundle.id }));
  return productId && soldBy?.policy !== 'untracked' ? [{ productId, variantId, bundleId: null, count: 1 }] : [];
}

export async function listLines(db: Database, orderIds: string[]): Promise<StockLine[]> {
  const { orderId, position, productId, variantId, quantity, soldBy, bundle } = orderLines;
  const columns = { orderId, position, productId, variantId, quantity, soldBy, bundle };
  const rows = await db.select(columns).from(orderLines).where(inArray(orderId, orderIds));
  return rows.map((row) => ({ ...row, targets: listTargets(row) }));
}

/** The guest who made the order; null if no guest did. */
export async function findGuest(db: Database, id: string): Promise<{ email: string; name: string; userId: string | null } | null> {
  const [row] = await db
    .select({ email: orders.guestEmail, name: orders.guestName, userId: orders.userId })
    .from(orders)
    .where(eq(orders.id, id));
  return row?.email && row.name ? { email: row.email, name: row.name, userId: row.userId } : null;
}
