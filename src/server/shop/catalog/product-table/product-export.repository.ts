/** Reads products for an export: newest first, page by page, so that a large catalog needs little memory. */
import { type SQL, sql } from 'drizzle-orm';
import type { Attribute, ProductOption, ProductStatus } from '../../../../contract/product-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';

export interface ExportRow {
  id: string;
  /** The database's own text, to the microsecond. */
  createdAt: string;
  slug: string;
  name: string;
  description: string;
  priceCents: number;
  compareAtCents: number | null;
  quantity: number;
  category: string;
  shipping: 0 | 1;
  sku: string | null;
  weight: number | null;
  status: ProductStatus;
  attributes: Attribute[];
  /** Main image first. An empty `alt`: the image has no text of its own. */
  images: { imageId: string; alt: string }[];
  options: ProductOption[] | null;
  variants: {
    values: string[];
    priceCents: number;
    compareAtCents: number | null;
    quantity: number;
    sku: string | null;
    imageId: string | null;
  }[];
}

/** The page starts after the row with these values. Its id alone would not do, because it may be deleted meanwhile. */
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
    sql`with page as (select * from products where (${filter}) and ${isBeyond} order by created_at desc nulls last, id limit ${limit})
      select p.id, p.created_at::text as "createdAt", p.slug, p.name, p.description, p.price_cents as "priceCents", p.compare_at_cents as "compareAtCents",
        p.quantity, c.name as category, p.shipping, p.sku, p.weight_grams as weight, p.status, p.attributes, p.options,
        jsonb_build_array(jsonb_build_object('imageId', p.image_id, 'alt', p.image_alt)) || (select coalesce(jsonb_agg(
          jsonb_build_object('imageId', i.image_id, 'alt', i.alt) order by i.position), '[]') from product_images i where i.product_id = p.id) as images,
        (select coalesce(jsonb_agg(jsonb_build_object('values', v.option_values, 'priceCents', v.price_cents, 'quantity', v.quantity,
          'compareAtCents', v.compare_at_cents, 'sku', v.sku, 'imageId', v.image_id) order by v.position), '[]') from product_variants v where v.product_id = p.id) as variants
      from page p join categories c on c.id = p.category_id order by p.created_at desc nulls last, p.id`,
  );
}
