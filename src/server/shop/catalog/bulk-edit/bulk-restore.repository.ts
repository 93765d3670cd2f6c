/** Restores deleted products under their old ids, so that the ledger and links still refer to them. */
import { sql } from 'drizzle-orm';
import type { BulkRefusal } from '../../../../contract/bulk-edit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { listShownImageIds, takeUnattachedImages } from '../../content/media/image.repository.ts';
import { listTakenSkus } from '../products/variant.repository.ts';
import type { DeletedProduct } from './bulk-edit.repository.ts';

/** All columns except generated ones. */
async function listColumns(tx: Database, table: string): Promise<string> {
  const rows = await query<{ name: string }>(
    tx,
    sql`select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  return rows.map(({ name }) => `"${name}"`).join(', ');
}

/** Why the product can't be restored; null: it can. Images have to exist: the files of unused ones are soon deleted. */
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

/** The stock is what the ledger says, which open orders may have changed meanwhile. Returns null if it was restored. */
export async function restoreProduct(tx: Database, id: string, deleted: DeletedProduct): Promise<BulkRefusal | null> {
  const obstacle = await findObstacle(tx, id, deleted);
  if (obstacle) return obstacle;
  const { product, images, variants } = deleted;
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
  await insert('products', [product]);
  await insert('product_images', images);
  await insert('product_variants', variants);
  await query(
    tx,
    sql`update product_variants v set quantity = (select coalesce(sum(available), 0) from stock_movements where variant_id = v.id)
      where product_id = ${id}`,
  );
  await query(
    tx,
    sql`update products set quantity = (select coalesce(sum(available), 0) from stock_movements where product_id = ${id}), version = version + 1
      where id = ${id}`,
  );
  return null;
}
