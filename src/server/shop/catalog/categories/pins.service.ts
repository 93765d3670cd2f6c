/** Lists of products that a merchant picks and orders: what a category's page puts first. Searches and collections check theirs by the same function. */
import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import { type CategoryPins, findCategoryPins, listExistingIds, lockCategoryPins, updateCategoryPins } from './pins.repository.ts';

/**
 * The ids as they are stored. Each may be there once, and new ones have to exist; those that the list had already may have been deleted since: a product
 * that is gone is merely not shown. `path`: the field.
 */
export async function requirePicked(tx: Database, path: string, sent: readonly string[], former: readonly string[]): Promise<string[]> {
  const ids = sent.map((id) => id.toLowerCase());
  const refuse = (code: 'invalid_choice' | 'unknown', message: string) =>
    new AppError('invalid_request', message, { issues: [{ path, code, message }] });
  if (new Set(ids).size < ids.length) throw refuse('invalid_choice', 'A product can be in the list only once');
  const known = new Set(former);
  const added = ids.filter((id) => !known.has(id));
  const existing = await listExistingIds(tx, added);
  if (added.some((id) => !existing.has(id))) throw refuse('unknown', 'One of these products no longer exists. Remove it from the list.');
  return ids;
}

const categoryNotFound = () => new AppError('category_not_found', 'This category no longer exists');

export async function readCategoryPins(db: Database, id: string): Promise<CategoryPins> {
  const pins = await findCategoryPins(db, id);
  if (!pins) throw categoryNotFound();
  return pins;
}

/** Throws `version_conflict` if the category was changed after that version, unless it already puts these products first. */
export async function changeCategoryPins(
  { db }: Pick<Deps, 'db'>,
  id: string,
  sent: readonly string[],
  version?: number,
): Promise<CategoryPins> {
  return db.transaction(async (tx) => {
    const current = await lockCategoryPins(tx, id);
    if (!current) throw categoryNotFound();
    const ids = await requirePicked(tx, 'products', sent, current.products);
    if (isDeepStrictEqual(ids, current.products)) return current;
    if (version !== undefined && version !== current.version) throw createVersionConflict(current);
    return updateCategoryPins(tx, id, ids);
  });
}
