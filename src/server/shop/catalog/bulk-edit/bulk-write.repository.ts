/** Writes a page of a bulk edit: each kind of change in one statement for all its products. The caller has locked their rows. */
import { inArray, sql } from 'drizzle-orm';
import type { BulkRefusal } from '../../../../contract/bulk-edit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { addUnattachedImages, listShownImageIds, takeUnattachedImages } from '../../content/media/image.repository.ts';
import { products } from '../../database/schema/catalog.ts';
import { editStocks } from '../../inventory/stock-edit.repository.ts';
import { setStockPolicy, setVariantPolicies, sumVariantStock } from '../../inventory/stock-policy.repository.ts';
import { findBrand } from '../brands/brand.repository.ts';
import { listCandidates, lockBundle, replaceParts } from '../bundles/bundle.repository.ts';
import { listCategoryNames } from '../categories/category.repository.ts';
import { listTakenSkus } from '../products/variant.repository.ts';
import type { DeletedProduct } from './bulk-edit.repository.ts';
import type { BulkDetails, BulkPrice, BulkState } from './bulk-plan.ts';

/** All columns except generated ones. */
async function listColumns(tx: Database, table: string): Promise<string> {
  const rows = await query<{ name: string }>(
    tx,
    sql`select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  return rows.map(({ name }) => `"${name}"`).join(', ');
}

/** Why the product can't be restored; null: it can. */
async function findObstacle(tx: Database, id: string, { product, variants }: DeletedProduct): Promise<BulkRefusal | null> {
  const [found] = await query<{ exists: boolean; slug: boolean; category: boolean }>(
    tx,
    sql`select exists (select from products where id = ${id}) as exists, exists (select from products where slug = ${product.slug}) as slug,
      exists (select from categories where id = ${product.category_id} for key share) as category`,
  );
  if (found?.exists) return 'exists';
  if (found?.slug) return 'slug_taken';
  const skus = [product.sku, ...variants.map(({ sku }) => sku)].filter((it) => it !== null);
  if ((await listTakenSkus(tx, skus, id)).size) return 'sku_taken';
  return found?.category ? null : 'category_gone';
}

/**
 * Restores a deleted product under its old id, so that the ledger and links still refer to it. Its stock is the sum of the ledger, which orders may
 * have changed meanwhile. Returns why it couldn't be restored; null: it was.
 */
export async function restoreProduct(tx: Database, id: string, deleted: DeletedProduct): Promise<BulkRefusal | null> {
  const obstacle = await findObstacle(tx, id, deleted);
  if (obstacle) return obstacle;
  const { product, images, variants, parts = [] } = deleted;
  const imageIds = [...new Set([product.image_id, ...images.map(({ image_id }) => image_id)])];
  // Images that another product shows, such as a copy of this one, still exist too.
  const shown = await listShownImageIds(tx, imageIds);
  if (imageIds.some((it) => !shown.has(it))) return 'images_gone';
  await takeUnattachedImages(tx, imageIds);
  const insert = async (table: string, rows: unknown[]) => {
    if (!rows.length) return;
    const columns = sql.raw(await listColumns(tx, table));
    const name = sql.raw(table);
    await query(
      tx,
      sql`insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`,
    );
  };
  const further = product.further_category_ids ?? [];
  const existing = await listCategoryNames(tx, further);
  const hasBrand = product.brand_id && (await findBrand(tx, product.brand_id));
  const kept = {
    is_bundle: false,
    is_part: product.is_part ?? false,
    further_category_ids: further.filter((it) => existing.has(it)),
    brand_id: hasBrand ? product.brand_id : null,
  };
  // One that was deleted by an earlier version has neither.
  await insert('products', [{ tags: [], related_product_ids: [], ...product, ...kept }]);
  await insert('product_images', images);
  await insert('product_variants', variants);
  await query(
    tx,
    sql`update product_variants v set quantity = quantity_by_policy(stock_policy, there),
        on_hand = case when stock_policy is null and there >= 0 then null else there end
      from (select o.id, (select coalesce(sum(available), 0)::int from stock_movements where variant_id = o.id) as there
        from product_variants o where product_id = ${id}) ledger where v.id = ledger.id`,
  );
  await query(
    tx,
    sql`update products set quantity = quantity_by_policy(stock_policy, there), version = version + 1,
        on_hand = case when options is not null or (stock_policy is null and there >= 0) then null else there end
      from (select coalesce(sum(available), 0)::int as there from stock_movements where product_id = ${id}) ledger where id = ${id}`,
  );
  await sumVariantStock(tx, id);
  if (parts.length) await restoreParts(tx, id, parts);
  return null;
}

/** A part that was deleted, or made a bundle, is left out; a bundle without parts is none, and has nothing in stock. */
async function restoreParts(tx: Database, id: string, deleted: NonNullable<DeletedProduct['parts']>): Promise<void> {
  const parts = deleted.map((it) => ({ productId: it.product_id, variantId: it.variant_id, count: it.count }));
  await lockBundle(
    tx,
    id,
    parts.map(({ productId }) => productId),
  );
  const candidates = await listCandidates(
    tx,
    parts.map(({ productId }) => productId),
  );
  await replaceParts(
    tx,
    id,
    parts.filter(({ productId }) => candidates.get(productId)?.isBundle === false),
  );
}

export interface PlannedChange {
  id: string;
  /** How many there are, by the ledger. */
  there: number;
  before: BulkState;
  after: BulkState;
  /** `after.details` with the brand's id. */
  details?: Omit<Partial<BulkDetails>, 'brandName'> & { brandId?: string | null };
}

/** The product's own price follows that of its variants, by functions/variant_changed.sql. */
async function writePrices(tx: Database, changes: PlannedChange[], at: Date): Promise<void> {
  const own = changes.flatMap(({ id, after: { variants, priceCents, compareAtCents } }) =>
    variants || priceCents === undefined ? [] : [{ id, priceCents, compareAtCents: compareAtCents ?? null }],
  );
  const variants = changes.flatMap(({ after }) => after.variants ?? []);
  const toRows = (rows: (BulkPrice & { id: string })[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(id uuid, "priceCents" int, "compareAtCents" int)`;
  if (own.length)
    await query(
      tx,
      sql`update products p set price_cents = r."priceCents", compare_at_cents = r."compareAtCents", updated_at = ${at.toISOString()}
        from ${toRows(own)} where p.id = r.id`,
    );
  if (variants.length)
    await query(
      tx,
      sql`update product_variants v set price_cents = r."priceCents", compare_at_cents = r."compareAtCents" from ${toRows(variants)} where v.id = r.id`,
    );
}

async function writeColumns(tx: Database, changes: PlannedChange[], at: Date): Promise<void> {
  const rows = changes.flatMap(({ id, after: { categoryId, furtherCategoryIds, status, attributes, custom } }) =>
    categoryId || furtherCategoryIds || status || attributes || custom
      ? [{ id, categoryId, furtherCategoryIds, status, attributes, custom }]
      : [],
  );
  if (!rows.length) return;
  await query(
    tx,
    sql`update products p set category_id = coalesce(r."categoryId", p.category_id),
        further_category_ids = coalesce(r."furtherCategoryIds", p.further_category_ids), status = coalesce(r.status, p.status),
        attributes = coalesce(r.attributes, p.attributes), custom = nullif(coalesce(r.custom, p.custom), '{}'), updated_at = ${at.toISOString()}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "categoryId" uuid, "furtherCategoryIds" uuid[], status text, attributes jsonb, custom jsonb) where p.id = r.id`,
  );
}

/** The column of each. */
const DETAILS: Record<Exclude<keyof BulkDetails, 'brandName'> | 'brandId', string> = {
  brandId: 'brand_id',
  vendor: 'vendor',
  tags: 'tags',
  costCents: 'cost_cents',
  condition: 'condition',
  taxClass: 'tax_class',
  minimumAge: 'minimum_age',
  handlingDays: 'handling_days',
  maker: 'maker',
};

/** One statement for all products that change the same columns, which in an edit are all. */
async function writeDetails(tx: Database, changes: PlannedChange[], at: Date): Promise<void> {
  const sent = changes.flatMap(({ id, details }) => (details ? [{ id, ...details }] : []));
  const groups = Map.groupBy(sent, ({ id: _id, ...details }) => Object.keys(details).sort().join());
  for (const [key, rows] of groups) {
    const names = key.split(',').filter((name): name is keyof typeof DETAILS => Object.hasOwn(DETAILS, name));
    const assigned = names.map((name) => `${DETAILS[name]} = r."${name}"`).join(', ');
    await query(
      tx,
      sql`update products p set ${sql.raw(assigned)}, updated_at = ${at.toISOString()}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "brandId" uuid, vendor text, tags text[], "costCents" int, condition text, "taxClass" text, "minimumAge" text, "handlingDays" text, maker text)
        where p.id = r.id`,
    );
  }
}

/** The image files are kept for a day, in which the deletion can be undone. Returns the deleted rows by product id. */
async function deleteProducts(tx: Database, ids: string[], at: Date): Promise<Map<string, DeletedProduct>> {
  const rows = await query<{ id: string } & DeletedProduct>(
    tx,
    sql`select id, to_jsonb(products) - 'name_words' as product,
      (select coalesce(jsonb_agg(to_jsonb(i) order by position), '[]') from product_images i where i.product_id = products.id) as images,
      (select coalesce(jsonb_agg(to_jsonb(v) order by position), '[]') from product_variants v where v.product_id = products.id) as variants,
      (select coalesce(jsonb_agg(to_jsonb(b) order by position), '[]') from bundle_parts b where b.bundle_id = products.id) as parts
      from products where id = any(${sql.param(ids)}::uuid[])`,
  );
  const imageIds = rows.flatMap(({ product, images }) => [product.image_id, ...images.map(({ image_id }) => image_id)]);
  await tx.delete(products).where(inArray(products.id, ids));
  await addUnattachedImages(tx, [...new Set(imageIds)], at);
  return new Map(rows.map(({ id, ...deleted }) => [id, deleted]));
}

/** The caller has locked the products. `there`: how many of each there are. */
async function writePolicies(tx: Database, changes: PlannedChange[]): Promise<void> {
  for (const { id, there, after } of changes) {
    const own = after.policies?.find((it) => it.id === id);
    if (own) await setStockPolicy(tx, id, own.stockPolicy, there);
    else if (after.policies) {
      await setVariantPolicies(tx, after.policies);
      await sumVariantStock(tx, id);
    }
  }
}

/** Returns what was deleted. */
export async function writeChanges(tx: Database, changes: PlannedChange[], at: Date): Promise<Map<string, DeletedProduct>> {
  await writePrices(tx, changes, at);
  await writeColumns(tx, changes, at);
  await writeDetails(tx, changes, at);
  await writePolicies(tx, changes);
  const stock = changes.flatMap(({ id, before, after }) =>
    before.quantity === undefined || after.quantity === undefined ? [] : [{ productId: id, change: after.quantity - before.quantity }],
  );
  await editStocks(tx, stock, at);
  const deleted = changes.flatMap(({ id, after }) => (after.isDeleted ? [id] : []));
  return deleted.length ? deleteProducts(tx, deleted, at) : new Map();
}
