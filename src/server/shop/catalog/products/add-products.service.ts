/** Creates many products without options at once. Their images must be stored already. */
import type { Database } from '../../../platform/database/connect.ts';
import { takeUnattachedImages } from '../../content/media/image.repository.ts';
import { freeSlug, slugify } from '../../database/slug.ts';
import { recordFormerSlugs } from '../../database/slug-history.ts';
import * as repository from './product.repository.ts';
import type { ProductInput } from './product.service.ts';
import { withoutNames } from './product-images.service.ts';
import type { ImageRow } from './product-row.repository.ts';

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
