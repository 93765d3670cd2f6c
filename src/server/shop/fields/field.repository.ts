/** The merchant's fields, and which rows have values of them. */
import { and, asc, count, eq, max, type SQL, sql } from 'drizzle-orm';
import type { CustomFields, LinkedProduct } from '../../../contract/custom-field-values.ts';
import type { CustomField, FieldOwner } from '../../../contract/custom-fields.ts';
import { FIELD_TEXT_MAX_LENGTH } from '../../../contract/limits.ts';
import { takeNamedLock } from '../../platform/database/advisory-locks.ts';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { customFields } from '../database/schema/custom-field.ts';

export type FieldRow = typeof customFields.$inferSelect;

/** The table that has the values of each kind of thing. */
const TABLES: Record<FieldOwner, SQL> = {
  product: sql`products`,
  variant: sql`product_variants`,
  category: sql`categories`,
  customer: sql`customers`,
  order: sql`orders`,
};

export const toField = ({ id, owner, key, name, help, type, choices, isVisible, isFilter, version }: FieldRow): CustomField => ({
  _id: id,
  owner,
  key,
  name,
  help,
  type,
  choices,
  isVisible,
  isFilter,
  version,
});

const isThere = eq(customFields.isDeleted, false);
const isOf = (owner: FieldOwner | undefined) => (owner ? and(isThere, eq(customFields.owner, owner)) : isThere);

/** In the merchant's order. */
export async function listFields(db: Database, owner?: FieldOwner): Promise<CustomField[]> {
  const rows = await db
    .select()
    .from(customFields)
    .where(isOf(owner))
    .orderBy(asc(customFields.owner), asc(customFields.position), asc(customFields.id));
  return rows.map(toField);
}

/** None of them is changed or deleted until the transaction ends, so that no value is written of a field that is gone. */
export async function lockFields(tx: Database, owner: FieldOwner): Promise<CustomField[]> {
  const rows = await tx.select().from(customFields).where(isOf(owner)).orderBy(asc(customFields.position)).for('share');
  return rows.map(toField);
}

export async function findField(db: Database, id: string): Promise<FieldRow | null> {
  const [row] = await db
    .select()
    .from(customFields)
    .where(and(isThere, eq(customFields.id, id)));
  return row ?? null;
}

export async function lockField(tx: Database, id: string): Promise<FieldRow | null> {
  const [row] = await tx
    .select()
    .from(customFields)
    .where(and(isThere, eq(customFields.id, id)))
    .for('update');
  return row ?? null;
}

/** Nobody else defines a field until the transaction ends. */
export const lockDefinitions = (tx: Database): Promise<void> => takeNamedLock(tx, 'customFields');

export async function countFields(tx: Database, owner: FieldOwner): Promise<{ fields: number; last: number }> {
  const [found] = await tx
    .select({ fields: count(), last: max(customFields.position) })
    .from(customFields)
    .where(isOf(owner));
  return { fields: found?.fields ?? 0, last: found?.last ?? 0 };
}

export async function createField(tx: Database, row: typeof customFields.$inferInsert): Promise<CustomField> {
  const [created] = await tx.insert(customFields).values(row).returning();
  if (!created) throw new Error('an insert gave no row');
  return toField(created);
}

export type FieldChange = Partial<
  Pick<FieldRow, 'name' | 'help' | 'type' | 'choices' | 'isVisible' | 'isFilter' | 'isDeleted' | 'isUntidy'>
>;

export async function updateField(tx: Database, id: string, change: FieldChange): Promise<CustomField> {
  const [row] = await tx.update(customFields).set(change).where(eq(customFields.id, id)).returning();
  if (!row) throw new Error('an update gave no row');
  return toField(row);
}

/** Numbers them from 1, and writes only what differs. */
export async function orderFields(tx: Database, ids: readonly string[]): Promise<void> {
  await query(
    tx,
    sql`update custom_fields set position = place from unnest(${sql.param(ids)}::uuid[]) with ordinality wanted (wanted_id, place)
      where id = wanted_id and position <> place`,
  );
}

/** How many rows have a value, up to `limit`. */
export async function countValues(db: Database, { owner, key }: Pick<FieldRow, 'owner' | 'key'>, limit: number): Promise<number> {
  const [found] = await query<{ values: number }>(
    db,
    sql`select count(*)::int as values from (select from ${TABLES[owner]} where custom ? ${key} limit ${limit}) found`,
  );
  return found?.values ?? 0;
}

export const countChoices = (db: Database, { owner, key }: Pick<FieldRow, 'owner' | 'key'>, limit: number) =>
  query<{ choice: string; values: number }>(
    db,
    sql`select choice, count(*)::int as values from (select custom ->> ${key} as choice from ${TABLES[owner]} where custom ? ${key} limit ${limit}) found
      group by choice order by choice`,
  );

/** `isPublic`: only those that are in the shop. */
export const listNamedProducts = (db: Database, ids: string[], isPublic = false) =>
  query<LinkedProduct>(
    db,
    sql`select id as _id, name, slug from products where id = any(${sql.param(ids)}::uuid[])
      and (${!isPublic} or (status = 'active' and (publish_until is null or publish_until > now())))`,
  );

export async function listUntidy(db: Database): Promise<FieldRow[]> {
  return db.select().from(customFields).where(eq(customFields.isUntidy, true)).orderBy(asc(customFields.createdAt));
}

export async function hasUntidy(db: Database): Promise<boolean> {
  return (await db.select({ id: customFields.id }).from(customFields).where(eq(customFields.isUntidy, true)).limit(1)).length > 0;
}

/**
 * Takes the value from the next rows behind `after` that have one: of a deleted field, otherwise one that is none of its choices. Returns the last
 * id, or null at the end.
 */
export async function removeValues(
  tx: Database,
  { owner, key, choices, isDeleted }: FieldRow,
  after: string,
  limit: number,
): Promise<string | null> {
  const table = TABLES[owner];
  const isLost = isDeleted ? sql`true` : sql`custom ->> ${key} <> all(${sql.param(choices)}::text[])`;
  const [last] = await query<{ id: string | null }>(
    tx,
    sql`with batch as (select id from ${table} where id > ${after}::uuid and custom ? ${key} and ${isLost} order by id limit ${limit} for update),
      changed as (update ${table} t set custom = nullif(t.custom - ${key}::text, '{}') from batch where t.id = batch.id)
      select (select id from batch order by id desc limit 1) as id`,
  );
  return last?.id ?? null;
}

/** Once its values are gone. */
export async function finishField(tx: Database, { id, isDeleted, choices }: FieldRow): Promise<void> {
  if (isDeleted) await tx.delete(customFields).where(eq(customFields.id, id));
  // Somebody may have changed the choices meanwhile: then the next run looks again.
  else
    await tx
      .update(customFields)
      .set({ isUntidy: false })
      .where(and(eq(customFields.id, id), sql`${customFields.choices} = ${sql.param(choices)}::text[]`));
}

/**
 * Whether a product has this value of a field, for the table and whoever else chooses products by rules. Yes and no as the API writes them. What is
 * short enough is among the facets, whose index finds it. Empty: it has no value at all.
 */
export const hasFieldValue = (key: string, value: string): SQL =>
  value ? hasAnyFieldValue(key, [value]) : sql`not coalesce(custom ? ${key}, false)`;

/** Any of these values. Never null, so that it can be turned around. */
export function hasAnyFieldValue(key: string, values: readonly string[]): SQL {
  const { short = [], long = [] } = Object.groupBy(values, (it) => (it.length <= FIELD_TEXT_MAX_LENGTH ? 'short' : 'long'));
  const isShort = sql`facets && ${sql.param(short.map((it) => `f${key}:${it}`))}::text[]`;
  if (!long.length) return isShort;
  return sql`(${isShort} or coalesce(custom ->> ${key} = any(${sql.param(long)}::text[]), false))`;
}

interface FieldBounds {
  type: 'number' | 'date';
  atLeast: number | string | undefined;
  atMost: number | string | undefined;
}

/** Both inclusive, an absent one is none. Null for a product without a value, and for one that was written while the field had another type. */
export function isFieldBetween(key: string, { type, atLeast, atMost }: FieldBounds): SQL {
  const [value, isOne] =
    type === 'number'
      ? [sql`(custom ->> ${key})::numeric`, sql`jsonb_typeof(custom -> ${key}) = 'number'`]
      : [sql`(custom ->> ${key}) collate "C"`, sql`custom ->> ${key} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`];
  const bound = (it: number | string) => (type === 'number' ? sql`${it}::numeric` : sql`${it}::text`);
  const from = atLeast === undefined ? [] : [sql`${value} >= ${bound(atLeast)}`];
  const to = atMost === undefined ? [] : [sql`${value} <= ${bound(atMost)}`];
  return sql`case when ${isOne} then ${sql.join([...from, ...to], sql` and `)} end`;
}

/** Titles of collections whose rule names the field, up to `limit`. */
export async function listNamingCollections(
  db: Database,
  { owner, key }: Pick<FieldRow, 'owner' | 'key'>,
  limit: number,
): Promise<string[]> {
  if (owner !== 'product') return [];
  const condition = JSON.stringify({ conditions: [{ field: 'custom-field', key }] });
  const rows = await query<{ title: string }>(
    db,
    sql`select title from collections where rule @> ${condition}::jsonb order by lower(title), id limit ${limit}`,
  );
  return rows.map(({ title }) => title);
}

/** Null: there is no such row. Nobody else changes it until the transaction ends. */
export async function lockValues(tx: Database, owner: FieldOwner, id: string): Promise<{ custom: CustomFields | null } | null> {
  const [row] = await query<{ custom: CustomFields | null }>(
    tx,
    sql`select custom from ${TABLES[owner]} where id = ${id} for no key update`,
  );
  return row ?? null;
}

export async function writeValues(tx: Database, owner: FieldOwner, id: string, custom: CustomFields | null): Promise<void> {
  await query(tx, sql`update ${TABLES[owner]} set custom = ${custom && JSON.stringify(custom)}::jsonb where id = ${id}`);
}

/** Of what is stored; null too where there is no such row. */
export async function findValues(db: Database, owner: FieldOwner, id: string): Promise<CustomFields | null> {
  const [row] = await query<{ custom: CustomFields | null }>(db, sql`select custom from ${TABLES[owner]} where id = ${id}`);
  return row?.custom ?? null;
}
