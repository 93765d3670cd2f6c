/** Runs bulk edits in the process that received the request. If that is killed, a job continues them. */

import { setTimeout as wait } from 'node:timers/promises';
import { getCurrencyStep } from '../../../../contract/money.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { lockFields } from '../../fields/field.repository.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { withBrandIds } from '../brands/brand.service.ts';
import { findCategory } from '../categories/category.repository.ts';
import { resolveFilter } from '../product-table/product-table.service.ts';
import { mergeIndexEntries } from '../products/product.repository.ts';
import { findMakers } from '../safety/safety.repository.ts';
import * as repository from './bulk-edit.repository.ts';
import { type BulkPlan, type BulkRow, planBulkChange, planUndo } from './bulk-plan.ts';
import { type PlannedChange, restoreProduct, writeChanges } from './bulk-write.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;
type Item = Omit<repository.BulkEditItem, 'editId'>;

/** Products per transaction. It locks their rows, and on the embedded database the only connection, for half a second or so. */
const PAGE = 200;
/** Milliseconds between two pages, in which other queries run. */
const PAUSE = 20;

interface Page {
  items: Item[];
  unchanged: number;
  /** The last product of the page; null: there are no more after the cursor. */
  cursor: string | null;
  isDone: boolean;
}

const toRefused = ({ id, name }: Pick<BulkRow, 'id' | 'name'>, reason: repository.BulkEditItem['reason']): Item => ({
  productId: id,
  name,
  reason,
});

/** Writes the changes of a page, and an item for each product that was changed or refused. */
async function applyPlans(
  tx: Database,
  planned: { row: BulkRow; plan: BulkPlan }[],
  at: Date,
): Promise<{ items: Item[]; unchanged: number }> {
  const changes: (PlannedChange & { name: string })[] = [];
  const items: Item[] = [];
  for (const { row, plan } of planned) {
    if (plan.kind === 'refused') items.push(toRefused(row, plan.reason));
    if (plan.kind === 'changed') changes.push({ id: row.id, there: row.quantity, name: row.name, before: plan.before, after: plan.after });
  }
  const details = await withBrandIds(
    tx,
    changes.map(({ after }) => after.details ?? {}),
    at,
  );
  const written = changes.map((it, index) => ({ ...it, ...(it.after.details && details[index] && { details: details[index] }) }));
  const deleted = await writeChanges(tx, written, at);
  for (const { id, name, before, after } of changes) {
    const deletedRows = deleted.get(id);
    items.push({ productId: id, name, before: deletedRows ? { deleted: deletedRows } : before, after });
  }
  return { items, unchanged: planned.length - items.length };
}

async function runSelectionPage(tx: Database, edit: repository.BulkEditRow, at: Date): Promise<Page> {
  const { change, productIds, filter, cursor, createdAt } = edit;
  if (change.field === 'undo') throw new Error('an undo has no selection');
  const matches = await repository.buildSelection(
    tx,
    productIds ? { ids: productIds } : { filter: await resolveFilter(tx, filter ?? {}) },
    createdAt,
  );
  const rows = await repository.listBulkRows(tx, matches, { ...(cursor && { after: cursor }), limit: PAGE, isLocked: true });
  const isDone = rows.length < PAGE;
  const last = isDone ? (productIds?.toSorted().at(-1) ?? rows.at(-1)?.id) : rows.at(-1)?.id;
  const missing = productIds && last ? await repository.listMissingIds(tx, productIds, cursor, last) : [];
  const step = getCurrencyStep((await readShopDetails(tx)).currency);
  const isCategoryGone = 'category' in change && !(await findCategory(tx, change.category));
  const isFieldGone = change.field === 'custom' && !(await lockFields(tx, 'product')).some(({ key }) => key === change.key);
  const isMakerGone = change.field === 'maker' && change.maker !== '' && !(await findMakers(tx, [change.maker], true)).size;
  const planned = rows.map((row) => ({
    row,
    plan: isMakerGone
      ? ({ kind: 'refused', reason: 'maker_gone' } as const)
      : isFieldGone
        ? ({ kind: 'refused', reason: 'field_gone' } as const)
        : isCategoryGone
          ? ({ kind: 'refused', reason: 'category_gone' } as const)
          : planBulkChange(row, change, step),
  }));
  const { items, unchanged } = await applyPlans(tx, planned, at);
  const gone = missing.map((id) => toRefused({ id, name: '' }, 'gone'));
  return { items: [...items, ...gone], unchanged, cursor: last ?? null, isDone };
}

async function runUndoPage(tx: Database, undoOf: string, cursor: string | null, at: Date): Promise<Page> {
  const undone = await repository.listChangedItems(tx, undoOf, cursor, PAGE);
  const ids = undone.map(({ productId }) => productId);
  const rows = await repository.listBulkRows(tx, await repository.buildSelection(tx, { ids }), { limit: PAGE, isLocked: true });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const categories = new Map<string, boolean>();
  const hasCategory = async (id: string) => {
    const known = categories.get(id) ?? Boolean(await findCategory(tx, id));
    categories.set(id, known);
    return known;
  };
  const haveCategories = async (wanted: string[]) => {
    for (const id of wanted) if (!(await hasCategory(id))) return false;
    return true;
  };
  const items: Item[] = [];
  const planned: { row: BulkRow; plan: BulkPlan }[] = [];
  for (const { productId, name, before, after } of undone) {
    const row = byId.get(productId);
    if (before.deleted) {
      const obstacle = await restoreProduct(tx, productId, before.deleted);
      items.push({ productId, name, ...(obstacle && { reason: obstacle }) });
    } else if (!row) items.push(toRefused({ id: productId, name }, 'gone'));
    else if (!(await haveCategories([before.categoryId ?? [], before.furtherCategoryIds ?? []].flat())))
      items.push(toRefused(row, 'category_gone'));
    else planned.push({ row, plan: planUndo(row, before, after) });
  }
  const applied = await applyPlans(tx, planned, at);
  return { items: [...items, ...applied.items], unchanged: applied.unchanged, cursor: ids.at(-1) ?? null, isDone: undone.length < PAGE };
}

/** Returns true if there may be another page. */
async function runPage({ db, now }: Context, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const edit = await repository.lockRunningEdit(tx, id);
    if (!edit) return false;
    const page = await mergeIndexEntries(tx, () =>
      edit.undoOf ? runUndoPage(tx, edit.undoOf, edit.cursor, now()) : runSelectionPage(tx, edit, now()),
    );
    await repository.createItems(
      tx,
      page.items.map((item) => ({ ...item, editId: id })),
    );
    const refused = page.items.filter(({ reason }) => reason).length;
    const counts = { changed: page.items.length - refused, unchanged: page.unchanged, refused };
    await repository.advanceEdit(tx, id, { ...counts, cursor: page.cursor, isDone: page.isDone });
    return !page.isDone;
  });
}

/** Ends early if the signal is aborted or if another process is running the edit; a job continues what is left. */
export async function runBulkEdit(context: Context, id: string, signal?: AbortSignal): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal?.aborted) {
    hasMore = await runPage(context, id);
    if (hasMore) await wait(PAUSE);
  }
}

/** Continues edits that a killed process has left, one at a time. */
export async function finishBulkEdits(context: Context, signal: AbortSignal): Promise<void> {
  for (const id of await repository.listRunningEdits(context.db)) await runBulkEdit(context, id, signal);
}
