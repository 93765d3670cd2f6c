/** The rows of a product's variants. Their stock is only read here: inventory/ changes it. */
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { toDollars } from '../../../../contract/money.ts';
import { type ProductOption, toChosenOptions, type Variant } from '../../../../contract/product-fields.ts';
import { toUnitCents } from '../../../../contract/unit-cents.ts';
import type { UnitPrice } from '../../../../contract/unit-price.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { insertRows, query } from '../../../platform/database/query.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { productVariants } from '../../database/schema/variant.ts';
import { toStockPolicy } from '../../inventory/stock-policy.ts';

export type VariantRow = typeof productVariants.$inferSelect;

export const toValuesKey = (values: string[]): string => JSON.stringify(values);

/** The variants of a row of `products`, as JSON, for statements that read a single product. */
export const VARIANT_ROWS = sql<VariantRow[]>`(select coalesce(json_agg(json_build_object('id', id, 'productId', product_id,
    'position', position, 'optionValues', option_values, 'sku', sku, 'barcode', barcode, 'priceCents', price_cents, 'compareAtCents', compare_at_cents,
    'lowestCents', lowest_cents, 'costCents', cost_cents, 'taxClass', tax_class, 'contents', contents, 'quantity', quantity, 'stockPolicy', stock_policy, 'onHand', on_hand, 'imageId', image_id,
    'custom', custom) order by position), '[]')
  from product_variants where product_id = products.id)`.as('variants');

/** As replies have it; nothing where there is none. */
export function toUnitPrice(priceCents: number, of: Parameters<typeof toUnitCents>[1]): { unitPrice?: UnitPrice } {
  const unit = toUnitCents(priceCents, of);
  return unit ? { unitPrice: { price: toDollars(unit.cents), per: unit.per } } : {};
}

interface OfProduct {
  imageId: string;
  contents: number | null;
  contentsUnit: string | null;
}

/** As customers see it. What a variant doesn't have of its own, such as an image, is that of its product. */
export function toVariant({ id, ...row }: VariantRow, options: ProductOption[], { imageId, contents, contentsUnit }: OfProduct): Variant {
  return {
    _id: id,
    sku: row.sku,
    ...(row.barcode && { barcode: row.barcode }),
    options: toChosenOptions(options, row.optionValues),
    price: toDollars(row.priceCents),
    compareAtPrice: row.compareAtCents === null ? null : toDollars(row.compareAtCents),
    ...(row.lowestCents !== null && { lowestPrice: toDollars(row.lowestCents) }),
    quantity: row.quantity,
    ...toStockPolicy(row),
    image: imageUrl(row.imageId ?? imageId),
    ...(row.contents !== null && { contents: row.contents }),
    ...toUnitPrice(row.priceCents, { contents: row.contents ?? contents, contentsUnit }),
    ...(row.custom && { customFields: row.custom }),
  };
}

export async function listVariants(db: Database, productId: string): Promise<VariantRow[]> {
  return db.select().from(productVariants).where(eq(productVariants.productId, productId)).orderBy(asc(productVariants.position));
}

export async function createVariants(tx: Database, rows: VariantRow[]): Promise<void> {
  await insertRows(tx, productVariants, rows);
}

export async function deleteVariants(tx: Database, ids: string[]): Promise<void> {
  if (ids.length) await tx.delete(productVariants).where(inArray(productVariants.id, ids));
}

/**
 * All but their stock and its policy. `stored`: the product's variants as they are. The unique indexes would refuse two variants that swap values or SKUs, so
 * whoever has what another gets is first given a placeholder and no SKU.
 */
export async function updateVariants(tx: Database, rows: VariantRow[], stored: VariantRow[]): Promise<void> {
  if (!rows.length) return;
  const listUnique = ({ sku, optionValues }: VariantRow) => [
    `values ${toValuesKey(optionValues)}`,
    ...(sku ? [`sku ${sku.toLowerCase()}`] : []),
  ];
  const getters = new Map(rows.flatMap((row) => listUnique(row).map((it) => [it, row.id] as const)));
  const isInTheWay = (row: VariantRow) => listUnique(row).some((it) => (getters.get(it) ?? row.id) !== row.id);
  const kept = new Set(rows.map(({ id }) => id));
  const parked = stored.flatMap((row) => (kept.has(row.id) && isInTheWay(row) ? [row.id] : []));
  if (parked.length)
    await tx.update(productVariants).set({ optionValues: sql`array[id::text]`, sku: null }).where(inArray(productVariants.id, parked));
  const values = rows.map(({ quantity: _q, stockPolicy: _s, onHand: _o, productId: _p, lowestCents: _l, ...row }) => row);
  await query(
    tx,
    sql`update product_variants v set position = r.position, option_values = r."optionValues", sku = r.sku, barcode = r.barcode, price_cents = r."priceCents",
        compare_at_cents = r."compareAtCents", cost_cents = r."costCents", tax_class = r."taxClass", contents = r.contents, image_id = r."imageId", custom = r.custom
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as r(id uuid, position int, "optionValues" text[], sku text, barcode text, "priceCents" int, "compareAtCents" int, "costCents" int, "taxClass" text, contents numeric,
          "imageId" text, custom jsonb)
      where v.id = r.id`,
  );
}

/** If an image is removed from the product, it is removed from its variants too. */
export async function dropVariantImages(tx: Database, productId: string, keptIds: string[]): Promise<void> {
  const isLost = notInArray(productVariants.imageId, keptIds);
  await tx
    .update(productVariants)
    .set({ imageId: null })
    .where(and(eq(productVariants.productId, productId), isLost));
}

/** Those of `skus` that another product or one of its variants has, in lower case. */
export async function listTakenSkus(db: Database, skus: string[], productId: string | null): Promise<Set<string>> {
  const rows = await query<{ sku: string }>(
    db,
    sql`with asked as (select lower(unnest(${sql.param(skus)}::text[])) as sku)
      select sku from asked where exists (select from products p where lower(p.sku) = asked.sku and p.id is distinct from ${productId}::uuid)
        or exists (select from product_variants v where lower(v.sku) = asked.sku and v.product_id is distinct from ${productId}::uuid)`,
  );
  return new Set(rows.map(({ sku }) => sku));
}
