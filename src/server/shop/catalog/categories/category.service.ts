import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ListedCategory } from '../../../../contract/category.ts';
import type { VersionedCategory } from '../../../../contract/category-admin.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { isForeignKeyViolation } from '../../../platform/database/pg-errors.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { addUnattachedImages, takeUnattachedImages } from '../../content/media/image.repository.ts';
import { findSlugOwner, slugify, withFreeSlug } from '../../database/slug.ts';
import { applySentValues } from '../../fields/field-values.service.ts';
import * as repository from './category.repository.ts';
import { type CategoryInput, categoryNotFound, getNextPosition, toCategoryError, toColumns, unknownImage } from './category-input.ts';
import { type CategoryTree, createCategoryTree } from './category-tree.ts';

type Context = Pick<Deps, 'db' | 'now'>;

/** Memoized. */
export function readCategoryTree({ db, memoize }: Pick<Deps, 'db' | 'memoize'>): Promise<CategoryTree> {
  return memoize('categories', async () => {
    const { categories, combinations } = await repository.listCategories(db);
    return createCategoryTree(categories, combinations);
  });
}

/** In the order of the tree, each with the number of products of its branch. */
export const readCategories = async (context: Pick<Deps, 'db' | 'memoize'>): Promise<ListedCategory[]> =>
  (await readCategoryTree(context)).categories;

/** Gives the category an uploaded image that nothing else uses. Its former image can be put back for a day. */
async function exchangeImage(tx: Database, from: string | null, to: string | null, at: Date): Promise<void> {
  if (from === to) return;
  if (to !== null && !(await takeUnattachedImages(tx, [to])).has(to)) throw unknownImage();
  if (from !== null) await addUnattachedImages(tx, [from], at);
}

/** Of two categories with one name, the second is called after its parent too: `women-shoes`. */
async function chooseSlug(db: Database, name: string, parentId: string | null | undefined): Promise<string> {
  const slug = slugify(name, 'category');
  if (!parentId || !(await repository.listCategorySlugs(db, slug)).has(slug)) return slug;
  const parent = await repository.findCategory(db, parentId);
  return slugify(`${parent?.name ?? ''} ${name}`, slug);
}

/**
 * Without an `id` it gets a new one. Throws `name_taken`, ignoring case, if its parent has one of that name, and `invalid_request` for an image that
 * wasn't uploaded and for a parent that is gone or too deep.
 */
export async function addCategory(
  { db, now }: Context,
  { id = randomUUID(), ...input }: CategoryInput & { id?: string },
): Promise<VersionedCategory> {
  const columns = toColumns(input);
  const slugOptions = { listTaken: (slug: string) => repository.listCategorySlugs(db, slug), constraint: 'categories_slug_unique' };
  try {
    return await withFreeSlug(await chooseSlug(db, columns.name, columns.parentId), slugOptions, (slug) =>
      db.transaction(async (tx) => {
        await exchangeImage(tx, null, columns.imageId ?? null, now());
        const position = getNextPosition(await repository.listBrothers(tx, columns.parentId ?? null));
        const custom = await applySentValues(tx, 'category', input.customFields, null);
        return repository.createCategory(tx, { id, ...columns, ...custom, slug, position });
      }),
    );
  } catch (error) {
    throw toCategoryError(error, columns.name);
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
      if (columns.parentId !== undefined) await repository.lockTree(tx);
      const current = await repository.lockCategory(tx, id);
      if (!current) throw categoryNotFound();
      if (columns.imageAlt === current.name) columns.imageAlt = '';
      const custom = await applySentValues(tx, 'category', input.customFields, current.custom);
      const { parentId = current.parent, ...own } = { ...columns, ...custom };
      if (isDeepStrictEqual({ ...current, ...own, parent: parentId }, current)) return repository.toVersioned(current);
      if (version !== undefined && version !== current.version) throw createVersionConflict({ category: repository.toVersioned(current) });
      if (columns.imageId !== undefined) await exchangeImage(tx, current.imageId, columns.imageId, now());
      const isMoved = columns.parentId !== undefined && columns.parentId !== current.parent;
      const position = isMoved && getNextPosition(await repository.listBrothers(tx, columns.parentId ?? null));
      const category = await repository.updateCategory(tx, id, { ...columns, ...custom, ...(position !== false && { position }) });
      if (!category) throw categoryNotFound();
      return category;
    });
  } catch (error) {
    throw toCategoryError(error, columns.name);
  }
}

const count = (number: number, one: string, several: string) => (number === 1 ? one : `${number} ${several}`);

/** Throws `category_not_empty` while products or other categories are in it, because each product needs a category. */
export async function removeCategory({ db }: Pick<Deps, 'db'>, id: string): Promise<void> {
  try {
    if (!(await repository.deleteCategory(db, id))) throw categoryNotFound();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    const [products, children] = await Promise.all([repository.countCategoryProducts(db, id), repository.countChildren(db, id)]);
    const held = [
      ...(children ? [count(children, 'a sub-category', 'sub-categories')] : []),
      ...(products || !children ? [count(products, 'a product', 'products')] : []),
    ].join(' and ');
    const verb = children + products === 1 ? 'is' : 'are';
    throw new AppError('category_not_empty', `${held.replace(/^a/, 'A')} ${verb} in this category. Move or delete them first.`);
  }
}

/** Throws `category_not_found`. */
export async function readCategory(db: Database, id: string): Promise<VersionedCategory> {
  const category = await repository.findVersionedCategory(db, id);
  if (!category) throw categoryNotFound();
  return category;
}

/** Finds it by its slug or a former one. Throws `category_gone` if it has been deleted. */
export async function findCategoryBySlug(
  db: Database,
  slug: string,
): Promise<{ category: repository.ShownCategory | null; isMoved: boolean }> {
  const category = await repository.findCategoryBySlug(db, slug);
  const ownerId = category ? null : await findSlugOwner(db, 'category', slug);
  if (!ownerId) return { category, isMoved: false };
  const owner = await repository.findCategory(db, ownerId);
  const moved = owner && (await repository.findCategoryBySlug(db, owner.slug));
  if (!moved) throw new AppError('category_gone', 'This category was deleted');
  return { category: moved, isMoved: true };
}
