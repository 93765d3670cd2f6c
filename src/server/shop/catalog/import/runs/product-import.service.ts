/** Imports as the team sees them: receives a file, shows what was found in it, takes the team's choices, and shows the progress. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { IMPORT_ERRORS_SHOWN, IMPORT_MAX_BYTES, IMPORT_NOTICES_SHOWN, RECENT_LOGIN_MINUTES } from '../../../../../contract/limits.ts';
import {
  IMPORT_NOTICES,
  type ImportChoices,
  type ImportKind,
  type ImportNoticeKind,
  type ImportStatus,
  type ImportSummary,
  type ProductImport,
} from '../../../../../contract/product-import-fields.ts';
import { MEGABYTE } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { ApiKeyCaller, Caller } from '../../../../platform/http/authorize.ts';
import type { ImportActor } from '../../../database/schema/bulk-changes.ts';
import { listFields } from '../../../fields/field.repository.ts';
import { requireRecentLogin } from '../../../team/sessions/reauthentication.ts';
import { listOwnColumns, listOwnNames } from '../formats/own-columns.ts';
import { FIELD_COLUMN } from '../formats/own-format.ts';
import { refusePacked } from '../reading/csv.ts';
import { getFormat, listFormats } from '../reading/match-columns.ts';
import * as repository from './product-import.repository.ts';
import { changeImport, createImport, deleteImport } from './product-import.repository.ts';
import { createPiece, PIECE_SIZE, saveMapping } from './upload.repository.ts';

const createTooLargeError = () =>
  new AppError(
    'import_too_large',
    `The file is larger than ${IMPORT_MAX_BYTES / MEGABYTE} MB. Split it into several files and upload them one by one.`,
  );

/** Cuts the file into pieces of equal size; the last one may be shorter. */
async function* toPieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const bytes of file) {
    waiting.push(bytes);
    size += bytes.length;
    if (size < PIECE_SIZE) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size) yield Buffer.concat(waiting);
}

async function storePieces({ db }: Context, id: string, file: AsyncIterable<Buffer>): Promise<number> {
  let size = 0;
  let index = 0;
  for await (const piece of toPieces(file)) {
    if (index === 0) refusePacked(piece);
    size += piece.length;
    if (size > IMPORT_MAX_BYTES) throw createTooLargeError();
    await createPiece(db, id, index, piece);
    index += 1;
  }
  if (!size) throw new AppError('invalid_request', 'The file is empty');
  return size;
}

/** API keys of the scope `catalogue` bring products and nothing else: what they upload is read as such, and other imports aren't there for them. */
const seesAll = (caller: Caller): boolean => !('key' in caller);

/** Returns the import's id. Throws `invalid_request` for an empty file or a workbook, and `import_too_large`. */
export async function uploadImport(
  deps: Context,
  { fileName, kind = null, caller }: { fileName: string; kind?: ImportKind | null; caller: Caller },
  file: AsyncIterable<Buffer>,
): Promise<string> {
  const id = randomUUID();
  const row = { id, fileName, kind: seesAll(caller) ? kind : 'products', by: caller.name } as const;
  await createImport(deps.db, { ...row, status: 'uploading', createdAt: deps.now() });
  try {
    const size = await storePieces(deps, id, file);
    await changeImport(deps.db, id, ['uploading'], { status: 'checking', size });
    return id;
  } catch (error) {
    await deleteImport(deps.db, id).catch(() => undefined);
    const isCutOff = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
    throw isCutOff ? new AppError('invalid_request', 'The upload was interrupted', { cause: error }) : error;
  }
}

type Context = Pick<Deps, 'db' | 'now'>;

const NO_COUNTS = { created: 0, updated: 0, unchanged: 0, refused: 0, cursor: 0, progress: 0, failures: 0, problem: null };

const createNotFound = () => new AppError('not_found', 'There is no such import');

export const createClosedError = (why: string): AppError => new AppError('import_closed', why);

export async function requireImport({ db }: Pick<Context, 'db'>, id: string, caller: Caller): Promise<repository.ImportRow> {
  const row = await repository.findImport(db, id);
  if (!row || row.status === 'uploading' || !(seesAll(caller) || row.kind === 'products')) throw createNotFound();
  return row;
}

/** What names customers, or takes money off: as where such things are exported or made one by one, the password was given a moment ago. */
const GUARDED: readonly (ImportKind | null)[] = ['customers', 'orders', 'codes'];

/** Throws `reauthentication_required`. */
export function requireGuardedLogin({ now }: Pick<Context, 'now'>, { kind }: repository.ImportRow, caller: Caller): void {
  if (GUARDED.includes(kind)) requireRecentLogin(caller, now(), RECENT_LOGIN_MINUTES);
}

function toSummary(row: repository.ImportRow): ImportSummary {
  const { id, kind, fileName, size, status, progress, created, updated, unchanged, refused, problem, by, createdAt, finishedAt, hasFile } =
    row;
  return {
    ...{ _id: id, kind, fileName, size, status, progress, created, updated, unchanged, refused, problem, by, hasFile },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** Of an import of products: what columns may be besides the fields of their format. */
async function listCustomFields({ db }: Context, { kind, form, preview }: repository.ImportRow): Promise<ProductImport['customFields']> {
  if (kind !== 'products' || !form) return [];
  const made = new Set(preview?.newFields?.flatMap(({ owner, key }) => (owner === 'product' ? [key] : [])));
  const there = await listFields(db, 'product');
  const missing = preview?.newFields?.filter(({ owner, key }) => owner === 'product' && !there.some((it) => it.key === key)) ?? [];
  return [...there, ...missing].map(({ key, name, type }) => ({ key, name, type, isNew: made.has(key) }));
}

function toImport(row: repository.ImportRow, customFields: ProductImport['customFields'] = []): ProductImport {
  const { match, replacesImages, createsCategories, form, preview, imageHosts, uncountedStock, hidesImageless } = row;
  const kind = row.kind ?? 'products';
  const format = getFormat(kind, row.format ?? 'products');
  const fieldsByTitle = new Map(Object.entries(row.mapping ?? {}).map(([field, title]) => [title, field]));
  const required = new Set(format.required[0]);
  // If two columns have the same title, the first is read.
  const titles = form?.columns.map(({ title }) => title) ?? [];
  const own = new Map(kind === 'products' ? listOwnColumns(titles).map((it) => [it.title, listOwnNames(it)]) : []);
  const columns = (form?.columns ?? []).map(({ title, example }, index) => {
    const isFirst = titles.indexOf(title) === index;
    const names = isFirst && own.get(title);
    return { title, example, field: (isFirst && fieldsByTitle.get(title)) || null, ...(names && { own: names }) };
  });
  const fields = [...format.fields, ...customFields.map(({ key }) => ({ name: `${FIELD_COLUMN}${key}` }))];
  const found = preview?.hosts ?? [];
  const others = imageHosts.filter((host) => found.every((it) => it.host !== host)).map((host) => ({ host, images: 0 }));
  return {
    ...toSummary(row),
    ...{ format: format.name, match, replacesImages, createsCategories, columns, uncountedStock, hidesImageless },
    formats: listFormats(kind).map(({ name }) => name),
    numbers: row.numbers,
    recognizedNumbers: form?.numbers ?? 'point',
    uncountedCount: preview?.uncountedCount ?? 0,
    encoding: form?.encoding ?? '',
    fields: fields.map(({ name }) => ({ name, isRequired: required.has(name) })),
    ...(customFields.length && { customFields }),
    hosts: [...found, ...others].map((it) => ({ ...it, isAllowed: imageHosts.includes(it.host) })),
    newCategories: preview?.newCategories ?? [],
    newCategoryCount: preview?.newCategoryCount ?? 0,
    samples: preview?.samples ?? [],
    startedAt: row.startedAt?.toISOString() ?? null,
  };
}

const IN_PROGRESS: readonly ImportStatus[] = ['checking', 'queued', 'running'];

interface NoticePage {
  notice?: ImportNoticeKind;
  noticePage?: number;
}

/** Notices are only counted once the import rests, because the page polls each second until then. */
async function readNotices({ db }: Context, { id, status }: repository.ImportRow, { notice, noticePage = 1 }: NoticePage) {
  if (IN_PROGRESS.includes(status)) return { notices: [], noticeCounts: [] };
  const counts = await repository.countByKind(db, id);
  const page = { chosen: notice, limit: IMPORT_NOTICES_SHOWN, offset: (noticePage - 1) * IMPORT_NOTICES_SHOWN };
  return {
    notices: await repository.listNotices(db, id, page),
    noticeCounts: IMPORT_NOTICES.flatMap((kind) => (counts.has(kind) ? [{ kind, count: counts.get(kind) ?? 0 }] : [])),
    errorCount: counts.get(null) ?? 0,
  };
}

export async function readImport(deps: Context, id: string, caller: Caller, page: NoticePage = {}) {
  const row = await requireImport(deps, id, caller);
  const errors = await repository.listErrors(deps.db, id, IMPORT_ERRORS_SHOWN);
  const invitable = row.kind === 'customers' && !IN_PROGRESS.includes(row.status) ? await repository.countInvitable(deps.db, id) : 0;
  return {
    import: { ...toImport(row, await listCustomFields(deps, row)), ...(invitable && { invitable }) },
    errors,
    errorCount: Math.max(errors.length, row.refused),
    ...(await readNotices(deps, row, page)),
  };
}

export const listImports = async ({ db }: Context, caller: Caller): Promise<ImportSummary[]> =>
  (await repository.listImports(db, seesAll(caller) ? null : 'products')).map(toSummary);

/** Throws `import_closed` if the import is in none of these states. */
async function change({ db }: Context, id: string, from: ImportStatus[], to: repository.ImportChange, why: string): Promise<void> {
  if (!(await repository.changeImport(db, id, from, to))) throw createClosedError(why);
}

/** The file is checked again. Choices are remembered for the next file with these columns. */
export async function updateImport(
  deps: Context,
  id: string,
  caller: Caller,
  {
    mapping: wanted,
    numbers = null,
    uncountedStock = null,
    hidesImageless = false,
    imageHosts,
    kind: chosenKind,
    ...choices
  }: ImportChoices,
): Promise<void> {
  const row = await requireImport(deps, id, caller);
  const kind = chosenKind ?? row.kind;
  if (!seesAll(caller) && kind !== 'products') throw new AppError('forbidden', 'An API key can import products only');
  const mapping = wanted ?? null;
  const hosts = [...new Set(imageHosts.map((host) => host.toLowerCase()))];
  const chosen = { ...choices, kind, mapping, numbers, uncountedStock, hidesImageless, imageHosts: hosts };
  const to = { ...NO_COUNTS, ...chosen, preview: null, status: 'checking' as const };
  await change(deps, id, ['checking', 'ready'], to, 'This import has started, so its columns can no longer be changed');
  const isByHand = numbers !== row.numbers || kind !== row.kind || (mapping !== null && !isDeepStrictEqual(mapping, row.mapping));
  if (isByHand) await saveMapping(deps, row, { kind: kind ?? 'products', format: choices.format, mapping, numbers });
}

const toActor = (caller: Caller): ImportActor =>
  'key' in caller ? { kind: 'key', ...(caller as ApiKeyCaller).key } : { kind: 'admin', id: caller.id };

/** Queues the import. A failed import continues where it stopped. */
export async function startImport(deps: Context, id: string, caller: Caller): Promise<void> {
  const row = await requireImport(deps, id, caller);
  requireGuardedLogin(deps, row, caller);
  if (row.problem !== null && row.status === 'ready') throw createClosedError(row.problem);
  if (!row.hasFile) throw createClosedError('The file has been deleted. Please upload it again.');
  const queued = { status: 'queued' as const, queuedAt: deps.now(), actor: toActor(caller), by: caller.name, finishedAt: null };
  const isResumed = row.status === 'failed';
  await deps.db.transaction(async (tx) => {
    const to = isResumed ? { ...queued, problem: null, failures: 0 } : { ...queued, ...NO_COUNTS };
    const isChanged = await repository.changeImport(tx, id, [isResumed ? 'failed' : 'ready'], to);
    if (!isChanged) throw createClosedError('This import has already started, or its file is being checked');
    if (!isResumed) await repository.deleteErrors(tx, id);
  });
}

/** What has been imported so far stays. */
export async function cancelImport(deps: Context, id: string, caller: Caller): Promise<void> {
  await requireImport(deps, id, caller);
  const to = { status: 'cancelled' as const, finishedAt: deps.now() };
  await change(deps, id, ['checking', 'ready', 'queued', 'running', 'failed'], to, 'This import has already ended');
}
