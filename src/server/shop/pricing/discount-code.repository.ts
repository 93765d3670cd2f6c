import { and, asc, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { products } from '../database/schema/catalog.ts';
import { orders } from '../database/schema/order.ts';
import { discountCodes, discountCodeUses } from '../database/schema/pricing.ts';

/** Who wants to use a code. A code may be limited to a number of uses per customer. */
export interface CodeCustomer {
  email: string;
  /** Null: a guest. */
  userId: string | null;
  /** Where they check out from, in the form that orders store; null: they are only viewing their cart. */
  network: string | null;
}

/** Domains of one provider, which ignores dots before the @. */
const GOOGLE_DOMAINS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an email address, so that one person can't use a code again with another spelling of it: case, invisible characters and
 * anything after a + are ignored, at Google also dots. Only used for comparison; emails go to the address as it was typed.
 */
export function toMailbox(email: string): string {
  const plain = email
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\s]/gu, '')
    .toLowerCase();
  const at = plain.lastIndexOf('@');
  if (at < 1) return plain;
  const domain = plain.slice(at + 1).replace(/\.+$/, '');
  const isGoogle = GOOGLE_DOMAINS.has(domain);
  const local = plain.slice(0, at);
  // If the address begins with a +, there is nothing before it to compare.
  const untagged = local.replace(/(?<=.)\+.*$/, '');
  return `${isGoogle ? untagged.replaceAll('.', '') : untagged}@${isGoogle ? 'gmail.com' : domain}`;
}

/** The forms in which earlier uses may be stored: earlier versions stored the address itself. */
export const listStoredForms = ({ email }: CodeCustomer): string[] => [...new Set([toMailbox(email), email.toLowerCase()])];

export type DiscountCodeRow = typeof discountCodes.$inferSelect;
export type DiscountCodeFields = Omit<typeof discountCodes.$inferInsert, 'id' | 'code' | 'uses' | 'createdAt' | 'version'>;

/**
 * Locks a code, and the codes of orders that are about to be closed, because they give back their uses. Always before products are locked, and
 * in the order of ids: see orders/rows/order-lock.repository.ts.
 */
export async function lockCodes(tx: Database, code: string | null, orderIds: string[]): Promise<void> {
  const ofOrders = tx.select({ id: discountCodeUses.codeId }).from(discountCodeUses).where(inArray(discountCodeUses.orderId, orderIds));
  await tx
    .select({ id: discountCodes.id })
    .from(discountCodes)
    .where(or(code === null ? undefined : eq(discountCodes.code, code), orderIds.length ? inArray(discountCodes.id, ofOrders) : undefined))
    .orderBy(asc(discountCodes.id))
    .for('no key update');
}

export const isCode = async (db: Database, code: string): Promise<boolean> =>
  (await db.$count(discountCodes, eq(discountCodes.code, code))) > 0;

/**
 * `customerUses`: how often this customer has used the code. Unpaid checkouts only count if they come from the same network and, for an account,
 * from an account, because anybody can check out with somebody else's email.
 */
export async function findCode(
  db: Database,
  code: string,
  customer: CodeCustomer | null,
): Promise<(DiscountCodeRow & { customerUses: number }) | null> {
  const [row] = await db.select().from(discountCodes).where(eq(discountCodes.code, code));
  if (!row) return null;
  if (!customer || row.maxUsesPerCustomer === null) return { ...row, customerUses: 0 };
  const isPaid = or(isNotNull(orders.number), isNotNull(orders.processingSince));
  const isOwn = and(eq(orders.guestNetwork, customer.network ?? ''), customer.userId === null ? undefined : isNotNull(orders.userId));
  const [count] = await db
    .select({ uses: sql<number>`count(*)::int` })
    .from(discountCodeUses)
    .innerJoin(orders, eq(orders.id, discountCodeUses.orderId))
    .where(
      and(
        eq(discountCodeUses.codeId, row.id),
        inArray(discountCodeUses.customer, listStoredForms(customer)),
        sql`${discountCodeUses.isCounted}`,
        or(isPaid, isOwn),
      ),
    );
  return { ...row, customerUses: count?.uses ?? 0 };
}

/** False if the code has no use left. The statement itself checks, because what was read before may be outdated. */
export async function createCodeUse(tx: Database, codeId: string, orderId: string, customer: string): Promise<boolean> {
  const rows = await query(
    tx,
    sql`with taken as (
        update discount_codes set uses = uses + 1 where id = ${codeId} and (max_uses is null or uses < max_uses) returning id
      )
      insert into discount_code_uses (order_id, code_id, customer, is_counted) select ${orderId}, id, ${customer}, true from taken
      returning order_id`,
  );
  return rows.length > 0;
}

/** Gives back the order's use of its code, or counts it again, even beyond the limit. Call it with the code locked. */
export async function setCodeUseCounted(tx: Database, orderId: string, isCounted: boolean): Promise<void> {
  await query(
    tx,
    sql`with changed as (
        update discount_code_uses set is_counted = ${isCounted} where order_id = ${orderId} and is_counted <> ${isCounted} returning code_id
      )
      update discount_codes set uses = uses + ${isCounted ? 1 : -1} where id = (select code_id from changed) returning id`,
  );
}

/** Newest first. */
export async function listCodes(db: Database, offset: number, limit: number): Promise<DiscountCodeRow[]> {
  return db.select().from(discountCodes).orderBy(desc(discountCodes.createdAt), asc(discountCodes.id)).limit(limit).offset(offset);
}

/** Those of these codes that are there. */
export async function findCodes(db: Database, codes: string[]): Promise<Set<string>> {
  if (!codes.length) return new Set();
  const rows = await db.select({ code: discountCodes.code }).from(discountCodes).where(inArray(discountCodes.code, codes));
  return new Set(rows.map(({ code }) => code));
}

export async function createCodes(tx: Database, rows: (typeof discountCodes.$inferInsert)[]): Promise<void> {
  await tx.insert(discountCodes).values(rows);
}

/** Of the products that codes are for: what names them in files. */
export async function listProductSlugs(db: Database, by: { ids: string[] } | { slugs: string[] }): Promise<{ id: string; slug: string }[]> {
  const where = 'ids' in by ? inArray(products.id, by.ids) : inArray(products.slug, by.slugs);
  return db.select({ id: products.id, slug: products.slug }).from(products).where(where);
}

export const countCodes = (db: Database): Promise<number> => db.$count(discountCodes);

export async function createCode(db: Database, row: typeof discountCodes.$inferInsert): Promise<DiscountCodeRow> {
  const [created] = await db.insert(discountCodes).values(row).returning();
  if (!created) throw new Error('the insert returned no row');
  return created;
}

export async function listProductNames(db: Database, ids: string[]): Promise<{ _id: string; name: string }[]> {
  if (!ids.length) return [];
  return db
    .select({ _id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(products.name, products.id);
}

/** Locks the code until the transaction ends, so that nobody changes or uses it. */
export async function lockCode(tx: Database, id: string): Promise<DiscountCodeRow | null> {
  const [row] = await tx.select().from(discountCodes).where(eq(discountCodes.id, id)).for('no key update');
  return row ?? null;
}

export async function updateCode(tx: Database, id: string, fields: Partial<DiscountCodeFields>): Promise<DiscountCodeRow> {
  const [row] = await tx.update(discountCodes).set(fields).where(eq(discountCodes.id, id)).returning();
  if (!row) throw new Error('a locked code is gone');
  return row;
}
