import type { Deps } from '../../../deps.ts';
import { withFreeSlug } from '../../database/slug.ts';
import { closeLedger } from '../../inventory/stock-edit.repository.ts';
import * as repository from './product.repository.ts';
import { attachImages, createProductNotFound } from './product-change.service.ts';
import type { ImageRow } from './product-row.repository.ts';
import { createVariants, type VariantRow } from './variant.repository.ts';

export interface DeletedProduct {
  row: Omit<repository.NewProduct, 'imageId' | 'imageAlt' | 'moreImages' | 'quantity' | 'status' | 'createdAt'> & { id: string };
  images: ImageRow[];
  variants: VariantRow[];
}

/**
 * Restores it as a draft without stock, under its old id, by which orders and links refer to it. It gets its slug back, unless another
 * product has it now. Its images must be ones that a product may be given.
 */
export async function restoreDeletedProduct(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { row, images, variants }: DeletedProduct,
): Promise<repository.VersionedProduct> {
  const [first, ...moreImages] = images;
  if (!first) throw createProductNotFound();
  const slugOptions = { listTaken: (slug: string) => repository.listProductSlugs(db, slug), constraint: 'products_slug_unique' };
  return withFreeSlug(row.slug, slugOptions, (slug) =>
    db.transaction(async (tx) => {
      const at = now();
      await attachImages(tx, [], images, 'images', at);
      const version = await closeLedger(tx, row.id, at);
      const image = { imageId: first.imageId, imageAlt: first.alt, moreImages };
      await repository.createProduct(tx, { ...row, ...image, version, slug, quantity: 0, status: 'draft', createdAt: at, updatedAt: at });
      await createVariants(tx, variants);
      const restored = await repository.findProduct(tx, row.id);
      if (!restored) throw createProductNotFound();
      return restored;
    }),
  );
}
