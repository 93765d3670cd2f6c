/** Finds the categories that a file names, ignoring case, or creates them with those above. */
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import { countCategoryProducts, countChildren } from '../../categories/category.repository.ts';
import { addCategory, removeCategory } from '../../categories/category.service.ts';
import { type CategoryPaths, parseCategoryPath, readCategoryPaths, writeCategoryPath } from '../../categories/category-path.ts';

export interface RowCategories {
  categoryId: string;
  furtherCategoryIds?: string[];
}

/** As a file names them. */
interface NamedCategories {
  category?: string;
  furtherCategories?: string[];
}

export type CategoryFinder = ReturnType<typeof createCategoryFinder>;

/** Rows are imported concurrently, but each path is looked up once. */
export function createCategoryFinder({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const ids = new Map<string, Promise<string>>();
  const createdIds: string[] = [];
  let known: Promise<CategoryPaths> | null = null;
  const readKnown = () => {
    known ??= readCategoryPaths(db);
    return known;
  };
  const create = async (names: string[]): Promise<string> => {
    const above = names.slice(0, -1);
    const parent = above.length ? await find(writeCategoryPath(above)) : null;
    try {
      const created = await addCategory({ db, now }, { name: names.at(-1) ?? '', parent });
      createdIds.push(created._id);
      known = null;
      return created._id;
    } catch (error) {
      // Somebody else may have created it in the meantime.
      const existing =
        error instanceof AppError && error.code === 'name_taken' ? (await readCategoryPaths(db)).find(writeCategoryPath(names)) : null;
      if (existing) return existing;
      throw error;
    }
  };
  const findOrCreate = async (text: string) => (await readKnown()).find(text) ?? create(parseCategoryPath(text));
  const find = (text: string): Promise<string> => {
    const key = text.trim().toLowerCase();
    const id = ids.get(key) ?? findOrCreate(text);
    ids.set(key, id);
    return id;
  };
  const findEach = async (texts: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const text of texts) found.push(await find(text));
    return [...new Set(found)].sort();
  };
  /** Of a change, those that it has. */
  const findChanged = async ({ category, furtherCategories }: NamedCategories) => ({
    ...(category !== undefined && { categoryId: await find(category) }),
    ...(furtherCategories && { furtherCategoryIds: await findEach(furtherCategories) }),
  });
  const findAll = async ({ category, furtherCategories = [] }: NamedCategories & { category: string }): Promise<RowCategories> => {
    const categoryId = await find(category);
    const further = (await findEach(furtherCategories)).filter((id) => id !== categoryId);
    return { categoryId, ...(further.length && { furtherCategoryIds: further }) };
  };
  /**
   * A row may fail after its categories were created, for example because of its image. Those that are still empty are deleted again, each before the one
   * above it.
   */
  const removeEmpty = async () => {
    for (const id of createdIds.toReversed()) {
      if ((await countCategoryProducts(db, id)) || (await countChildren(db, id))) continue;
      // Refused if somebody has just added a product to it or deleted it. Both are fine.
      await removeCategory({ db }, id).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    }
  };
  return { findAll, findChanged, removeEmpty };
}
