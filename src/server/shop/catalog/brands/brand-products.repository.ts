/** The products of a brand that is renamed or merged, some at a time. */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Rule } from '../../../../contract/rules.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { brands } from '../../database/schema/brand.ts';
import { collections } from '../../database/schema/collection.ts';
import { slugHistory } from '../../database/schema/content.ts';

export type UntidyBrand = Pick<typeof brands.$inferSelect, 'id' | 'name' | 'mergedInto'>;

const untidyColumns = { id: brands.id, name: brands.name, mergedInto: brands.mergedInto };

export async function hasUntidyBrands(db: Database): Promise<boolean> {
  return (await db.select({ id: brands.id }).from(brands).where(eq(brands.isUntidy, true)).limit(1)).length > 0;
}

export const listUntidyBrands = (db: Database): Promise<UntidyBrand[]> =>
  db.select(untidyColumns).from(brands).where(eq(brands.isUntidy, true)).orderBy(asc(brands.id));

export async function markMerged(tx: Database, id: string, into: string): Promise<UntidyBrand> {
  // Those whose products are still on their way to this one go on to that one.
  await tx.update(brands).set({ mergedInto: into }).where(eq(brands.mergedInto, id));
  const [row] = await tx
    .update(brands)
    .set({ mergedInto: into, isUntidy: true, imageId: null })
    .where(eq(brands.id, id))
    .returning(untidyColumns);
  if (!row) throw new Error('an update gave no row');
  return row;
}

/** Moves up to `limit` products to the brand that it is merged into, and returns how many. */
export async function moveProducts(tx: Database, { id, mergedInto }: UntidyBrand, limit: number, at: Date): Promise<number> {
  const rows = await query<{ id: string }>(
    tx,
    sql`update products p set brand_id = ${mergedInto}::uuid, updated_at = ${at.toISOString()}::timestamptz
      from (select id from products where brand_id = ${id}::uuid order by id limit ${limit} for no key update) batch where p.id = batch.id returning p.id`,
  );
  return rows.length;
}

/** Has the next `limit` products behind `after` found by the brand's name. Returns the last of them, or null at the end. */
export async function renameInFacets(tx: Database, id: string, after: string, limit: number): Promise<string | null> {
  const [last] = await query<{ id: string | null }>(
    tx,
    sql`with batch as (select id from products where brand_id = ${id}::uuid and id > ${after}::uuid order by id limit ${limit} for no key update),
      changed as (update products p set facets = all_facets(p.id, options, attributes, tags, brand_id, custom) from batch where p.id = batch.id)
      select (select id from batch order by id desc limit 1) as id`,
  );
  return last?.id ?? null;
}

/** Unless it was renamed again meanwhile: then the next run writes that name. */
export async function markTidy(tx: Database, { id, name }: UntidyBrand): Promise<void> {
  await tx
    .update(brands)
    .set({ isUntidy: false })
    .where(and(eq(brands.id, id), eq(brands.name, name)));
}

/** Deletes a merged brand whose name somebody gives to another one; links with its address still lead to the one that it was merged into. */
export async function releaseName(tx: Database, name: string): Promise<void> {
  const [freed] = await tx
    .delete(brands)
    .where(and(sql`lower(${brands.name}) = lower(${name})`, isNotNull(brands.mergedInto), eq(brands.isUntidy, false)))
    .returning({ id: brands.id, into: brands.mergedInto });
  if (!freed?.into) return;
  await tx
    .update(slugHistory)
    .set({ targetId: freed.into })
    .where(and(eq(slugHistory.kind, 'brand'), eq(slugHistory.targetId, freed.id)));
}

export async function deleteMerged(tx: Database, into: string): Promise<void> {
  await tx.delete(brands).where(eq(brands.mergedInto, into));
}

const replaceBrand = (rule: Rule, id: string, into: string): Rule => ({
  ...rule,
  conditions: rule.conditions.map((condition) =>
    condition.field === 'brand'
      ? { ...condition, brands: [...new Set(condition.brands.map((it) => (it.toLowerCase() === id ? into : it)))] }
      : condition,
  ),
});

/** Collections whose rule names the brand name the other one instead, as do saved views of products. */
export async function replaceInRules(tx: Database, id: string, into: string): Promise<void> {
  const rows = await tx
    .select({ id: collections.id, rule: collections.rule })
    .from(collections)
    .where(and(isNotNull(collections.rule), sql`${collections.rule}::text ilike ${`%${id}%`}`))
    .for('no key update');
  for (const { id: collection, rule } of rows)
    if (rule)
      await tx
        .update(collections)
        .set({ rule: replaceBrand(rule, id, into) })
        .where(eq(collections.id, collection));
  await query(tx, sql`update saved_views set query = replace(query, ${id}, ${into}) where list = 'products' and query like ${`%${id}%`}`);
}
