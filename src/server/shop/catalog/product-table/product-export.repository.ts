/** The rows of the product file, page by page. */
import { type SQL, sql } from 'drizzle-orm';
import type { CustomFields } from '../../../../contract/custom-field-values.ts';
import type { Attribute, DescriptionFormat, ProductOption, ProductStatus } from '../../../../contract/product-fields.ts';
import type { StoredPolicy } from '../../../../contract/stock-policy.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { DETAIL_NAMES, type ProductDetails, toColumnName } from '../products/product-details.ts';
import type { VariantRow } from '../products/variant.repository.ts';

export interface ExportRow extends ProductDetails {
  id: string;
  /** As text, because a Date would lose the microseconds. */
  createdAt: string;
  slug: string;
  name: string;
  /** As it was written. */
  description: string;
  descriptionFormat: DescriptionFormat;
  priceCents: number;
  compareAtCents: number | null;
  /** How many are there. */
  quantity: number;
  stockPolicy: StoredPolicy | null;
  categoryId: string;
  furtherCategoryIds: string[];
  shipping: 0 | 1;
  sku: string | null;
  weight: number | null;
  /** As the merchant chose it. */
  status: ProductStatus;
  publishFrom: string | null;
  publishUntil: string | null;
  attributes: Attribute[];
  custom: CustomFields | null;
  /** Main image first. An empty `alt`: the image has no text of its own. */
  images: { imageId: string; alt: string }[];
  /** Its name. */
  brand: string | null;
  tags: string[];
  costCents: number | null;
  contents: number | null;
  /** Their slugs. */
  related: string[];
  /** Slugs of the collections that it is put into by hand. */
  collections: string[] | null;
  options: ProductOption[] | null;
  /** Of a bundle; null: it is none. */
  parts: { sku: string | null; slug: string; count: number }[] | null;
  variants: Pick<
    VariantRow,
    | 'costCents'
    | 'contents'
    | 'taxClass'
    | 'custom'
    | 'optionValues'
    | 'priceCents'
    | 'compareAtCents'
    | 'quantity'
    | 'stockPolicy'
    | 'sku'
    | 'barcode'
    | 'imageId'
  >[];
}

/** As JavaScript writes it. */
const isoTime = (time: SQL) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const DETAILS = sql.raw(DETAIL_NAMES.map((name) => `p.${toColumnName(name)} as "${name}"`).join(', '));

/** Newest first. The page starts after the row with these values; its id alone isn't enough, because that product may have been deleted meanwhile. */
export async function listExportPage(
  db: Database,
  filter: SQL,
  after: Pick<ExportRow, 'id' | 'createdAt'> | null,
  limit: number,
): Promise<ExportRow[]> {
  const at = sql`${after?.createdAt}::timestamptz`;
  const isBeyond = after ? sql`created_at <= ${at} and (created_at < ${at} or id > ${after.id})` : sql`true`;
  return query<ExportRow>(
    db,
    sql`with page as (select * from products where (${filter}) and ${isBeyond} order by created_at desc nulls last, id limit ${limit}),
      placed as materialized (select put.id, array_agg(slug order by slug) as slugs from collections, unnest(product_ids) put (id)
        where rule is null group by put.id)
      select p.id, p.created_at::text as "createdAt", p.slug, p.name, coalesce(p.description_markdown, p.description) as description,
        case when p.description_markdown is null then 'text' else 'markdown' end as "descriptionFormat", p.price_cents as "priceCents", p.compare_at_cents as "compareAtCents",
        coalesce(p.on_hand, p.quantity) as quantity, p.stock_policy as "stockPolicy", p.category_id as "categoryId", p.further_category_ids as "furtherCategoryIds", p.shipping, p.sku, p.weight_grams as weight,
        chosen_status(p.status) as status, ${isoTime(sql`p.publish_from`)} as "publishFrom", ${isoTime(sql`p.publish_until`)} as "publishUntil",
        p.attributes, p.custom, p.options, ${DETAILS}, (select name from brands where id = p.brand_id) as brand, p.tags, p.cost_cents as "costCents", p.contents::float8,
        case when p.related_product_ids = '{}' then '{}' else array(select r.slug from unnest(p.related_product_ids) with ordinality chosen (id, place)
          join products r using (id) order by chosen.place) end as related, placed.slugs as collections,
        jsonb_build_array(jsonb_build_object('imageId', p.image_id, 'alt', p.image_alt)) || (select coalesce(jsonb_agg(
          jsonb_build_object('imageId', i.image_id, 'alt', i.alt) order by i.position), '[]') from product_images i where i.product_id = p.id) as images,
        (select coalesce(jsonb_agg(jsonb_build_object('optionValues', v.option_values, 'priceCents', v.price_cents, 'quantity', coalesce(v.on_hand, v.quantity),
          'stockPolicy', v.stock_policy, 'compareAtCents', v.compare_at_cents, 'costCents', v.cost_cents, 'taxClass', v.tax_class, 'contents', v.contents, 'sku', v.sku, 'barcode', v.barcode, 'imageId', v.image_id, 'custom', v.custom) order by v.position), '[]') from product_variants v where v.product_id = p.id) as variants,
        case when p.is_bundle then (select json_agg(json_build_object('sku', coalesce(v.sku, part.sku), 'slug', part.slug, 'count', b.count) order by b.position)
          from bundle_parts b join products part on part.id = b.product_id left join product_variants v on v.id = b.variant_id where b.bundle_id = p.id) end as parts
      from page p left join placed on placed.id = p.id order by p.created_at desc nulls last, p.id`,
  );
}
