import { asc, eq, inArray } from 'drizzle-orm';
import { toDollars } from '../../../../contract/money.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { disputes } from '../../database/schema/dispute.ts';

export type DisputeRow = typeof disputes.$inferSelect;

/** Call it with the order locked. */
export async function findDispute(tx: Database, id: string): Promise<DisputeRow | null> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id));
  return row ?? null;
}

export async function saveDispute(tx: Database, { id, orderId, ...row }: DisputeRow): Promise<void> {
  await tx
    .insert(disputes)
    .values({ id, orderId, ...row })
    .onConflictDoUpdate({ target: disputes.id, set: row });
}

/** The disputes by order id, the oldest first. */
export async function listDisputes(db: Database, orderIds: string[]): Promise<Map<string, AdminOrder['disputes']>> {
  const rows = await db
    .select()
    .from(disputes)
    .where(inArray(disputes.orderId, orderIds))
    .orderBy(asc(disputes.openedAt), asc(disputes.id));
  const byOrder = Map.groupBy(rows, (it) => it.orderId);
  return new Map([...byOrder].map(([orderId, list]) => [orderId, list.map(toDispute)]));
}

const toDispute = ({
  amountCents,
  reason,
  status,
  openedAt,
  respondBy,
  isWithdrawn,
  closedAt,
}: DisputeRow): AdminOrder['disputes'][number] => ({
  at: openedAt.toISOString(),
  amount: toDollars(amountCents),
  reason,
  status,
  respondBy: respondBy?.toISOString() ?? null,
  withdrawn: isWithdrawn,
  closedAt: closedAt?.toISOString() ?? null,
});
