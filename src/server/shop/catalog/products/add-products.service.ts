/** Creates products from others: copies, deleted products that are restored, and many at once for an import. */

import { randomUUID } from 'node:crypto';
import { cutText } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { takeUnattachedImages } from '../../content/media/image.repository.ts';
import { freeSlug, recordFormerSlugs, slugify, withFreeSlug } from '../../database/slug.ts';
import { parseSentValues } from '../../fields/field-values.service.ts';
import { applyPatch } from '../../fields/field-values.ts';
import { resetLedger } from '../../inventory/stock-edit.repository.ts';
import { sumVariantStock } from '../../inventory/stock-policy.repository.ts';
import { parseStockPolicy, toPolicyColumns } from '../../inventory/stock-policy.ts';
import { withBrandIds } from '../brands/brand.service.ts';
import { listParts, lockBundle, type PartCount, replaceParts } from '../bundles/bundle.repository.ts';
import { withKnownSafety } from '../safety/safety.service.ts';
import { toNewDescription } from './description.ts';
import * as repository from './product.repository.ts';
import type { ProductInput } from './product.service.ts';
import { createProductNotFound, requireProduct } from './product-change.service.ts';
import { attachImages, withoutNames } from './product-images.ts';
import type { ImageRow } from './product-row.repository.ts';
import { withProductSlug } from './product-slug.ts';
import { createVariants, type VariantRow } from './variant.repository.ts';

export interface DeletedProduct {
  row: Omit<repository.NewProduct, 'imageId' | 'imageAlt' | 'moreImages' | 'quantity' | 'status' | 'createdAt'> & { id: string };
  images: ImageRow[];
  variants: VariantRow[];
  /** Of a bundle: those that can still be parts. */
  parts: PartCount[];
}

/**
 * Restores it as a draft without stock, under its old id, by which orders and links refer to it. It gets its slug back, unless another
 * product has it now. Its images must be ones that a product may be given.
 */
export async function restoreDeletedProduct(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { row, images, variants, parts }: DeletedProduct,
): Promise<repository.VersionedProduct> {
  const [first, ...moreImages] = images;
  if (!first) throw createProductNotFound();
  const slugOptions = { listTaken: (slug: string) => repository.listProductSlugs(db, slug), constraint: 'products_slug_unique' };
  return withFreeSlug(row.slug, slugOptions, (slug) =>
    db.transaction(async (tx) => {
      const at = now();
      await attachImages(tx, [], images, 'images', at);
      await lockBundle(
        tx,
        row.id,
        parts.map(({ productId }) => productId),
      );
      const version = await resetLedger(tx, row.id, at);
      const image = { imageId: first.imageId, imageAlt: first.alt, moreImages };
      await repository.createProduct(tx, {
        ...row,
        ...image,
        ...toPolicyColumns(row.stockPolicy ?? null, 0),
        version,
        slug,
        status: 'draft',
        createdAt: at,
        updatedAt: at,
      });
      await createVariants(tx, variants);
      await sumVariantStock(tx, row.id);
      if (parts.length) await replaceParts(tx, row.id, parts);
      return requireProduct(tx, row.id);
    }),
  );
}

const NAME_MAX_LENGTH = 200;

/**
 * Creates a draft. Slug and SKUs, which must be unique, barcodes, which name another article, and the stock aren't copied. Both products use the same image files, which stay as
 * long as one of them does.
 */
export async function duplicateProduct({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<repository.VersionedProduct> {
  const original = await requireProduct(db, id);
  const name = cutText(`Copy of ${original.product.name}`, NAME_MAX_LENGTH).trim();
  return withProductSlug(db, name, null, (slug) =>
    db.transaction(async (tx) => {
      await lockBundle(
        tx,
        id,
        [...((await listParts(tx, [id])).get(id) ?? [])].map(({ productId }) => productId),
      );
      const row = await repository.lockProduct(tx, id);
      if (!row) throw createProductNotFound();
      const {
        _id: _i,
        sku: _s,
        barcode: _b,
        version: _v,
        category: categoryId,
        weight: weightGrams,
        variants,
        isPriceFrom: _p,
        isBundle: _isBundle,
        parts,
        bundles: _bundles,
        priceContents: _c,
        ...copied
      } = row;
      const copyId = randomUUID();
      const at = now();
      const own = {
        id: copyId,
        name,
        slug,
        categoryId,
        weightGrams,
        ...toPolicyColumns(parts ? null : row.stockPolicy, 0),
        status: 'draft' as const,
        createdAt: at,
        updatedAt: at,
      };
      await repository.createProduct(tx, { ...copied, ...own });
      await createVariants(
        tx,
        variants.map((it) => ({
          ...it,
          ...toPolicyColumns(it.stockPolicy, 0),
          id: randomUUID(),
          productId: copyId,
          sku: null,
          barcode: null,
        })),
      );
      await sumVariantStock(tx, copyId);
      if (parts) await replaceParts(tx, copyId, parts);
      return requireProduct(tx, copyId);
    }),
  );
}

export interface StoredProductInput extends Omit<ProductInput, 'moreImages' | 'options' | 'variants' | 'alt' | 'id'> {
  /** Ascending within a batch, so that its rows are next to each other in each index instead of on a page each. */
  id: string;
  /** Main image first. */
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
  const patches = await parseSentValues(
    tx,
    'product',
    inputs.map(({ customFields }) => ({ sent: customFields, current: null, path: 'customFields' })),
  );
  const rows = inputs.map(
    (
      { images, slug: _wanted, createdAt, stock = null, description, descriptionFormat, descriptionText, customFields: _sent, ...input },
      index,
    ) => {
      const name = input.name.trim();
      const [first, ...moreImages] = withoutNames(images, [name]);
      if (!first) throw new Error('a product needs an image');
      const { imageId, alt: imageAlt } = first;
      const own = { name, sku: input.sku?.trim() ?? null, slug: slugs[index] ?? '' };
      const texts = { ...own, ...toNewDescription({ description, descriptionFormat, descriptionText }) };
      const policy = toPolicyColumns(parseStockPolicy(stock, 'stock'), input.quantity);
      return {
        ...input,
        ...policy,
        ...texts,
        custom: applyPatch(null, patches[index] ?? {}),
        imageId,
        imageAlt,
        createdAt,
        updatedAt: at,
        moreImages,
      };
    },
  );
  await repository.createProducts(tx, await withBrandIds(tx, await withKnownSafety(tx, rows), at), at);
  await recordFormerSlugs(
    tx,
    rows.map(({ id, slug }, index) => ({ id, slug, wanted: inputs[index]?.slug })),
  );
}
