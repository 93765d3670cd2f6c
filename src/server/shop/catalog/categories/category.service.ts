import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ListedCategory } from '../../../../contract/category.ts';
import type { VersionedCategory } from '../../../../contract/category-admin.ts';
import type { CustomFieldsInput } from '../../../../contract/custom-field-values.ts';
import type { IssueCode } from '../../../../contract/errors.ts';
import { CATEGORY_LEVELS_MAX } from '../../../../contract/limits.ts';
import type { ProductImageInput } from '../../../../contract/product-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findCheckViolation, findUniqueViolation, isForeignKeyViolation } from '../../../platform/database/pg-errors.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { addUnattachedImages, takeUnattachedImages } from '../../content/media/image.repository.ts';
import { parseImageUrl } from '../../content/media/image-url.ts';
import { findSlugOwner, slugify, withFreeSlug } from '../../database/slug.ts';
import { applySentValues } from '../../fields/field-values.service.ts';
import * as repository from './category.repository.ts';
import { type CategoryTree, createCategoryTree } from './category-tree.ts';
import { requireGoogleCategory } from './google-categories.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const categoryNotFound = () => new AppError('category_not_found', 'This category no longer exists');
const createNameTakenError = (name: string) =>
  new AppError('name_taken', `There is already a category named ${name}`, {
    issues: [{ path: 'name', code: 'taken', message: 'is taken' }],
  });

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

/** Absent fields stay as they are. */
interface CategoryInput {
  name: string;
  description?: string;
  /** Null: no image of its own. */
  image?: ProductImageInput | null;
  /** Null: at the top. */
  parent?: string | null;
  /** A number of Google's or a whole path; empty: that of its parent. */
  googleCategory?: string;
  customFields?: CustomFieldsInput;
}

const createIssueError = (path: string, code: IssueCode, message: string) =>
  new AppError('invalid_request', message, { issues: [{ path, code, message }] });

/** Behind the others, if somebody has ordered them; otherwise they are sorted by name. */
const getNextPosition = (brothers: readonly repository.Brother[]): number => {
  const last = Math.max(0, ...brothers.map(({ position }) => position));
  return last && last + 1;
};

/** Converts violated constraints, among them those of functions/category_tree.sql, to errors that name the field. */
function toCategoryError(error: unknown, name: string): unknown {
  if (findUniqueViolation(error) === 'categories_sibling_name_key') return createNameTakenError(name);
  const check = findCheckViolation(error);
  if (check === 'categories_circle')
    return createIssueError('parent', 'invalid_choice', 'A category can’t be put below itself. Choose another parent.');
  if (check === 'categories_levels')
    return createIssueError(
      'parent',
      'nested_too_deeply',
      `Categories can be ${CATEGORY_LEVELS_MAX} levels deep. Choose a parent further up.`,
    );
  if (isForeignKeyViolation(error))
    return createIssueError('parent', 'unknown', 'This parent category no longer exists. Please choose another.');
  return error;
}

const unknownImage = () =>
  new AppError('invalid_request', 'This image no longer exists: please upload it again', {
    issues: [{ path: 'image', code: 'unknown', message: 'is unknown' }],
  });

/** An alternative text that equals the category's name is stored as empty, so that it follows the name when that changes. */
function toColumns({ name, description, image, parent, googleCategory }: CategoryInput) {
  const imageId = image && parseImageUrl(image.url);
  if (image && !imageId) throw unknownImage();
  const alt = image?.alt?.trim() ?? '';
  return {
    name: name.trim(),
    ...(description !== undefined && { description: description.trim() }),
    ...(image !== undefined && { imageId: imageId ?? null, imageAlt: alt === name.trim() ? '' : alt }),
    ...(parent !== undefined && { parentId: parent?.toLowerCase() ?? null }),
    ...(googleCategory !== undefined && { googleCategory: googleCategory.trim() ? requireGoogleCategory(googleCategory) : null }),
  };
}

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

/**
 * Puts a category, and with it all that is below, under a parent and behind one of its categories: `after`; null is the first place, and absent the last.
 * Throws what changeCategory throws.
 */
export async function moveCategory(
  { db }: Pick<Context, 'db'>,
  id: string,
  { parent, after, version }: { parent: string | null; after?: string | null; version?: number },
): Promise<VersionedCategory> {
  let name = '';
  try {
    return await db.transaction(async (tx) => {
      await repository.lockTree(tx);
      const current = await repository.lockCategory(tx, id);
      if (!current) throw categoryNotFound();
      name = current.name;
      const parentId = parent?.toLowerCase() ?? null;
      const isOvertaken = version !== undefined && version !== current.version;
      if (isOvertaken && parentId !== current.parent) throw createVersionConflict({ category: repository.toVersioned(current) });
      const brothers = await repository.listBrothers(tx, parentId);
      const others = brothers.filter((it) => it.id !== current._id);
      const moved = { ...(parentId !== current.parent && { parentId, position: getNextPosition(others) }) };
      const category = 'parentId' in moved ? await repository.updateCategory(tx, id, moved) : repository.toVersioned(current);
      if (!category) throw categoryNotFound();
      if (after !== undefined) await placeBehind(tx, category, { after: after?.toLowerCase() ?? null, brothers, others });
      return category;
    });
  } catch (error) {
    throw toCategoryError(error, name);
  }
}

interface Brothers {
  after: string | null;
  brothers: repository.Brother[];
  others: repository.Brother[];
}

async function placeBehind(tx: Database, category: VersionedCategory, { after, brothers, others }: Brothers): Promise<void> {
  const place = after === null ? 0 : others.findIndex(({ id }) => id === after) + 1;
  if (after !== null && place === 0)
    throw createIssueError('after', 'unknown', 'The category to put it behind is no longer there. Please try again.');
  const before = brothers.findIndex(({ id }) => id === category._id);
  if (before === place) return;
  await repository.orderCategories(tx, others.map(({ id }) => id).toSpliced(place, 0, category._id));
  // From another parent: that it was moved is in the log already.
  if (before >= 0) await repository.recordOrder(tx, category, before + 1, place + 1);
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
