import { countProductsIn, findCategoryByName } from '../category/category.repository.ts';
import { addCategory, removeCategory } from '../category/category.service.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';

/** Finds categories by name, whatever the case, or makes them: rows run side by side, but each name is looked for once. */
export function categoryFinder({ db }: Pick<Deps, 'db'>) {
  const known = new Map<string, Promise<string>>();
  const made: string[] = [];
  const findOrAdd = async (name: string) => {
    const found = await findCategoryByName(db, name);
    if (found) return found._id;
    try {
      const added = await addCategory({ db }, name);
      made.push(added._id);
      return added._id;
    } catch (error) {
      // Somebody else may have made it meanwhile.
      const other = error instanceof AppError && error.code === 'conflict' ? await findCategoryByName(db, name) : null;
      if (other) return other._id;
      throw error;
    }
  };
  const find = (name: string) => {
    const key = name.toLowerCase();
    const id = known.get(key) ?? findOrAdd(name);
    known.set(key, id);
    return id;
  };
  /** A picture shows itself to be none only once its category is there: those that stayed empty go again. */
  const removeEmpty = async () => {
    for (const id of made) {
      if (await countProductsIn(db, id)) continue;
      // Refused where somebody has just put a product there, or deleted it: then all is well too.
      await removeCategory({ db }, id).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    }
  };
  return { find, removeEmpty };
}
