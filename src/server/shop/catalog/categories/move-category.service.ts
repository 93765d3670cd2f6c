/** A category to another place of the tree, under a lock, so that two moves at once make no circle. */
import type { VersionedCategory } from '../../../../contract/category-admin.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { createVersionConflict } from '../../../platform/errors.ts';
import * as repository from './category.repository.ts';
import { categoryNotFound, createIssueError, getNextPosition, toCategoryError } from './category-input.ts';

/**
 * Puts a category, and with it all that is below, under a parent and behind one of its categories: `after`; null is the first place, and absent the last.
 * Throws what changeCategory throws.
 */
export async function moveCategory(
  { db }: Pick<Deps, 'db'>,
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
