/**
 * Changes many products. Each page is one transaction, which also records the progress. So if the process is killed, no product is left
 * half-changed, and the edit continues after the last page. Each product is processed once, in the order of ids, even if the change moves it in
 * or out of the filter.
 */

import type { BulkChange, BulkEdit, BulkPreview, BulkRefusal, BulkSelection, BulkValues } from '../../../../contract/bulk-edit.ts';
import { MAX_TOTAL } from '../../../../contract/limits.ts';
import { getCurrencyStep, toDollars } from '../../../../contract/money.ts';
import { DAY } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { parseSentValues } from '../../fields/field-values.service.ts';
import { parseStockPolicy, requireFutureDays } from '../../inventory/stock-policy.ts';
import { readShopDetails, readToday } from '../../settings/shop-details.service.ts';
import { findCategory } from '../categories/category.repository.ts';
import { countMatches } from '../product-table/product-table.repository.ts';
import { resolveFilter } from '../product-table/product-table.service.ts';
import { findMakers } from '../safety/safety.repository.ts';
import * as repository from './bulk-edit.repository.ts';
import { type BulkDetails, type BulkState, planBulkChange } from './bulk-plan.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const PREVIEW_EXAMINED = 1000;
const PREVIEW_SHOWN = 5;
/** How long an edit can be looked at and undone. */
const RETENTION = 7 * DAY;
const CLEANUP_PAGE = 5000;

export const createEditNotFound = (): AppError => new AppError('not_found', 'There is no such bulk edit');

async function requireMaker(db: Database, key: string): Promise<void> {
  if ((await findMakers(db, [key], false)).has(key)) return;
  throw new AppError('invalid_request', 'This manufacturer no longer exists. Please choose another.', {
    issues: [{ path: 'change.maker', code: 'unknown', message: 'is unknown' }],
  });
}

/** Requires either ids or a filter, and an existing category. */
async function requirePossible({ db, now }: Context, { ids, filter }: BulkSelection, change: BulkChange): Promise<void> {
  if (Boolean(ids) === Boolean(filter)) {
    const message = 'Select products either by ids or by a filter';
    throw new AppError('invalid_request', message, { issues: [{ path: 'ids', code: 'invalid_choice', message }] });
  }
  if (change.field === 'policy') {
    parseStockPolicy(change.stock, 'change.stock');
    if (change.stock.shipsOn) requireFutureDays([['change.stock', change.stock]], await readToday({ db, now }));
  }
  if (change.field === 'maker' && change.maker) await requireMaker(db, change.maker);
  if (!('category' in change) || (await findCategory(db, change.category))) return;
  throw new AppError('invalid_request', 'This category no longer exists. Please choose another.', {
    issues: [{ path: 'change.category', code: 'unknown', message: 'is unknown' }],
  });
}

function toDetailValues({ brandName, costCents, minimumAge, ...rest }: Partial<BulkDetails>): BulkValues {
  return {
    ...rest,
    ...(brandName !== undefined && { brand: brandName }),
    ...(minimumAge !== undefined && { minimumAge: minimumAge === null ? null : Number(minimumAge) }),
    ...(costCents !== undefined && { cost: costCents === null ? null : toDollars(costCents) }),
  };
}

/** With the value as it is stored. Throws `invalid_request`. */
async function typeChange<T extends BulkChange>(db: Database, change: T): Promise<T> {
  if (change.field !== 'custom') return change;
  const input = { sent: { [change.key]: change.value }, current: null, path: 'change' };
  const [patch = {}] = await parseSentValues(db, 'product', [input]);
  return { ...change, value: patch[change.key] ?? null };
}

function toValues({
  priceCents,
  categoryId,
  furtherCategoryIds,
  status,
  quantity,
  policies,
  attributes,
  custom,
  details = {},
}: BulkState): BulkValues {
  return {
    ...(priceCents !== undefined && { price: toDollars(priceCents) }),
    ...(categoryId && { category: categoryId }),
    ...(furtherCategoryIds && { furtherCategories: furtherCategoryIds }),
    ...(status && { status }),
    ...(quantity !== undefined && { quantity }),
    ...(policies && { stock: policies[0]?.stockPolicy ?? { policy: 'counted' } }),
    ...(attributes && { attributes }),
    ...toDetailValues(details),
    ...(custom && { customFields: custom }),
  };
}

async function toMatches(db: Database, { ids, filter }: BulkSelection) {
  return repository.buildSelection(db, ids ? { ids } : { filter: await resolveFilter(db, filter ?? {}) });
}

/** Ids of missing products are counted too: they are reported as deleted. */
async function countSelected(db: Database, { ids, filter }: BulkSelection): Promise<{ total: number; isAbout: boolean }> {
  if (ids) return { total: new Set(ids).size, isAbout: false };
  const count = await countMatches(db, await toMatches(db, { ...(filter && { filter }) }));
  return { total: Math.min(count, MAX_TOTAL), isAbout: count > MAX_TOTAL };
}

export async function previewBulkEdit({ db, now }: Context, selection: BulkSelection, sent: BulkChange): Promise<BulkPreview> {
  await requirePossible({ db, now }, selection, sent);
  const change = await typeChange(db, sent);
  const [count, matches] = await Promise.all([countSelected(db, selection), toMatches(db, selection)]);
  const rows = await repository.listBulkRows(db, matches, { limit: PREVIEW_EXAMINED, isLocked: false });
  const step = getCurrencyStep((await readShopDetails(db)).currency);
  const planned = rows.map((row) => ({ row, plan: planBulkChange(row, change, step) }));
  const changes = planned.flatMap(({ row: { id, name }, plan }) =>
    plan.kind === 'changed' ? [{ _id: id, name, before: toValues(plan.before), after: toValues(plan.after) }] : [],
  );
  const refusals = planned.flatMap(({ row: { id, name }, plan }) =>
    plan.kind === 'refused' ? [{ _id: id, name, reason: plan.reason }] : [],
  );
  const found = new Set(rows.map(({ id }) => id));
  const gone = [...new Set(selection.ids)].flatMap((id) => (found.has(id) ? [] : [{ _id: id, name: '', reason: 'gone' as BulkRefusal }]));
  return {
    success: true,
    ...count,
    examined: rows.length + gone.length,
    changed: changes.length,
    unchanged: rows.length - changes.length - refusals.length,
    refused: refusals.length + gone.length,
    changes: changes.slice(0, PREVIEW_SHOWN),
    refusals: [...refusals, ...gone].slice(0, PREVIEW_SHOWN),
  };
}

function toBulkEdit(
  { id, cursor: _c, productIds: _p, filter: _f, createdAt, ...row }: repository.BulkEditRow,
  isUndone: boolean,
): BulkEdit {
  return { ...row, _id: id, isUndone, createdAt: createdAt.toISOString() };
}

async function readEdit(db: Database, id: string): Promise<BulkEdit> {
  const row = await repository.findBulkEdit(db, id);
  if (!row) throw createEditNotFound();
  return toBulkEdit(row, (await repository.listUndone(db, [id])).has(id));
}

export async function readBulkEdit({ db }: Context, id: string) {
  const edit = await readEdit(db, id);
  return { edit, refusals: await repository.listRefusals(db, id) };
}

export async function listBulkEdits({ db }: Context): Promise<BulkEdit[]> {
  const rows = await repository.listBulkEdits(db);
  const undone = await repository.listUndone(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toBulkEdit(row, undone.has(row.id)));
}

interface NewEdit extends BulkSelection {
  id: string;
  change: BulkChange;
}

/** Only stores the edit; runBulkEdit runs it. */
export async function createBulkEdit({ db, now }: Context, by: string, { id, change, ids, filter }: NewEdit): Promise<BulkEdit> {
  const selection = { ...(ids && { ids }), ...(filter && { filter }) };
  await requirePossible({ db, now }, selection, change);
  await repository.createBulkEdit(db, {
    id,
    change: await typeChange(db, change),
    productIds: ids ? [...new Set(ids)] : null,
    filter: filter ?? null,
    status: 'running',
    ...(await countSelected(db, selection)),
    by,
    createdAt: now(),
  });
  return readEdit(db, id);
}

/** An undo can't be undone, and an edit only once: a second call returns the first undo. */
export async function createUndo({ db, now }: Context, by: string, undoOf: string, id: string): Promise<BulkEdit> {
  return db.transaction(async (tx) => {
    const edit = await repository.lockBulkEdit(tx, undoOf);
    if (!edit) throw createEditNotFound();
    if (edit.change.field === 'undo' || edit.status === 'running') {
      throw new AppError('invalid_request', edit.status === 'running' ? 'This bulk edit is still running' : "An undo can't be undone");
    }
    const earlier = await repository.findUndo(tx, undoOf);
    if (earlier) return toBulkEdit(earlier, false);
    const row = { id, change: { field: 'undo' as const }, undoOf, status: 'running' as const, total: edit.changed, isAbout: false, by };
    await repository.createBulkEdit(tx, { ...row, createdAt: now() });
    return readEdit(tx, id);
  });
}

/** Deletes page by page, so that customers' queries run in between. */
export async function cleanUpBulkEdits({ db, now }: Context, signal?: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - RETENTION);
  let hasMore = true;
  while (hasMore && !signal?.aborted) hasMore = await repository.deleteOldEdits(db, before, CLEANUP_PAGE);
}
