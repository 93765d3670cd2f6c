/** Orders of the merchant's former shop. No other table follows from them. */
import { and, asc, desc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { ImportedOrder } from '../../../../contract/imported-order.ts';
import { toDollars } from '../../../../contract/money.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { users } from '../../database/schema/account.ts';
import { customers } from '../../database/schema/customer.ts';
import { importedOrders } from '../../database/schema/imported.ts';

type OrderRow = typeof importedOrders.$inferSelect;
export type NewImportedOrder = typeof importedOrders.$inferInsert;

const toAmount = (cents: number | undefined) => (cents === undefined ? null : toDollars(cents));

type Sums = Pick<OrderRow, 'lines' | 'details' | 'totalCents'>;

/** In cents without tax: by its lines or, where the file has none, by its subtotal, from which a discount may be taken already. */
export function listUntaxedTotals({ lines, details }: Pick<Sums, 'lines' | 'details'>): number[] {
  const { subtotalCents, discountCents = 0, shippingCents = 0 } = details;
  const ofLines = lines.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0);
  if (ofLines > 0) return [ofLines - discountCents + shippingCents];
  return subtotalCents ? [subtotalCents + shippingCents, subtotalCents - discountCents + shippingCents] : [];
}

/** A cent a line is rounding. */
export const isNearTotal = ({ totalCents, lines }: Pick<Sums, 'totalCents' | 'lines'>, cents: number): boolean =>
  Math.abs(cents - totalCents) <= lines.length + 1;

/** As the file says or, where it doesn't, if the order comes to its total without the tax, and not with it. */
function isTaxIncluded(order: Sums): boolean {
  const { isTaxIncluded: isSaid, taxCents = 0 } = order.details;
  if (isSaid !== undefined) return isSaid;
  const untaxed = taxCents > 0 ? listUntaxedTotals(order) : [];
  return untaxed.some((cents) => isNearTotal(order, cents)) && !untaxed.some((cents) => isNearTotal(order, cents + taxCents));
}

function toOrder({ id, placedAt, totalCents, refundedCents, lines, details, ...row }: OrderRow): ImportedOrder {
  const { number, status, name, email, phone, shippingAddress, billingAddress, currency, note } = row;
  return {
    ...{ _id: id, number, placedAt: placedAt.toISOString(), status, name, email, phone, shippingAddress, billingAddress, currency, note },
    lines: lines.map(({ priceCents, ...line }) => ({ ...line, price: toDollars(priceCents) })),
    subtotal: toAmount(details.subtotalCents),
    discount: toAmount(details.discountCents),
    shipping: toAmount(details.shippingCents),
    tax: toAmount(details.taxCents),
    ...(isTaxIncluded({ totalCents, lines, details }) && { taxIncluded: true }),
    total: toDollars(totalCents),
    refunded: toDollars(refundedCents),
    code: details.code ?? '',
    shippingMethod: details.shippingMethod ?? '',
    paymentMethod: details.paymentMethod ?? '',
    tags: details.tags ?? [],
  };
}

export interface ImportedOrderSearch {
  keyword?: string;
  /** The id of a customer. */
  customer?: string;
  /** Those that belong to the mailbox. */
  email?: string;
}

const isOf = (email: SQL | string) =>
  and(eq(sql`lower(${importedOrders.email})`, sql`lower(${email})`), eq(importedOrders.isBuyerErased, false));

function toCondition({ keyword = '', customer, email }: ImportedOrderSearch): SQL | undefined {
  const text = keyword.trim().toLowerCase();
  const { number, name, email: stored } = importedOrders;
  return and(
    text ? sql`strpos(lower(${number} || ' ' || ${name} || ' ' || ${stored}), ${text}) > 0` : undefined,
    customer ? isOf(sql`(select ${customers.email} from ${customers} where ${customers.id} = ${customer})`) : undefined,
    email === undefined ? undefined : isOf(email),
  );
}

const inOrder = [desc(importedOrders.placedAt), asc(importedOrders.id)] as const;

/** Newest first. */
export async function listImportedOrders(
  db: Database,
  search: ImportedOrderSearch,
  { page = 1, limit = 20 }: { page?: number; limit?: number },
) {
  const where = toCondition(search);
  const rows = await db
    .select()
    .from(importedOrders)
    .where(where)
    .orderBy(...inOrder)
    .limit(limit)
    .offset((page - 1) * limit);
  return { orders: rows.map(toOrder), total: await db.$count(importedOrders, where), page, limit };
}

/** Up to `limit` after the order `after`, newest first: an export reads them in pieces. */
export async function listImportedOrdersAfter(
  db: Database,
  search: ImportedOrderSearch,
  after: ImportedOrder | undefined,
  limit: number,
): Promise<ImportedOrder[]> {
  const { placedAt, id } = importedOrders;
  const isBehind = after && sql`(${placedAt}, ${id}) < (${after.placedAt}, ${after._id})`;
  const rows = await db
    .select()
    .from(importedOrders)
    .where(and(toCondition(search), isBehind))
    .orderBy(desc(placedAt), desc(id))
    .limit(limit);
  return rows.map(toOrder);
}

export async function findImportedOrder(db: Database, id: string): Promise<ImportedOrder | null> {
  const [row] = await db.select().from(importedOrders).where(eq(importedOrders.id, id));
  return row ? toOrder(row) : null;
}

/** The mailbox that the account has proven to read; null: it has proven none. */
export async function findProvenEmail(db: Database, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), sql`${users.emailConfirmedAt} is not null`));
  return row?.email ?? null;
}

/** Whose old orders an account has: those of its proven mailbox, or of the file that made the account; null: of none. */
export async function findFormerEmail(db: Database, userId: string): Promise<string | null> {
  const isImported = sql`exists (select from imported_customers i where i.user_id = ${users.id})`;
  const [row] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), sql`(${users.emailConfirmedAt} is not null or ${isImported})`));
  return row?.email ?? null;
}

/** All that belong to a mailbox, for a copy of somebody's data. */
export async function listImportedOrdersOf(db: Database, email: string): Promise<ImportedOrder[]> {
  const rows = await db
    .select()
    .from(importedOrders)
    .where(isOf(email))
    .orderBy(...inOrder);
  return rows.map(toOrder);
}

/** Which of these numbers a former shop's orders have already. */
export async function findImportedNumbers(db: Database, source: OrderRow['source'], numbers: string[]): Promise<Set<string>> {
  if (!numbers.length) return new Set();
  const rows = await db
    .select({ number: importedOrders.number })
    .from(importedOrders)
    .where(and(eq(importedOrders.source, source), inArray(importedOrders.number, numbers)));
  return new Set(rows.map(({ number }) => number));
}

export async function createImportedOrders(tx: Database, rows: NewImportedOrder[]): Promise<void> {
  await tx.insert(importedOrders).values(rows);
}

/** Their buyer was erased: they stay in the books, and belong to nobody here any more. */
export async function releaseImportedOrders(tx: Database, email: string): Promise<void> {
  await tx.update(importedOrders).set({ isBuyerErased: true }).where(isOf(email));
}

const NOBODY = { email: '', name: '', phone: '', shippingAddress: '', billingAddress: '', note: '' } as const;

/** Deletes the buyer's data from orders that are older than the law wants them with a name; what was bought stays. Returns how many. */
export async function anonymizeImportedOrders(db: Database, before: Date, limit: number, email?: string): Promise<number> {
  const { id, placedAt, email: stored, name } = importedOrders;
  const old = db
    .select({ id })
    .from(importedOrders)
    .where(
      and(
        lt(placedAt, before),
        email === undefined
          ? sql`(${stored} <> '' or ${name} <> '')`
          : and(ne(stored, ''), eq(sql`lower(${stored})`, sql`lower(${email})`)),
      ),
    )
    .limit(limit);
  const changed = await db.update(importedOrders).set(NOBODY).where(inArray(id, old)).returning({ id });
  return changed.length;
}
