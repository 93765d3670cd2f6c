import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DescribedCategory, ListedCategory, VersionedCategory } from '../../../../contract/category.ts';
import type { ProductImageInput } from '../../../../contract/product-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation, isForeignKeyViolation } from '../../../platform/database/pg-errors.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { addUnattachedImages, takeUnattachedImages } from '../../content/media/image.repository.ts';
import { parseImageUrl } from '../../content/media/image-url.ts';
import { findSlugOwner, slugify, withFreeSlug } from '../../database/slug.ts';
import * as repository from './category.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const categoryNotFound = () => new AppError('category_not_found', "This category isn't there any more");
const createNameTakenError = (name: string) =>
  new AppError('name_taken', `There is already a category named ${name}`, {
    issues: [{ path: 'name', code: 'taken', message: 'is taken' }],
  });

/** By name, each with the number of its products. Cached. */
export function readCategories({ db, memoize }: Pick<Deps, 'db' | 'memoize'>): Promise<ListedCategory[]> {
  return memoize('categories', () => repository.listCategories(db));
}

/** What a call sends of a category. Absent fields stay as they are. */
interface CategoryInput {
  name: string;
  description?: string;
  /** Null: no image of its own. */
  image?: ProductImageInput | null;
}

const unknownImage = () =>
  new AppError('invalid_request', "This image isn't there any more: please upload it again", {
    issues: [{ path: 'image', code: 'unknown', message: 'is unknown' }],
  });

/** An alternative text that equals the category's name is stored as empty, so that it follows the name when that changes. */
function toColumns({ name, description, image }: CategoryInput) {
  const imageId = image && parseImageUrl(image.url);
  if (image && !imageId) throw unknownImage();
  const alt = image?.alt?.trim() ?? '';
  return {
    name: name.trim(),
    ...(description !== undefined && { description: description.trim() }),
    ...(image !== undefined && { imageId: imageId ?? null, imageAlt: alt === name.trim() ? '' : alt }),
  };
}

/** Gives the category an uploaded image that nothing else uses. Its former image can be put back for a day. */
async function exchangeImage(tx: Database, from: string | null, to: string | null, at: Date): Promise<void> {
  if (from === to) return;
  if (to !== null && !(await takeUnattachedImages(tx, [to])).has(to)) throw unknownImage();
  if (from !== null) await addUnattachedImages(tx, [from], at);
}

/** Without an `id` it gets a new one. Throws `name_taken`, ignoring case, and `invalid_request` for an image that wasn't uploaded. */
export async function addCategory(
  { db, now }: Context,
  { id = randomUUID(), ...input }: CategoryInput & { id?: string },
): Promise<VersionedCategory> {
  const columns = toColumns(input);
  const slugOptions = { listTaken: (slug: string) => repository.listCategorySlugs(db, slug), constraint: 'categories_slug_unique' };
  try {
    return await withFreeSlug(slugify(columns.name, 'category'), slugOptions, (slug) =>
      db.transaction(async (tx) => {
        await exchangeImage(tx, null, columns.imageId ?? null, now());
        return repository.createCategory(tx, { id, ...columns, slug });
      }),
    );
  } catch (error) {
    if (findUniqueViolation(error) === 'categories_name_key') throw createNameTakenError(columns.name);
    throw error;
  }
}

/**
 * Keeps the slug, so that links to the category still work. Throws what addCategory throws, and `version_conflict` if the category was
 * changed after that version, unless it already has the values that were sent.
 */
export async function changeCategory(
  { db, now }: Context,
  id: string,
  { version, ...input }: CategoryInput & { version?: number },
): Promise<VersionedCategory> {
  const columns = toColumns(input);
  try {
    return await db.transaction(async (tx) => {
      const current = await repository.lockCategory(tx, id);
      if (!current) throw categoryNotFound();
      if (columns.imageAlt === current.name) columns.imageAlt = '';
      if (isDeepStrictEqual({ ...current, ...columns }, current)) return repository.toDescribed(current);
      if (version !== undefined && version !== current.version) throw createVersionConflict({ category: repository.toDescribed(current) });
      if (columns.imageId !== undefined) await exchangeImage(tx, current.imageId, columns.imageId, now());
      const category = await repository.updateCategory(tx, id, columns);
      if (!category) throw categoryNotFound();
      return category;
    });
  } catch (error) {
    if (findUniqueViolation(error) === 'categories_name_key') throw createNameTakenError(columns.name);
    throw error;
  }
}

/** Throws `category_not_empty` while products are in it, because each product needs a category. */
export async function removeCategory({ db }: Pick<Deps, 'db'>, id: string): Promise<void> {
  try {
    if (!(await repository.deleteCategory(db, id))) throw categoryNotFound();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    const count = await repository.countCategoryProducts(db, id);
    throw new AppError(
      'category_not_empty',
      `${count === 1 ? 'A product stands' : `${count} products stand`} in this category. Move or delete them first.`,
    );
  }
}

/** Finds it by its slug or a former one. Throws `category_gone` if it has been deleted. */
export async function findCategoryBySlug(db: Database, slug: string): Promise<{ category: DescribedCategory | null; isMoved: boolean }> {
  const category = await repository.findCategoryBySlug(db, slug);
  const ownerId = category ? null : await findSlugOwner(db, 'category', slug);
  if (!ownerId) return { category, isMoved: false };
  const owner = await repository.findCategory(db, ownerId);
  const moved = owner && (await repository.findCategoryBySlug(db, owner.slug));
  if (!moved) throw new AppError('category_gone', 'This category was deleted');
  return { category: moved, isMoved: true };
}
