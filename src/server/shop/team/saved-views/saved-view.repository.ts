import { and, count, eq, isNull, or, sql } from 'drizzle-orm';
import type { SavedView, ViewList } from '../../../../contract/saved-view.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { savedViews } from '../../database/schema/account.ts';

export type SavedViewRow = typeof savedViews.$inferSelect;

const toSavedView = ({ id, list, name, query, columns, userId }: SavedViewRow): SavedView => ({
  _id: id,
  list,
  name,
  query,
  columns,
  isShared: userId === null,
});

/** What this person may use: their own and everybody's. */
const isFor = (userId: string) => or(isNull(savedViews.userId), eq(savedViews.userId, userId));

export async function listViews(db: Database, userId: string, list: ViewList): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.list, list), isFor(userId)))
    .orderBy(sql`lower(${savedViews.name})`, savedViews.id);
  return rows.map(toSavedView);
}

export async function countViews(db: Database, userId: string | null, list: ViewList): Promise<number> {
  const isOf = userId === null ? isNull(savedViews.userId) : eq(savedViews.userId, userId);
  const [found] = await db
    .select({ views: count() })
    .from(savedViews)
    .where(and(eq(savedViews.list, list), isOf));
  return found?.views ?? 0;
}

export async function createView(db: Database, row: typeof savedViews.$inferInsert): Promise<void> {
  await db.insert(savedViews).values(row);
}

/** Nobody else changes or deletes it until the transaction ends. Null: it is gone, or somebody else's. */
export async function lockView(tx: Database, userId: string, id: string): Promise<SavedViewRow | null> {
  const [row] = await tx
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), isFor(userId)))
    .for('update');
  return row ?? null;
}

export async function updateView(
  tx: Database,
  id: string,
  change: Partial<Pick<SavedViewRow, 'name' | 'query' | 'columns'>>,
): Promise<void> {
  if (Object.keys(change).length) await tx.update(savedViews).set(change).where(eq(savedViews.id, id));
}

export async function deleteView(tx: Database, id: string): Promise<void> {
  await tx.delete(savedViews).where(eq(savedViews.id, id));
}
