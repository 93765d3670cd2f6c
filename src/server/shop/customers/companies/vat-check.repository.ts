import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { orders } from '../../database/schema/order.ts';
import { vatChecks } from '../../database/schema/tax.ts';

/** The answers of VIES, and orders whose VAT ID had none when they were made. */
export type VatCheckRow = typeof vatChecks.$inferSelect;

export async function findVatCheck(db: Database, vatId: string, since: Date): Promise<VatCheckRow | null> {
  const [row] = await db
    .select()
    .from(vatChecks)
    .where(and(eq(vatChecks.vatId, vatId), gt(vatChecks.checkedAt, since)));
  return row ?? null;
}

/** Of two at once the later answer stays. */
export async function saveVatCheck(db: Database, { vatId, ...answer }: VatCheckRow): Promise<void> {
  await db
    .insert(vatChecks)
    .values({ vatId, ...answer })
    .onConflictDoUpdate({ target: vatChecks.vatId, set: answer, setWhere: sql`${vatChecks.checkedAt} <= excluded.checked_at` });
}

export async function deleteVatChecks(db: Database, before: Date): Promise<void> {
  await db.delete(vatChecks).where(lt(vatChecks.checkedAt, before));
}

/** VAT IDs of orders since then that VIES couldn't confirm in time, the newest first. */
export async function listUnansweredIds(db: Database, since: Date, limit: number): Promise<string[]> {
  const rows = await query<{ vatId: string }>(
    db,
    sql`select o.billing ->> 'vatId' as "vatId" from orders o
      where o.number is not null and o.created_at > ${since.toISOString()}::timestamptz and o.billing ->> 'vatStatus' = 'unavailable'
        and not o.billing ? 'confirmedLater' group by 1 order by max(o.created_at) desc limit ${limit}`,
  );
  return rows.map(({ vatId }) => vatId);
}

/** They stay taxed: only what is known of their VAT ID changes. */
export async function markConfirmedLater(tx: Database, vatId: string, since: Date, at: Date): Promise<void> {
  const isUnanswered = sql`${orders.number} is not null and ${orders.createdAt} > ${since.toISOString()}::timestamptz
    and ${orders.billing} ->> 'vatId' = ${vatId} and ${orders.billing} ->> 'vatStatus' = 'unavailable'`;
  const rows = await tx.select({ id: orders.id }).from(orders).where(isUnanswered).orderBy(orders.id).for('update');
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return;
  const found = JSON.stringify({ confirmedLater: at.toISOString() });
  await tx
    .update(orders)
    .set({ billing: sql`${orders.billing} || ${found}::jsonb`, version: sql`${orders.version} + 1` })
    .where(inArray(orders.id, ids));
}
