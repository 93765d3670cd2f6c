/** Creating, changing and deleting products, with their slugs and images. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/connect.ts';
import { isForeignKeyViolation } from '../../database/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { AppError, createVersionConflict } from '../../errors.ts';
import { deleteImage, storeImage } from '../../images/storage.ts';
import { slugify, withFreeSlug } from '../../slug.ts';
import { findCategory } from '../category/category.repository.ts';
import * as repository from './product.repository.ts';
import { createProductNotFound, type ProductChange, writeProductChange } from './product-change.service.ts';

type Context = Pick<Deps, 'db' | 'uploadsDir' | 'now'>;

export interface ProductInput {
  name: string;
  description: string;
  priceCents: number;
  quantity: number;
  shipping: 0 | 1;
  categoryId: string;
}

interface ProductEdit extends Omit<ProductChange, 'slug' | 'imageId'> {
  /** Derive a new slug from the name; links with the old one stop working. */
  renewSlug?: boolean;
}

const unknownCategory = () =>
  new AppError('invalid_request', "This category isn't there any more, please choose another", {
    issues: [{ path: 'category', code: 'unknown', message: 'is unknown' }],
  });

/** `currentSlug` is the one that the product has already; it counts as free. */
function withProductSlug<T>(db: Database, name: string, currentSlug: string | null, write: (slug: string) => Promise<T>): Promise<T> {
  const listTaken = async (slug: string) => {
    const taken = await repository.listProductSlugs(db, slug);
    if (currentSlug) taken.delete(currentSlug);
    return taken;
  };
  return withFreeSlug(slugify(name, 'product'), { listTaken, constraint: 'products_slug_unique' }, write);
}

/** Stores the image, then calls `write` to save its id; if that fails, deletes the image again. */
async function withImage<T>(uploadsDir: string, bytes: Buffer, write: (imageId: string) => Promise<T>): Promise<T> {
  const imageId = await storeImage(uploadsDir, bytes);
  try {
    return await write(imageId);
  } catch (error) {
    await deleteImage(uploadsDir, imageId).catch(() => undefined);
    throw error;
  }
}

/** Throws `invalid_request` for an unknown category, and what storeImage throws for an image that can't be used. */
export async function addProduct(
  { db, uploadsDir, now }: Context,
  input: ProductInput,
  image: Buffer,
): Promise<repository.VersionedProduct> {
  if (!(await findCategory(db, input.categoryId))) throw unknownCategory();
  const name = input.name.trim();
  const description = input.description.trim();
  try {
    return await withImage(uploadsDir, image, (imageId) =>
      withProductSlug(db, name, null, (slug) => {
        const at = now();
        return repository.createProduct(db, { ...input, id: randomUUID(), name, description, slug, imageId, createdAt: at, updatedAt: at });
      }),
    );
  } catch (error) {
    if (isForeignKeyViolation(error)) throw unknownCategory();
    throw error;
  }
}

/** Throws what writeProductChange does, and `invalid_request` for an unknown category. */
export async function changeProduct({ db, now }: Context, id: string, edit: ProductEdit): Promise<repository.VersionedProduct> {
  const { renewSlug, ...change } = edit;
  if (change.name !== undefined) change.name = change.name.trim();
  if (change.description !== undefined) change.description = change.description.trim();
  const old = await repository.findProduct(db, id);
  if (!old) throw createProductNotFound();
  const write = (slug?: string) =>
    db.transaction((tx) => writeProductChange(tx, id, slug === undefined ? change : { ...change, slug }, now()));
  try {
    return renewSlug ? await withProductSlug(db, change.name ?? old.product.name, old.product.slug, write) : await write();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw unknownCategory();
    throw error;
  }
}

/**
 * The old image's files stay, since orders may show them; the cleanup job deletes them once none does. An overtaken form is refused
 * before the image is worked on, and once more when its id is written.
 */
export async function changeProductImage(
  { db, uploadsDir, now }: Context,
  id: string,
  image: Buffer,
  version?: number,
): Promise<repository.VersionedProduct> {
  const old = await repository.findProduct(db, id);
  if (!old) throw createProductNotFound();
  if (version !== undefined && version !== old.version) throw createVersionConflict({ product: [old.product], version: old.version });
  const change = version === undefined ? {} : { version };
  return withImage(uploadsDir, image, (imageId) => db.transaction((tx) => writeProductChange(tx, id, { ...change, imageId }, now())));
}

/** Orders keep what was bought, image included. */
export async function removeProduct({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  if (!(await repository.deleteProduct(db, id))) throw createProductNotFound();
}
