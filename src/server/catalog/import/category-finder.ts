import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countCategoryProducts, findCategoryByName } from '../category/category.repository.ts';
import { addCategory, removeCategory } from '../category/category.service.ts';

/** Finds categories by name, whatever the case, or makes them: rows run side by side, but each name is looked for once. */
export function createCategoryFinder({ db }: Pick<Deps, 'db'>) {
  const idsByName = new Map<string, Promise<string>>();
  const createdIds: string[] = [];
  const findOrCreate = async (name: string) => {
    const found = await findCategoryByName(db, name);
    if (found) return found._id;
    try {
      const created = await addCategory({ db }, name);
      createdIds.push(created._id);
      return created._id;
    } catch (error) {
      // Somebody else may have made it meanwhile.
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
  /** A picture shows itself to be none only once its category is there: those that stayed empty go again. */
  const deleteEmpty = async () => {
    for (const id of createdIds) {
      if (await countCategoryProducts(db, id)) continue;
      // Refused where somebody has just put a product there, or deleted it: then all is well too.
      await removeCategory({ db }, id).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    }
  };
  return { find: findOrCreateOnce, removeEmpty: deleteEmpty };
}
