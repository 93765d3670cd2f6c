/** Finds the products that rows of an import match. */

import { asc, inArray, sql } from 'drizzle-orm';
import type { BundlePartInput } from '../../../../../contract/bundle.ts';
import { type ProductOption, toChosenOptions } from '../../../../../contract/product-fields.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { query } from '../../../../platform/database/query.ts';
import { AppError } from '../../../../platform/errors.ts';
import { products } from '../../../database/schema/catalog.ts';
import { readCategoryPaths } from '../../categories/category-path.ts';
import { detailedColumns, toAdminProduct } from '../../products/product-row.repository.ts';
import type { NamedPart } from '../formats/part-cells.ts';
import type { FoundProduct } from './row-change.ts';

export async function listProductNames(db: Database): Promise<Set<string>> {
  const rows = await db.selectDistinct({ name: products.name }).from(products);
  return new Set(rows.map((row) => row.name));
}

interface Found {
  key: string;
  productId: string;
  variantId: string | null;
}

/** By lower-case SKU. A product's own SKU comes before one of a variant. */
async function findBySkus(db: Database, skus: string[]): Promise<Found[]> {
  if (!skus.length) return [];
  const asked = sql`${sql.param(skus)}::text[]`;
  return query<Found>(
    db,
    sql`select lower(sku) as key, product_id as "productId", id as "variantId" from product_variants where sku is not null and lower(sku) = any(${asked})
      union all select lower(sku), id, null from products where sku is not null and lower(sku) = any(${asked})`,
  );
}

/** `sources`: what names the product in the shops that it was imported from. */
async function findBySlugs(db: Database, slugs: string[]): Promise<(Found & { sources: string[] | null })[]> {
  if (!slugs.length) return [];
  return query(
    db,
    sql`select slug as key, id as "productId", null as "variantId",
      (select array_agg(source) from product_sources s where s.product_id = products.id) as sources
      from products where slug = any(${sql.param(slugs)}::text[])`,
  );
}

/** The parts of a bundle, by their SKUs or slugs. A bundle's row comes behind those of its parts. Throws `invalid_request`. */
export async function findParts(db: Database, named: NamedPart[] | undefined): Promise<{ parts?: BundlePartInput[] }> {
  if (!named) return {};
  const skus = named.map(({ sku }) => sku.toLowerCase());
  const bySku = new Map((await findBySkus(db, skus)).map((it) => [it.key, it]));
  const bySlug = new Map((await findBySlugs(db, skus)).map((it) => [it.key, it]));
  const parts = named.map(({ sku, count }) => {
    const found = bySku.get(sku.toLowerCase()) ?? bySlug.get(sku.toLowerCase());
    if (found) return { product: found.productId, ...(found.variantId && { variant: found.variantId }), count };
    const message = `there is no product with the SKU ${sku}: import it before the bundle`;
    throw new AppError('invalid_request', message, { issues: [{ path: 'parts', code: 'unknown', message }] });
  });
  return { parts };
}

/** By product: its variants with the values of their options. */
export async function listVariantIds(
  db: Database,
  productIds: string[],
): Promise<Map<string, { id: string; options: Record<string, string> }[]>> {
  const rows = await query<{ id: string; productId: string; values: string[]; options: ProductOption[] | null }>(
    db,
    sql`select v.id, v.product_id as "productId", v.option_values as values, p.options from product_variants v
      join products p on p.id = v.product_id where p.id = any(${sql.param(productIds)}::uuid[])`,
  );
  const named = rows.map(({ id, productId, values, options }) => ({ id, productId, options: toChosenOptions(options ?? [], values) }));
  return Map.groupBy(named, ({ productId }) => productId);
}

/** Products as other rows name them: by slug, else by SKU, in small letters. */
export async function findIdsByName(db: Database, names: string[]): Promise<Map<string, string>> {
  const found = [...(await findBySkus(db, names)), ...(await findBySlugs(db, names))];
  return new Map(found.map(({ key, productId }) => [key, productId]));
}

async function findBySources(db: Database, sources: string[]): Promise<Found[]> {
  if (!sources.length) return [];
  return query<Found>(
    db,
    sql`select source as key, product_id as "productId", null as "variantId" from product_sources where source = any(${sql.param(sources)}::text[])`,
  );
}

/** Those that have one already keep it. */
export async function createSources(db: Database, named: { source: string; productId: string }[]): Promise<void> {
  if (!named.length) return;
  await query(
    db,
    sql`insert into product_sources (source, product_id)
      select n.source, n."productId" from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(source text, "productId" uuid)
      on conflict do nothing`,
  );
}

export interface Matches {
  bySku: Map<string, FoundProduct>;
  bySlug: Map<string, FoundProduct>;
  bySource: Map<string, FoundProduct>;
  /** By slug. */
  sources: Map<string, string[]>;
}

/** Returns products by the key that found them. */
export async function findMatches(
  db: Database,
  { skus, slugs, sources, isLocked = false }: { skus: string[]; slugs: string[]; sources: string[]; isLocked?: boolean },
): Promise<Matches> {
  const [skuRows, slugRows, sourceRows] = [await findBySkus(db, skus), await findBySlugs(db, slugs), await findBySources(db, sources)];
  const ids = [...new Set([...skuRows, ...slugRows, ...sourceRows].map(({ productId }) => productId))];
  // Locked in the order in which carts lock them, and before they are read, because stock read earlier may be sold meanwhile.
  if (isLocked && ids.length)
    await db
      .select({ id: products.id })
      .from(products)
      .where(inArray(products.id, ids))
      .orderBy(asc(products.isBundle), asc(products.id))
      .for('update');
  const rows = ids.length ? await db.select(detailedColumns).from(products).where(inArray(products.id, ids)) : [];
  const paths = await readCategoryPaths(db);
  const byId = new Map(rows.map((row) => [row._id, { product: toAdminProduct(row), paths }]));
  const toMap = (found: Found[]) =>
    new Map(
      found.flatMap(({ key, productId, variantId }) => {
        const product = byId.get(productId);
        return product ? [[key, { ...product, variantId }] as const] : [];
      }),
    );
  const sourcesBySlug = new Map(slugRows.map(({ key, sources: own }) => [key, own ?? []]));
  return { bySku: toMap(skuRows), bySlug: toMap(slugRows), bySource: toMap(sourceRows), sources: sourcesBySlug };
}
