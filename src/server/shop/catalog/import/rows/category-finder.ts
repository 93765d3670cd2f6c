import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import { countCategoryProducts, findCategoryByName } from '../../categories/category.repository.ts';
import { addCategory, removeCategory } from '../../categories/category.service.ts';

/** Finds categories by name, ignoring case, or creates them. Rows are imported concurrently, but each name is looked up once. */
export function createCategoryFinder({ db, now }: Pick<Deps, 'db' | 'now'>, known: ReadonlyMap<string, string> = new Map()) {
  const idsByName = new Map([...known].map(([name, id]) => [name.toLowerCase(), Promise.resolve(id)]));
  const createdIds: string[] = [];
  const findOrCreate = async (name: string) => {
    const found = await findCategoryByName(db, name);
    if (found) return found._id;
    try {
      const created = await addCategory({ db, now }, { name });
      createdIds.push(created._id);
      return created._id;
    } catch (error) {
      // Somebody else may have created it in the meantime.
      const existing = error instanceof AppError && error.code === 'name_taken' ? await findCategoryByName(db, name) : null;
      if (existing) return existing._id;
      throw error;
    }
  };
  const findOrCreateOnce = (name: string) => {
    const key = name.toLowerCase();
    const id = idsByName.get(key) ?? findOrCreate(name);
    idsByName.set(key, id);
    return id;
  };
  /** A row may fail after its category was created, for example because of its image. Categories that are still empty are deleted again. */
  const deleteEmpty = async () => {
    for (const id of createdIds) {
      if (await countCategoryProducts(db, id)) continue;
      // Refused if somebody has just added a product to it or deleted it. Both are fine.
      await removeCategory({ db }, id).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    }
  };
  return { find: findOrCreateOnce, removeEmpty: deleteEmpty };
}
