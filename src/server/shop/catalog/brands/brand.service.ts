/** Brands with their texts and images, and the brands that products name. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { VersionedBrand } from '../../../../contract/brand.ts';
import type { ProductImageInput } from '../../../../contract/product-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation, isForeignKeyViolation } from '../../../platform/database/pg-errors.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { addUnattachedImages, takeUnattachedImages } from '../../content/media/image.repository.ts';
import { parseImageUrl } from '../../content/media/image-url.ts';
import { findSlugOwner, freeSlug, slugify, withFreeSlug } from '../../database/slug.ts';
import { withKnownSafety } from '../safety/safety.service.ts';
import * as repository from './brand.repository.ts';
import { deleteMerged, releaseName } from './brand-products.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

/** Absent fields stay as they are. */
interface BrandInput {
  name: string;
  /** Markdown. */
  description?: string;
  /** Null: none. */
  image?: ProductImageInput | null;
  /** The key of a manufacturer; null: none. */
  maker?: string | null;
}

export const createBrandNotFound = () => new AppError('brand_not_found', 'This brand no longer exists');

const unknownImage = () =>
  new AppError('invalid_request', 'This image no longer exists: please upload it again', {
    issues: [{ path: 'image', code: 'unknown', message: 'is unknown' }],
  });

function toBrandError(error: unknown, name: string): unknown {
  if (findUniqueViolation(error) !== 'brands_name_key') return error;
  return new AppError('name_taken', `There is already a brand named ${name}`, {
    issues: [{ path: 'name', code: 'taken', message: 'is taken' }],
  });
}

const tidyName = (name: string): string => name.trim().replace(/\s+/g, ' ');

/** An alternative text that equals the brand's name is stored as empty, so that it follows the name when that changes. */
function toColumns({ name: sentName, description, image, maker }: BrandInput) {
  const name = tidyName(sentName);
  const imageId = image && parseImageUrl(image.url);
  if (image && !imageId) throw unknownImage();
  const alt = image?.alt?.trim() ?? '';
  return {
    name,
    ...(description !== undefined && { description: description.trim() }),
    ...(image !== undefined && { imageId: imageId ?? null, imageAlt: alt === name ? '' : alt }),
    ...(maker !== undefined && { maker }),
  };
}

/** Gives the brand an uploaded image that nothing else uses. Its former image can be put back for a day. */
async function exchangeImage(tx: Database, from: string | null, to: string | null, at: Date): Promise<void> {
  if (from === to) return;
  if (to !== null && !(await takeUnattachedImages(tx, [to])).has(to)) throw unknownImage();
  if (from !== null) await addUnattachedImages(tx, [from], at);
}

const toSlugOptions = (db: Database, current: string | null = null) => ({
  listTaken: async (slug: string) => {
    const taken = await repository.listBrandSlugs(db, slug);
    if (current) taken.delete(current);
    return taken;
  },
  constraint: 'brands_slug_unique',
});

/** Without an `id` it gets a new one. Throws `name_taken`, and `invalid_request` for an image that wasn't uploaded. */
export async function addBrand(
  { db, now }: Context,
  { id = randomUUID(), ...input }: BrandInput & { id?: string },
): Promise<VersionedBrand> {
  const columns = toColumns(input);
  try {
    return await withFreeSlug(slugify(columns.name, 'brand'), toSlugOptions(db), (slug) =>
      db.transaction(async (tx) => {
        await releaseName(tx, columns.name);
        await withKnownSafety(tx, [columns]);
        await exchangeImage(tx, null, columns.imageId ?? null, now());
        return repository.toBrand(await repository.createBrand(tx, { id, ...columns, slug, createdAt: now() }));
      }),
    );
  } catch (error) {
    throw toBrandError(error, columns.name);
  }
}

interface BrandChange extends BrandInput {
  /** Makes a new slug of the name; links with the old one lead on. */
  renewSlug?: boolean;
  version?: number;
}

/**
 * Throws what addBrand throws, `brand_not_found`, and `version_conflict` if the brand was changed after that version, unless it already has the values that
 * were sent.
 */
export async function changeBrand(
  { db, now }: Context,
  id: string,
  { version, renewSlug, ...input }: BrandChange,
): Promise<VersionedBrand> {
  const columns = toColumns(input);
  const write = (slug?: string) =>
    db.transaction(async (tx) => {
      const current = await repository.lockBrand(tx, id);
      if (!current) throw createBrandNotFound();
      if (columns.imageAlt === current.name) columns.imageAlt = '';
      const change = { ...columns, ...(slug && { slug }) };
      if (isDeepStrictEqual({ ...current, ...change }, current)) return repository.toBrand(current);
      if (version !== undefined && version !== current.version) throw createVersionConflict({ brand: repository.toBrand(current) });
      if (columns.name !== current.name) await releaseName(tx, columns.name);
      if (columns.maker !== current.maker) await withKnownSafety(tx, [columns]);
      if (columns.imageId !== undefined) await exchangeImage(tx, current.imageId, columns.imageId, now());
      const brand = await repository.updateBrand(tx, id, change);
      if (!brand) throw createBrandNotFound();
      return repository.toBrand(brand);
    });
  try {
    if (!renewSlug) return await write();
    const current = await repository.findBrand(db, id);
    return await withFreeSlug(slugify(columns.name, 'brand'), toSlugOptions(db, current?.slug), write);
  } catch (error) {
    throw toBrandError(error, columns.name);
  }
}

/** Throws `brand_not_empty` while products have it. */
export async function removeBrand({ db, now }: Context, id: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const brand = await repository.lockBrand(tx, id);
      if (brand) await deleteMerged(tx, id);
      if (!brand || !(await repository.deleteBrand(tx, id))) throw createBrandNotFound();
      await exchangeImage(tx, brand.imageId, null, now());
    });
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    const count = await repository.countBrandProducts(db, id);
    const products = count === 1 ? 'One product has' : `${count} products have`;
    throw new AppError('brand_not_empty', `${products} this brand. Give them another one, or none, in the table of products first.`);
  }
}

/** Finds it by its slug or a former one. Throws `brand_not_found`, and `brand_gone` if it has been deleted. */
export async function findBrandBySlug(db: Database, slug: string): Promise<VersionedBrand> {
  const found = await repository.findBrandBySlug(db, slug);
  if (found) return repository.toBrand(found);
  const ownerId = await findSlugOwner(db, 'brand', slug);
  if (!ownerId) throw new AppError('brand_not_found', 'There is no such brand');
  const moved = await repository.findBrand(db, ownerId);
  if (!moved) throw new AppError('brand_gone', 'This brand was deleted');
  return repository.toBrand(moved);
}

const MAX_TRIES = 6;

/** The ids of the brands with these names, by the names as they were sent; one that there isn't is made. */
async function requireBrands(tx: Database, names: readonly string[], at: Date): Promise<Map<string, string>> {
  const wanted = [...new Set(names.map(tidyName))];
  for (let tries = 1; ; tries += 1) {
    const found = await repository.findBrandIds(tx, wanted);
    const missing = wanted.filter((name) => !found.has(name));
    if (!missing.length) return new Map(names.map((name) => [name, found.get(tidyName(name)) ?? '']));
    if (tries > MAX_TRIES) throw new Error(`the brand ${missing[0]} can't be made`);
    for (const name of missing) {
      const base = slugify(name, 'brand');
      const slug = freeSlug(base, await repository.listBrandSlugs(tx, base));
      await repository.createBrandIfFree(tx, { id: randomUUID(), name, slug, createdAt: at });
    }
  }
}

interface Named {
  /** Null: none. */
  brandName?: string | null;
}

/** Products with the ids of the brands that they name. */
export async function withBrandIds<T extends Named>(tx: Database, rows: readonly T[], at: Date) {
  const names = rows.flatMap(({ brandName }) => brandName || []);
  const ids = names.length ? await requireBrands(tx, names, at) : new Map<string, string>();
  return rows.map(({ brandName, ...row }) => ({
    ...row,
    ...(brandName !== undefined && { brandId: brandName === null ? null : (ids.get(brandName) ?? null) }),
  }));
}
