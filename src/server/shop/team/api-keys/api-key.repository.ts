import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { ApiKeyScope } from '../../../../contract/endpoint.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { apiKeys, effectiveTeamRole, users } from '../../database/schema/account.ts';

const isOfOwner = sql<boolean>`(coalesce(${effectiveTeamRole} = 'owner', false) and ${users.disabledAt} is null)`;

const listedColumns = {
  _id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  scopes: apiKeys.scopes,
  by: users.name,
  isOfOwner,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  usedAt: apiKeys.usedAt,
};

export const listApiKeys = (db: Database) =>
  db.select(listedColumns).from(apiKeys).innerJoin(users, eq(users.id, apiKeys.userId)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));

export interface UsableKey {
  id: string;
  name: string;
  userId: string;
  scopes: ApiKeyScope[];
  usedAt: Date | null;
}

/** Null if the key is unknown, revoked or expired, or if its creator is no longer an owner. */
export async function findUsableKey(db: Database, keyHash: string, now: Date): Promise<UsableKey | null> {
  const [row] = await db
    .select({ id: apiKeys.id, name: apiKeys.name, userId: apiKeys.userId, scopes: apiKeys.scopes, usedAt: apiKeys.usedAt })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.keyHash, keyHash), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)), isOfOwner));
  return row ?? null;
}

/** If many calls come at once, in whatever process, only one of them writes. */
export async function updateKeyUse(db: Database, id: string, now: Date, ifBefore: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({ usedAt: now })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.usedAt), lt(apiKeys.usedAt, ifBefore))));
}

export async function createApiKey(db: Database, key: typeof apiKeys.$inferInsert): Promise<void> {
  await db.insert(apiKeys).values(key);
}

/** Whether there was one. */
export async function deleteApiKey(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(apiKeys).where(eq(apiKeys.id, id)).returning({ id: apiKeys.id });
  return rows.length > 0;
}
