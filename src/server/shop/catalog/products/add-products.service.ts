/** Creates many products without options at once. Their images must be stored already. */
import { randomUUID } from 'node:crypto';
import { cutText } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { takeUnattachedImages } from '../../content/media/image.repository.ts';
import { freeSlug, recordFormerSlugs, slugify, withFreeSlug } from '../../database/slug.ts';
import * as repository from './product.repository.ts';
import type { ProductInput } from './product.service.ts';
import { createProductNotFound, withoutNames } from './product-change.service.ts';
import type { ImageRow } from './product-row.repository.ts';
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

export interface StoredProductInput extends Omit<ProductInput, 'moreImages' | 'options' | 'variants' | 'alt' | 'id'> {
  /** Rises from one product to the next: then those of a batch stand side by side in each index, rather than on a page each. */
  id: string;
  /** The first one of lists first. */
  images: ImageRow[];
  createdAt: Date;
}

/** A free slug for each of the wanted ones, in their order. */
async function chooseSlugs(tx: Database, wanted: string[]): Promise<string[]> {
  const bases = wanted.map((text) => slugify(text, 'product'));
  const taken = await repository.listTakenSlugs(tx, [...new Set(bases)]);
  const numbered = new Map<string, Set<string>>();
  const chosen: string[] = [];
  for (const base of bases) {
    if (!taken.has(base)) {
      taken.add(base);
      chosen.push(base);
      continue;
    }
    const others = numbered.get(base) ?? (await repository.listProductSlugs(tx, base));
    numbered.set(base, others);
    const free = freeSlug(base, new Set([...others, ...taken]));
    others.add(free);
    taken.add(free);
    chosen.push(free);
  }
  return chosen;
}

/** The caller has checked categories and SKUs. If they have changed since, the database refuses all products. */
export async function addProducts(tx: Database, inputs: StoredProductInput[], at: Date): Promise<void> {
  if (!inputs.length) return;
  await takeUnattachedImages(tx, [...new Set(inputs.flatMap(({ images }) => images.map(({ imageId }) => imageId)))]);
  const slugs = await chooseSlugs(
    tx,
    inputs.map(({ slug, name }) => slug ?? name),
  );
  const rows = inputs.map(({ images, slug: _wanted, createdAt, ...input }, index) => {
    const name = input.name.trim();
    const [first, ...moreImages] = withoutNames(images, [name]);
    if (!first) throw new Error('a product has an image');
    const { imageId, alt: imageAlt } = first;
    const texts = { name, description: input.description.trim(), sku: input.sku?.trim() ?? null, slug: slugs[index] ?? '' };
    return { ...input, ...texts, imageId, imageAlt, createdAt, updatedAt: at, moreImages };
  });
  await repository.createProducts(tx, rows, at);
  await recordFormerSlugs(
    tx,
    rows.map(({ id, slug }, index) => ({ id, slug, wanted: inputs[index]?.slug })),
  );
}
