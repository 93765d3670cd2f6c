/** The parts of bundles. Their stock is that of products and variants, which inventory/ moves. */
import { type SQL, sql } from 'drizzle-orm';
import type { BundlePart } from '../../../../contract/bundle.ts';
import { toDollars } from '../../../../contract/money.ts';
import { describeOptions, type ProductOption, toChosenOptions } from '../../../../contract/product-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query, queryPrepared } from '../../../platform/database/query.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import type { StockTarget } from '../../inventory/stock.repository.ts';

/** A part, and how many of it one bundle holds. */
export interface PartCount extends StockTarget {
  count: number;
}

/** A part as it is sold now. */
export interface PartRow extends PartCount {
  slug: string;
  name: string;
  sku: string | null;
  priceCents: number;
  imageId: string;
  options: ProductOption[] | null;
  optionValues: string[] | null;
  quantity: number;
  minimumAge: number | null;
  problem: BundlePart['problem'] | null;
}

/** Its parts in their order, as JSON. `bundleId`: a column of the statement. */
const partRows = (bundleId: SQL) => sql<
  PartRow[]
>`(select coalesce(json_agg(json_build_object('productId', b.product_id, 'variantId', b.variant_id,
    'count', b.count, 'slug', part.slug, 'name', part.name, 'sku', coalesce(v.sku, part.sku), 'priceCents', coalesce(v.price_cents, part.price_cents),
    'imageId', coalesce(v.image_id, part.image_id), 'minimumAge', part.minimum_age::int, 'options', case when v.id is not null then part.options end, 'optionValues', v.option_values,
    'quantity', case when part.status = 'active' and (part.options is null) = (b.variant_id is null) and (b.variant_id is null) = (v.id is null)
      then coalesce(v.quantity, part.quantity) else 0 end,
    'problem', case when b.variant_id is not null and v.id is null then 'variant_gone'
      when b.variant_id is null and part.options is not null then 'variant_required' when part.status <> 'active' then 'inactive' end)
    order by b.position), '[]')
  from bundle_parts b join products part on part.id = b.product_id
    left join product_variants v on v.id = b.variant_id and v.product_id = part.id where b.bundle_id = ${bundleId})`;

/** The parts of a row of `products`, for statements that read single products; null: it is no bundle. */
export const PART_ROWS = sql<PartRow[] | null>`case when products.is_bundle then ${partRows(sql`products.id`)} end`.as('parts');

/** The bundles that a row of `products` is a part of, for the team; null: none. */
export const BUNDLES_WITH_IT = sql<{ _id: string; name: string; slug: string }[] | null>`case when products.is_part then (select
    json_agg(json_build_object('_id', bundle.id, 'name', bundle.name, 'slug', bundle.slug) order by bundle.sort_name, bundle.id)
  from products bundle where bundle.id in (select bundle_id from bundle_parts where product_id = products.id)) end`.as('bundles');

export const toBundlePart = ({ productId, variantId, options, optionValues, ...row }: PartRow): BundlePart => ({
  product: productId,
  ...(variantId && { variant: variantId }),
  slug: row.slug,
  name: row.name,
  ...(options && { options: describeOptions(options, toChosenOptions(options, optionValues ?? [])) }),
  ...(row.sku && { sku: row.sku }),
  image: imageUrl(row.imageId),
  price: toDollars(row.priceCents),
  count: row.count,
  quantity: row.quantity,
  ...(row.problem && { problem: row.problem }),
});

/** By bundle. Other products are left out. */
export async function listParts(db: Database, bundleIds: string[]): Promise<Map<string, PartRow[]>> {
  if (!bundleIds.length) return new Map();
  const rows = await query<{ id: string; parts: PartRow[] }>(
    db,
    sql`select id, ${partRows(sql`products.id`)} as parts from products where id = any(${sql.param(bundleIds)}::uuid[]) and is_bundle`,
  );
  return new Map(rows.map(({ id, parts }) => [id, parts]));
}

/** What buying these products means: which variants those with options have, and which parts those that are bundles. */
export interface Choices {
  variantIds: Map<string, string[]>;
  parts: Map<string, PartCount[]>;
}

/** One statement for both, as each checkout asks for them. */
export async function listChoices(db: Database, productIds: string[]): Promise<Choices> {
  const rows = await queryPrepared<{ ofId: string; id: string; variantId: string | null; count: number | null }>(
    db,
    sql`select product_id as "ofId", id, null::uuid as "variantId", null::int as count, 0 as place
        from product_variants where product_id = any(${sql.param(productIds)}::uuid[])
      union all select bundle_id, product_id, variant_id, count, position from bundle_parts where bundle_id = any(${sql.param(productIds)}::uuid[])
      order by place`,
  );
  const choices: Choices = { variantIds: new Map(), parts: new Map() };
  for (const { ofId, id, variantId, count } of rows) {
    if (count === null) choices.variantIds.set(ofId, [...(choices.variantIds.get(ofId) ?? []), id]);
    else choices.parts.set(ofId, [...(choices.parts.get(ofId) ?? []), { productId: id, variantId, count }]);
  }
  return choices;
}

/** A condition on `products`. */
export type ProductCondition = SQL;

/** The same products in two parts. */
export const putBundlesLast = (filter: ProductCondition): ProductCondition[] => [
  sql`(${filter}) and not is_bundle`,
  sql`(${filter}) and is_bundle`,
];

/** What may become a part, or a bundle. */
export interface Candidate {
  id: string;
  name: string;
  isActive: boolean;
  isBundle: boolean;
  hasOptions: boolean;
  variantIds: string[];
  /** The names of the bundles that it is a part of. */
  bundleNames: string[];
}

/**
 * Locks the bundle with its parts-to-be, in the order in which sales lock them, so that none of them is sold, or made a bundle, before its parts are
 * written.
 */
export async function lockBundle(tx: Database, id: string, partIds: string[]): Promise<void> {
  await query(tx, sql`select id from products where id = any(${sql.param([id, ...partIds])}::uuid[]) order by is_bundle, id for update`);
}

export async function listCandidates(tx: Database, ids: string[]): Promise<Map<string, Candidate>> {
  const rows = await query<Candidate>(
    tx,
    sql`select id, name, status = 'active' as "isActive", is_bundle as "isBundle", options is not null as "hasOptions",
        array(select v.id::text from product_variants v where v.product_id = products.id) as "variantIds",
        array(select bundle.name from products bundle
          where bundle.id in (select b.bundle_id from bundle_parts b where b.product_id = products.id) order by bundle.name limit 5) as "bundleNames"
      from products where id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map((it) => [it.id, it]));
}

/** Only rows that differ, for the audit log. Then the bundle's stock is that of its parts; without parts it has none. The caller has locked all. */
export async function replaceParts(tx: Database, bundleId: string, parts: PartCount[]): Promise<void> {
  await query(tx, sql`delete from bundle_parts where bundle_id = ${bundleId} and position >= ${parts.length}`);
  await query(
    tx,
    sql`insert into bundle_parts (bundle_id, position, product_id, variant_id, count)
      select ${bundleId}::uuid, place - 1, "productId", "variantId", count
      from rows from (jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as ("productId" uuid, "variantId" uuid, count int))
        with ordinality as part ("productId", "variantId", count, place)
      on conflict (bundle_id, position) do update set product_id = excluded.product_id, variant_id = excluded.variant_id, count = excluded.count
        where (bundle_parts.product_id, bundle_parts.variant_id, bundle_parts.count)
          is distinct from (excluded.product_id, excluded.variant_id, excluded.count)`,
  );
  const partIds = [...new Set(parts.map(({ productId }) => productId))];
  await query(tx, sql`update products set is_part = true where id = any(${sql.param(partIds)}::uuid[]) and not is_part`);
  await query(
    tx,
    sql`update products set is_bundle = ${parts.length > 0}, quantity = s.quantity, stock_policy = s.stock_policy, on_hand = s.on_hand,
        version = version + 1 from bundle_stock(${bundleId}::uuid) s where id = ${bundleId}`,
  );
}
