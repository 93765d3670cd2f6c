import { asc, eq } from 'drizzle-orm';
import { takeNamedLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { webhookEndpoints } from '../../database/schema/messages.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** The oldest first. */
export const listEndpoints = (db: Database): Promise<EndpointRow[]> =>
  db.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));

export async function findEndpoint(db: Database, id: string): Promise<EndpointRow | null> {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  return row ?? null;
}

/** Locks the endpoint until the transaction ends; events can still be written for it. */
export async function lockEndpoint(tx: Database, id: string): Promise<EndpointRow | null> {
  const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('no key update');
  return row ?? null;
}

/** If two owners add an endpoint at once, one waits for the other, so that the limit holds. */
export async function lockEndpoints(tx: Database): Promise<void> {
  await takeNamedLock(tx, 'webhookEndpoints');
}

export const countEndpoints = (db: Database): Promise<number> => db.$count(webhookEndpoints);

export async function createEndpoint(db: Database, row: typeof webhookEndpoints.$inferInsert): Promise<EndpointRow> {
  const [created] = await db.insert(webhookEndpoints).values(row).returning();
  if (!created) throw new Error('an insert gave no row');
  return created;
}

type EndpointChange = Partial<Omit<typeof webhookEndpoints.$inferInsert, 'id' | 'createdAt' | 'version'>>;

/** Null if it no longer exists. */
export async function updateEndpoint(db: Database, id: string, change: EndpointChange): Promise<EndpointRow | null> {
  const [row] = await db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id)).returning();
  return row ?? null;
}

/** Whether there was one. */
export async function deleteEndpoint(db: Database, id: string): Promise<boolean> {
  return (await db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).returning({ id: webhookEndpoints.id })).length > 0;
}
