import { randomUUID } from 'node:crypto';
import { cutText } from '../../../../contract/cut-text.ts';
import type { Deps } from '../../../deps.ts';
import { slugify, withFreeSlug } from '../../database/slug.ts';
import * as repository from './product.repository.ts';
import { createProductNotFound } from './product-change.service.ts';
import { createVariants } from './variant.repository.ts';

const NAME_MAX_LENGTH = 200;

/**
 * Creates a draft. Slug and SKUs, which must be unique, and the stock aren't copied. Both products use the same image files, which stay as
 * long as one of them does.
 */
export async function duplicateProduct({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<repository.VersionedProduct> {
  const original = await repository.findProduct(db, id);
  if (!original) throw createProductNotFound();
  const name = cutText(`Copy of ${original.product.name}`, NAME_MAX_LENGTH).trim();
  const slugOptions = { listTaken: (slug: string) => repository.listProductSlugs(db, slug), constraint: 'products_slug_unique' };
  return withFreeSlug(slugify(name, 'product'), slugOptions, (slug) =>
    db.transaction(async (tx) => {
      const row = await repository.lockProduct(tx, id);
      if (!row) throw createProductNotFound();
      const { _id: _i, sku: _s, version: _v, category: categoryId, weight: weightGrams, variants, isPriceFrom: _p, ...copied } = row;
      const copyId = randomUUID();
      const at = now();
      const own = { id: copyId, name, slug, categoryId, weightGrams, quantity: 0, status: 'draft' as const, createdAt: at, updatedAt: at };
      await repository.createProduct(tx, { ...copied, ...own });
      await createVariants(
        tx,
        variants.map((variant) => ({ ...variant, id: randomUUID(), productId: copyId, sku: null, quantity: 0 })),
      );
      const created = await repository.findProduct(tx, copyId);
      if (!created) throw createProductNotFound();
      return created;
    }),
  );
}
