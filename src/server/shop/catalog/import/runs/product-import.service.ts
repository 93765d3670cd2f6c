/** Imports as the team sees them: what was found in a file, what was chosen, and how far the import is. */
import { isDeepStrictEqual } from 'node:util';
import { IMPORT_ERRORS_SHOWN, IMPORT_NOTICES_SHOWN } from '../../../../../contract/limits.ts';
import {
  IMPORT_NOTICES,
  type ImportChoices,
  type ImportNoticeKind,
  type ImportStatus,
  type ImportSummary,
  type ProductImport,
} from '../../../../../contract/product-import-fields.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { ApiKeyCaller, Caller } from '../../../../platform/http/authorize.ts';
import type { ImportActor } from '../../../database/schema/bulk-changes.ts';
import { getFormat } from '../reading/read-rows.ts';
import * as repository from './product-import.repository.ts';
import { saveMapping } from './upload.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const NO_COUNTS = { created: 0, updated: 0, unchanged: 0, refused: 0, cursor: 0, progress: 0, failures: 0, problem: null };

const createNotFound = () => new AppError('not_found', 'There is no such import');

export const createClosedError = (why: string): AppError => new AppError('import_closed', why);

export async function requireImport({ db }: Pick<Context, 'db'>, id: string): Promise<repository.ImportRow> {
  const row = await repository.findImport(db, id);
  if (!row || row.status === 'uploading') throw createNotFound();
  return row;
}

function toSummary(row: repository.ImportRow): ImportSummary {
  const { id, fileName, size, status, progress, created, updated, unchanged, refused, problem, by, createdAt, finishedAt, hasFile } = row;
  return {
    ...{ _id: id, fileName, size, status, progress, created, updated, unchanged, refused, problem, by, hasFile },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

function toImport(row: repository.ImportRow): ProductImport {
  const { match, replacesImages, createsCategories, form, preview, imageHosts, uncountedStock, hidesImageless } = row;
  const format = getFormat(row.format ?? 'products');
  const fieldsByTitle = new Map(Object.entries(row.mapping ?? {}).map(([field, title]) => [title, field]));
  const required = new Set(format.required[0]);
  // If two columns have the same title, the first is read.
  const columns = (form?.columns ?? []).map(({ title, example }, index, all) => {
    const isFirst = all.findIndex((it) => it.title === title) === index;
    return { title, example, field: (isFirst && fieldsByTitle.get(title)) || null };
  });
  const found = preview?.hosts ?? [];
  const others = imageHosts.filter((host) => found.every((it) => it.host !== host)).map((host) => ({ host, images: 0 }));
  return {
    ...toSummary(row),
    ...{ format: format.name, match, replacesImages, createsCategories, columns, uncountedStock, hidesImageless },
    numbers: row.numbers,
    recognizedNumbers: form?.numbers ?? 'point',
    uncountedCount: preview?.uncountedCount ?? 0,
    encoding: form?.encoding ?? '',
    fields: format.fields.map(({ name }) => ({ name, isRequired: required.has(name) })),
    hosts: [...found, ...others].map((it) => ({ ...it, isAllowed: imageHosts.includes(it.host) })),
    newCategories: preview?.newCategories ?? [],
    newCategoryCount: preview?.newCategoryCount ?? 0,
    samples: preview?.samples ?? [],
    startedAt: row.startedAt?.toISOString() ?? null,
  };
}

const MOVING: readonly ImportStatus[] = ['checking', 'queued', 'running'];

interface NoticePage {
  notice?: ImportNoticeKind;
  noticePage?: number;
}

/** What is told is counted once nothing moves: the page asks each second until then. */
async function readNotices({ db }: Context, { id, status }: repository.ImportRow, { notice, noticePage = 1 }: NoticePage) {
  if (MOVING.includes(status)) return { notices: [], noticeCounts: [] };
  const counts = await repository.countByKind(db, id);
  const page = { chosen: notice, limit: IMPORT_NOTICES_SHOWN, offset: (noticePage - 1) * IMPORT_NOTICES_SHOWN };
  return {
    notices: await repository.listNotices(db, id, page),
    noticeCounts: IMPORT_NOTICES.flatMap((kind) => (counts.has(kind) ? [{ kind, count: counts.get(kind) ?? 0 }] : [])),
    errorCount: counts.get(null) ?? 0,
  };
}

export async function readImport(deps: Context, id: string, page: NoticePage = {}) {
  const row = await requireImport(deps, id);
  const errors = await repository.listErrors(deps.db, id, IMPORT_ERRORS_SHOWN);
  return { import: toImport(row), errors, errorCount: Math.max(errors.length, row.refused), ...(await readNotices(deps, row, page)) };
}

export const listImports = async ({ db }: Context): Promise<ImportSummary[]> => (await repository.listImports(db)).map(toSummary);

/** Throws `import_closed` if the import is in none of these states. */
async function change(deps: Context, id: string, from: ImportStatus[], to: repository.ImportChange, why: string): Promise<void> {
  await requireImport(deps, id);
  if (!(await repository.changeImport(deps.db, id, from, to))) throw createClosedError(why);
}

/** The file is checked again. What was chosen by hand is remembered for the next file with these columns. */
export async function updateImport(
  deps: Context,
  id: string,
  { mapping: wanted, numbers = null, uncountedStock = null, hidesImageless = false, imageHosts, ...choices }: ImportChoices,
): Promise<void> {
  const row = await requireImport(deps, id);
  const mapping = wanted ?? null;
  const hosts = [...new Set(imageHosts.map((host) => host.toLowerCase()))];
  const chosen = { ...choices, mapping, numbers, uncountedStock, hidesImageless, imageHosts: hosts };
  const to = { ...NO_COUNTS, ...chosen, preview: null, status: 'checking' as const };
  await change(deps, id, ['checking', 'ready'], to, 'This import has begun: its columns are settled');
  const isByHand = numbers !== row.numbers || (mapping !== null && !isDeepStrictEqual(mapping, row.mapping));
  if (isByHand) await saveMapping(deps, row, { format: choices.format, mapping, numbers });
}

const toActor = (caller: Caller): ImportActor =>
  'key' in caller ? { kind: 'key', ...(caller as ApiKeyCaller).key } : { kind: 'admin', id: caller.id };

/** Queued after those that are waiting already. A failed import continues where it stopped. */
export async function startImport(deps: Context, id: string, caller: Caller): Promise<void> {
  const row = await requireImport(deps, id);
  if (row.problem !== null && row.status === 'ready') throw createClosedError(row.problem);
  if (!row.hasFile) throw createClosedError('The file was deleted meanwhile: upload it again');
  const queued = { status: 'queued' as const, queuedAt: deps.now(), actor: toActor(caller), by: caller.name, finishedAt: null };
  const isResumed = row.status === 'failed';
  await deps.db.transaction(async (tx) => {
    const to = isResumed ? { ...queued, problem: null, failures: 0 } : { ...queued, ...NO_COUNTS };
    const isChanged = await repository.changeImport(tx, id, [isResumed ? 'failed' : 'ready'], to);
    if (!isChanged) throw createClosedError('This import has begun already, or its file is being checked');
    if (!isResumed) await repository.deleteErrors(tx, id);
  });
}

/** What was imported so far stays. */
export async function cancelImport(deps: Context, id: string): Promise<void> {
  const to = { status: 'cancelled' as const, finishedAt: deps.now() };
  await change(deps, id, ['checking', 'ready', 'queued', 'running', 'failed'], to, 'This import has ended already');
}
