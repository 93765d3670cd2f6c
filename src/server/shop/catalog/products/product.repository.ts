import { desc, eq, like, or, sql } from 'drizzle-orm';
import type { AdminProduct } from '../../../../contract/product-admin.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { insertRows, query } from '../../../platform/database/query.ts';
import { productImages, products } from '../../database/schema/catalog.ts';
import { createMovements } from '../../inventory/stock.repository.ts';
import { editStocks } from '../../inventory/stock-edit.repository.ts';
import { listParts } from '../bundles/bundle.repository.ts';
import { type DetailedRow, detailedColumns, type ImageRow, ownColumns, toAdminProduct } from './product-row.repository.ts';
import { listVariants } from './variant.repository.ts';

/** Column and type for each field of a change. */
const COLUMNS = {
  name: ['name', 'text'],
  description: ['description', 'text'],
  descriptionMarkdown: ['description_markdown', 'text'],
  priceCents: ['price_cents', 'int'],
  compareAtCents: ['compare_at_cents', 'int'],
  weightGrams: ['weight_grams', 'int'],
  status: ['status', 'text'],
  attributes: ['attributes', 'jsonb'],
  custom: ['custom', 'jsonb'],
  shipping: ['shipping', 'smallint'],
  categoryId: ['category_id', 'uuid'],
  furtherCategoryIds: ['further_category_ids', 'uuid[]'],
  publishFrom: ['publish_from', 'timestamptz'],
  publishUntil: ['publish_until', 'timestamptz'],
  barcode: ['barcode', 'text'],
  condition: ['condition', 'text'],
  seoTitle: ['seo_title', 'text'],
  seoDescription: ['seo_description', 'text'],
  googleCategory: ['google_category', 'text'],
  withdrawalException: ['withdrawal_exception', 'text'],
  soldAs: ['sold_as', 'text'],
  minimumAge: ['minimum_age', 'text'],
  handlingDays: ['handling_days', 'text'],
  maker: ['maker', 'text'],
  safetyWarnings: ['safety_warnings', 'text'],
  guaranteeYears: ['guarantee_years', 'text'],
  guaranteeText: ['guarantee_text', 'text'],
  guaranteeLabel: ['guarantee_label', 'text'],
  vendor: ['vendor', 'text'],
  countryOfOrigin: ['country_of_origin', 'text'],
  hsCode: ['hs_code', 'text'],
  taxClass: ['tax_class', 'text'],
  contents: ['contents', 'numeric'],
  contentsUnit: ['contents_unit', 'text'],
  brandId: ['brand_id', 'uuid'],
  tags: ['tags', 'text[]'],
  costCents: ['cost_cents', 'int'],
  relatedProductIds: ['related_product_ids', 'uuid[]'],
} as const;

/**
 * For a transaction that writes many products. Their numbers by price are then counted once a statement (functions/product_changed.sql), and on the
 * embedded database the search indexes are written once at its end, which takes half the time and a third of the log.
 */
export async function mergeIndexEntries<T>(tx: Database, write: () => Promise<T>): Promise<T> {
  await query(tx, sql`select set_config('storefront.many_products', 'on', true), collect_index_entries()`);
  const written = await write();
  await query(tx, sql`select merge_index_entries()`);
  return written;
}

export type PlainColumn = keyof typeof COLUMNS;
export type PlainUpdate = Pick<ProductUpdate, PlainColumn>;

export const isPlainColumn = (name: string): name is PlainColumn => Object.hasOwn(COLUMNS, name);

export interface PlainChange {
  id: string;
  columns: PlainUpdate;
  /** By how many pieces the stock changes. */
  stock: number;
}

/**
 * For locked products without options that have enough in stock. One statement for all products that change the same columns, which in an import
 * is usually all of them.
 */
export async function changePlainProducts(tx: Database, changes: PlainChange[], at: Date): Promise<void> {
  const groups = Object.groupBy(changes, ({ columns }) => Object.keys(columns).sort().join());
  for (const [key, group = []] of Object.entries(groups)) {
    const names = key.split(',').filter(isPlainColumn);
    const rows = group.map(({ id, columns, stock }) => ({ productId: id, change: stock, ...columns }));
    const assigned = names.map((name) => `${COLUMNS[name][0]} = c."${name}"`).join(', ');
    const types = names.map((name) => `, "${name}" ${COLUMNS[name][1]}`).join('');
    const others = { assigned: sql`${sql.raw(assigned)}, updated_at = ${at.toISOString()}::timestamptz`, types: sql.raw(types) };
    await editStocks(tx, rows, at, names.length ? others : undefined);
  }
}

/** As the team sees it, with the version that an edit form sends back. Others get what toPublicProduct makes of it. */
export interface VersionedProduct {
  product: AdminProduct;
  version: number;
}

export const toVersioned = (row: DetailedRow): VersionedProduct => ({ product: toAdminProduct(row), version: row.version });

export async function findProduct(db: Database, id: string): Promise<VersionedProduct | null> {
  const [row] = await db.select(detailedColumns).from(products).where(eq(products.id, id));
  return row ? toVersioned(row) : null;
}

/** Finds a product of any status. */
export async function findProductBySlug(db: Database, slug: string): Promise<VersionedProduct | null> {
  const [row] = await db.select(detailedColumns).from(products).where(eq(products.slug, slug));
  return row ? toVersioned(row) : null;
}

async function listMoreImages(tx: Database, productId: string): Promise<ImageRow[]> {
  const { imageId, alt, position } = productImages;
  return tx.select({ imageId, alt }).from(productImages).where(eq(productImages.productId, productId)).orderBy(position);
}

/**
 * Locks the product until the transaction ends, so that nobody else changes or sells it or its variants. Images and variants are read after
 * it is locked, because a subquery of the locking statement would see their state from before the wait.
 */
export async function lockProduct(tx: Database, id: string): Promise<DetailedRow | null> {
  const [row] = await tx.select(ownColumns).from(products).where(eq(products.id, id)).for('update');
  if (!row) return null;
  const parts = row.isBundle ? ((await listParts(tx, [id])).get(id) ?? []) : null;
  return {
    ...row,
    moreImages: await listMoreImages(tx, id),
    variants: row.options ? await listVariants(tx, id) : [],
    parts,
    bundles: null,
  };
}

/** Replaces all images but the first, which is in the product's own row. Open forms and cached responses of the product become stale. */
export async function replaceMoreImages(tx: Database, productId: string, images: ImageRow[]): Promise<void> {
  await tx.delete(productImages).where(eq(productImages.productId, productId));
  if (images.length) await tx.insert(productImages).values(images.map((it, index) => ({ ...it, productId, position: index + 1 })));
  await tx
    .update(products)
    .set({ version: sql`${products.version} + 1` })
    .where(eq(products.id, productId));
}

export async function findNewestImageId(db: Database): Promise<string | null> {
  const [row] = await db.select({ imageId: products.imageId }).from(products).orderBy(desc(products.createdAt)).limit(1);
  return row?.imageId ?? null;
}

/** Which of these slugs products have. */
export async function listTakenSlugs(db: Database, slugs: string[]): Promise<Set<string>> {
  if (!slugs.length) return new Set();
  const rows = await query<{ slug: string }>(db, sql`select slug from products where slug = any(${sql.param(slugs)}::text[])`);
  return new Set(rows.map(({ slug }) => slug));
}

/** The slugs that are `slug` or begin with `slug-`. A slug contains no wildcard of `like`. */
export async function listProductSlugs(db: Database, slug: string): Promise<Set<string>> {
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .where(or(eq(products.slug, slug), like(products.slug, `${slug}-%`)));
  return new Set(rows.map((row) => row.slug));
}

export type NewProduct = Omit<typeof products.$inferInsert, 'createdAt'> & { createdAt: Date; moreImages?: ImageRow[] };

/** Also writes their initial stock to the ledger. Without variants. */
export async function createProducts(tx: Database, created: NewProduct[], at: Date): Promise<void> {
  if (!created.length) return;
  await insertRows(tx, products, created);
  const images = created.flatMap(({ id, moreImages = [] }) =>
    moreImages.map((it, index) => ({ ...it, productId: id, position: index + 1 })),
  );
  await insertRows(tx, productImages, images);
  const moves = created.map(({ id, quantity, onHand }) => ({
    productId: id,
    variantId: null,
    kind: 'import' as const,
    quantity: onHand ?? quantity,
  }));
  await createMovements(tx, moves, at);
}

/** Creates one product, as createProducts does. */
export async function createProduct(tx: Database, product: NewProduct): Promise<VersionedProduct> {
  await createProducts(tx, [product], product.createdAt);
  const created = await findProduct(tx, product.id);
  if (!created) throw new Error('the created product is missing');
  return created;
}

/** All columns but the stock, which only inventory/ changes. */
export type ProductUpdate = Partial<
  Omit<typeof products.$inferInsert, 'id' | 'createdAt' | 'quantity' | 'stockPolicy' | 'onHand' | 'version' | 'isBundle' | 'isPart'>
>;

/** Absent columns stay as they are. */
export async function updateProduct(tx: Database, id: string, change: ProductUpdate): Promise<void> {
  await tx.update(products).set(change).where(eq(products.id, id));
}

/** Products whose time has come or is over. The trigger product_saved makes them active, or ends them. Returns how many. */
export async function publishDue(db: Database, limit: number): Promise<number> {
  const rows = await query(
    db,
    sql`with due as (
        select id from products where status = 'scheduled' and publish_from <= now()
        union all select id from products where status = 'active' and publish_until <= now() and publish_until is not null
        limit ${limit}
      ), locked as (select p.id from products p join due using (id) order by p.is_bundle, p.id for update of p)
      update products p set status = 'active', updated_at = now() from locked where locked.id = p.id returning p.id`,
  );
  return rows.length;
}

export async function hasDue(db: Database): Promise<boolean> {
  const [found] = await query<{ isDue: boolean }>(
    db,
    sql`select exists (select from products where status = 'scheduled' and publish_from <= now())
      or exists (select from products where status = 'active' and publish_until <= now() and publish_until is not null) as "isDue"`,
  );
  return found?.isDue ?? false;
}

export async function deleteProduct(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(products).where(eq(products.id, id)).returning({ id: products.id });
  return rows.length > 0;
}
