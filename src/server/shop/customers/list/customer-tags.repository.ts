/** Tags of customers. */
import { sql } from 'drizzle-orm';
import { CUSTOMER_TAGS_MAX } from '../../../../contract/limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';

export const listTags = (db: Database) =>
  query<{ tag: string; customers: number }>(
    db,
    sql`select tag, count(*)::int as customers from customers, unnest(tags) tag where tags <> '{}' group by tag order by lower(tag), tag`,
  );

export interface TagChange {
  add: string[];
  /** In small letters. */
  remove: string[];
}

const list = (texts: string[]) => sql`${sql.param(texts)}::text[]`;

/**
 * Returns how many of them have other tags now. Locked in the order of their ids, and computed from what the lock finds: of two changes at once
 * neither is lost.
 */
export async function changeTags(tx: Database, ids: string[], { add, remove }: TagChange): Promise<number> {
  await query(tx, sql`select from customers where id = any(${sql.param(ids)}::uuid[]) order by id for no key update`);
  const changed = await query(
    tx,
    sql`update customers c set tags = next.tags from (
        select id, array(select tag from (
            select tag from unnest(tags) tag where lower(tag) <> all(${list(remove)})
            union all
            select tag from unnest(${list(add)}) tag where lower(tag) <> all(array(select lower(has) from unnest(tags) has))
          ) kept order by lower(tag)) as tags
        from customers where id = any(${sql.param(ids)}::uuid[])
      ) next where c.id = next.id and c.tags <> next.tags returning c.id`,
  );
  return changed.length;
}

export async function hasTooManyTags(tx: Database, ids: string[]): Promise<boolean> {
  const found = await query(
    tx,
    sql`select from customers where id = any(${sql.param(ids)}::uuid[]) and cardinality(tags) > ${CUSTOMER_TAGS_MAX} limit 1`,
  );
  return found.length > 0;
}

/** Whether the customer is there. */
export async function clearConsent(db: Database, id: string): Promise<boolean> {
  return (await query(db, sql`update customers set consent_at = null where id = ${id} returning id`)).length > 0;
}
