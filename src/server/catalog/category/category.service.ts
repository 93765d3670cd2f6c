import { randomUUID } from 'node:crypto';
import type { ListedCategory, VersionedCategory } from '../../../contract/category.ts';
import { findUniqueViolation, isForeignKeyViolation } from '../../database/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { AppError, createVersionConflict } from '../../errors.ts';
import { slugify, withFreeSlug } from '../../slug.ts';
import * as repository from './category.repository.ts';

type Context = Pick<Deps, 'db'>;

const categoryNotFound = () => new AppError('category_not_found', "This category isn't there any more");
const createNameTakenError = (name: string) =>
  new AppError('name_taken', `There is already a category named ${name}`, {
    issues: [{ path: 'name', code: 'taken', message: 'is taken' }],
  });

/** By name, each with the number of its products. Cached. */
export function readCategories({ db, memoize }: Pick<Deps, 'db' | 'memoize'>): Promise<ListedCategory[]> {
  return memoize('categories', () => repository.listCategories(db));
}

/** Throws `name_taken` where the name is taken, whatever its case. */
export async function addCategory({ db }: Context, input: string): Promise<VersionedCategory> {
  const name = input.trim();
  const slugOptions = { listTaken: (slug: string) => repository.listCategorySlugs(db, slug), constraint: 'categories_slug_unique' };
  try {
    return await withFreeSlug(slugify(name, 'category'), slugOptions, (slug) =>
      repository.createCategory(db, { id: randomUUID(), name, slug }),
    );
  } catch (error) {
    if (findUniqueViolation(error) === 'categories_name_key') throw createNameTakenError(name);
    throw error;
  }
}

/** Keeps the slug, so that links to the category go on working. Throws `version_conflict` where it was renamed after that version. */
export async function renameCategory({ db }: Context, id: string, input: string, version?: number): Promise<VersionedCategory> {
  const name = input.trim();
  try {
    return await db.transaction(async (tx) => {
      const current = await repository.lockCategory(tx, id);
      if (!current) throw categoryNotFound();
      if (current.name === name) return current;
      if (version !== undefined && version !== current.version) throw createVersionConflict({ category: current });
      const category = await repository.updateCategory(tx, id, name);
      if (!category) throw categoryNotFound();
      return category;
    });
  } catch (error) {
    if (findUniqueViolation(error) === 'categories_name_key') throw createNameTakenError(name);
    throw error;
  }
}

/** Throws `category_not_empty` while products stand in it: they would lose their place. */
export async function removeCategory({ db }: Context, id: string): Promise<void> {
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
