/** Saved views of lists. Owners and staff have their own; owners manage those for everybody, which read-only members can open too. */
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { SAVED_VIEWS_MAX } from '../../../../contract/limits.ts';
import type { createSavedView, SavedView, updateSavedView, ViewList } from '../../../../contract/saved-view.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation } from '../../../platform/database/pg-errors.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import * as repository from './saved-view.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

function requireOwner({ teamRole }: Caller): void {
  if (teamRole !== 'owner') throw new AppError('role_too_low', 'Only owners save and change views for everybody');
}

async function withFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (findUniqueViolation(error) !== 'saved_views_name') throw error;
    throw new AppError('name_taken', 'There is already a view with this name', {
      issues: [{ path: 'name', code: 'taken', message: 'is taken' }],
    });
  }
}

async function reply(db: Database, caller: Caller, list: ViewList, id: string): Promise<{ views: SavedView[]; view: SavedView }> {
  const views = await repository.listViews(db, caller.id, list);
  const view = views.find(({ _id }) => _id === id);
  if (!view) throw createNotFoundError();
  return { views, view };
}

const createNotFoundError = () => new AppError('not_found', 'This view was deleted meanwhile');

/** Throws `role_too_low`, `name_taken` and `too_many_views`. */
export async function createView({ db, now }: Context, caller: Caller, input: BodyOf<typeof createSavedView>) {
  const { list, query, columns, isShared } = input;
  if (isShared) requireOwner(caller);
  const userId = isShared ? null : caller.id;
  const id = randomUUID();
  await withFreeName(() =>
    db.transaction(async (tx) => {
      await repository.createView(tx, { id, list, userId, name: input.name.trim(), query, columns, createdAt: now() });
      if ((await repository.countViews(tx, userId, list)) > SAVED_VIEWS_MAX)
        throw new AppError('too_many_views', `A list has up to ${SAVED_VIEWS_MAX} saved views. Delete one to save another`);
    }),
  );
  return reply(db, caller, list, id);
}

async function requireView(tx: Database, caller: Caller, id: string): Promise<repository.SavedViewRow> {
  const view = await repository.lockView(tx, caller.id, id);
  if (!view) throw createNotFoundError();
  if (view.userId === null) requireOwner(caller);
  return view;
}

/** Throws `role_too_low`, `not_found` and `name_taken`. */
export async function changeView({ db }: Context, caller: Caller, id: string, { name, ...change }: BodyOf<typeof updateSavedView>) {
  const { list } = await withFreeName(() =>
    db.transaction(async (tx) => {
      const view = await requireView(tx, caller, id);
      await repository.updateView(tx, id, { ...change, ...(name !== undefined && { name: name.trim() }) });
      return view;
    }),
  );
  return reply(db, caller, list, id);
}

/** Throws `role_too_low` and `not_found`. */
export async function removeView({ db }: Context, caller: Caller, id: string): Promise<SavedView[]> {
  const { list } = await db.transaction(async (tx) => {
    const view = await requireView(tx, caller, id);
    await repository.deleteView(tx, id);
    return view;
  });
  return repository.listViews(db, caller.id, list);
}
