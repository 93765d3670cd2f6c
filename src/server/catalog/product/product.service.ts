/** Creating, changing and deleting products, with their slugs and images. */
import { randomUUID } from 'node:crypto';
import type { Product } from '../../../contract/product.ts';
import type { Database } from '../../database/connect.ts';
import { isForeignKeyViolation } from '../../database/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { deleteImage, storeImage } from '../../images/storage.ts';
import { slugify, withFreeSlug } from '../../slug.ts';
import { findCategory } from '../category/category.repository.ts';
import * as repository from './product.repository.ts';

type Context = Pick<Deps, 'db' | 'uploadsDir' | 'now'>;

export interface ProductInput {
  name: string;
  description: string;
  priceCents: number;
  quantity: number;
  shipping: 0 | 1;
  categoryId: string;
}

export interface ProductChange extends Omit<ProductInput, 'priceCents' | 'shipping'> {
  /** Absent: the old one stays. */
  priceCents?: number;
  shipping?: 0 | 1;
  /** Derive a new slug from the name; links with the old one stop working. */
  renewSlug?: boolean;
}

const productNotFound = () => new AppError('product_not_found', "This product isn't there any more");
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
export async function addProduct({ db, uploadsDir, now }: Context, input: ProductInput, image: Buffer): Promise<Product> {
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

/** Throws `product_not_found` for an unknown product, `invalid_request` for an unknown category. */
export async function changeProduct({ db, now }: Context, id: string, change: ProductChange): Promise<Product> {
  const { renewSlug, ...values } = change;
  const name = values.name.trim();
  const row = { ...values, name, description: values.description.trim(), updatedAt: now() };
  const old = await repository.findProduct(db, id);
  if (!old) throw productNotFound();
  try {
    const product = renewSlug
      ? await withProductSlug(db, name, old.slug, (slug) => repository.updateProduct(db, id, { ...row, slug }))
      : await repository.updateProduct(db, id, row);
    if (!product) throw productNotFound();
    return product;
  } catch (error) {
    if (isForeignKeyViolation(error)) throw unknownCategory();
    throw error;
  }
}

/** The old image's files stay, since orders may show them; the cleanup job deletes them once none does. */
export async function changeProductImage({ db, uploadsDir, now }: Context, id: string, image: Buffer): Promise<Product> {
  if (!(await repository.findProduct(db, id))) throw productNotFound();
  return withImage(uploadsDir, image, async (imageId) => {
    const product = await repository.updateProduct(db, id, { imageId, updatedAt: now() });
    if (!product) throw productNotFound();
    return product;
  });
}

/** Orders keep what was bought, image included. */
export async function removeProduct({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  if (!(await repository.deleteProduct(db, id))) throw productNotFound();
}
