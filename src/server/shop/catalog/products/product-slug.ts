/** The address of a product: chosen, made of its name, or former; and what is wrong where another product has one of its own. */
import type { Database } from '../../../platform/database/connect.ts';
import { findForeignKeyViolation, findUniqueViolation, isForeignKeyViolation } from '../../../platform/database/pg-errors.ts';
import { AppError } from '../../../platform/errors.ts';
import { findSlugOwner, slugify, withFreeSlug } from '../../database/slug.ts';
import * as repository from './product.repository.ts';
import { createSkuTakenError, isSkuTaken } from './product-input.ts';

export const unknownCategory = (path = 'category') =>
  new AppError('invalid_request', 'This category no longer exists. Please choose another.', {
    issues: [{ path, code: 'unknown', message: 'is unknown' }],
  });

/** Converts violated constraints to errors that name the field. */
export async function toProductError(db: Database, error: unknown, sent: Parameters<typeof createSkuTakenError>[1]): Promise<unknown> {
  if (findForeignKeyViolation(error) === 'products_further_category_ids') return unknownCategory('furtherCategories');
  if (isForeignKeyViolation(error)) return unknownCategory();
  return isSkuTaken(error) ? createSkuTakenError(db, sent) : error;
}

const SLUG_CONSTRAINT = 'products_slug_unique';

function toSlugTaken(error: unknown, slug: string): unknown {
  if (findUniqueViolation(error) !== SLUG_CONSTRAINT) return error;
  return new AppError('slug_taken', `Another product already has the address /product/${slug}`, {
    issues: [{ path: 'slug', code: 'taken', message: 'is taken' }],
  });
}

/** Writes with exactly this slug. Throws `slug_taken` if another product has it. */
export async function withChosenSlug<T>(slug: string, write: (slug: string) => Promise<T>): Promise<T> {
  try {
    return await write(slug);
  } catch (error) {
    throw toSlugTaken(error, slug);
  }
}

/** Makes a free slug from the name, or from the wanted slug. `currentSlug`, which the product has already, counts as free. */
export function withProductSlug<T>(
  db: Database,
  name: string,
  currentSlug: string | null,
  write: (slug: string) => Promise<T>,
): Promise<T> {
  const listTaken = async (slug: string) => {
    const taken = await repository.listProductSlugs(db, slug);
    if (currentSlug) taken.delete(currentSlug);
    return taken;
  };
  return withFreeSlug(slugify(name, 'product'), { listTaken, constraint: SLUG_CONSTRAINT }, write);
}

/** Finds it by its slug or a former one. Throws `product_gone` if it has been deleted. */
export async function findProductBySlug(
  db: Database,
  slug: string,
): Promise<{ found: repository.VersionedProduct | null; isMoved: boolean }> {
  const found = await repository.findProductBySlug(db, slug);
  const ownerId = found ? null : await findSlugOwner(db, 'product', slug);
  if (!ownerId) return { found, isMoved: false };
  const moved = await repository.findProduct(db, ownerId);
  if (!moved) throw new AppError('product_gone', 'This product was deleted');
  return { found: moved, isMoved: true };
}
