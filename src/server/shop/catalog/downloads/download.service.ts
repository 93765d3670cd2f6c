/** A product's files: added, uploaded piece by piece, arranged and removed by the team. */
import { randomUUID } from 'node:crypto';
import type { createDownload as createContract, DownloadFile, updateDownload as updateContract } from '../../../../contract/downloads.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { DOWNLOADS_MAX } from '../../../../contract/limits.ts';
import { DAY, HOUR } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError, createIssuesError, createVersionConflict } from '../../../platform/errors.ts';
import { countPieceBytes, countPieces, createPieceName, readPiece } from '../../../platform/storage/piece-store.ts';
import { cleanUpFiles } from '../../fields/field-file.service.ts';
import * as repository from './download.repository.ts';
import { deleteUnsellableKeys } from './key-list.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'downloads'>;

export const createNotFoundError = () => new AppError('not_found', 'There is no such file. It may have been deleted: reload the page.');
const createNoSuchProduct = () => new AppError('product_not_found', 'There is no such product');

/** Throws `product_not_found`. */
export async function requireProduct(tx: Database, id: string): Promise<void> {
  if (!(await repository.lockProduct(tx, id))) throw createNoSuchProduct();
}

/** Throws `invalid_request` for a variant of another product. */
export async function requireOwnVariants(tx: Database, productId: string | null, ids: string[] | undefined): Promise<void> {
  if (!ids?.length) return;
  const own = productId === null ? new Set() : await repository.listOwnVariants(tx, productId, ids);
  const issues = ids.flatMap((id, index) =>
    own.has(id) ? [] : [{ path: `variants.${index}`, code: 'unknown' as const, message: 'is no variant of this product' }],
  );
  if (issues.length) throw createIssuesError(issues);
}

function toFile(
  { id, name, bytes, variantIds, status, downloads, days, version }: repository.FileRow,
  places: ReadonlySet<number> | undefined,
): DownloadFile {
  const isReady = status === 'ready';
  const missing = isReady ? [] : Array.from({ length: countPieces(bytes) }, (_, index) => index).filter((it) => !places?.has(it));
  const limits = { ...(downloads !== null && { downloads }), ...(days !== null && { days }) };
  return { _id: id, name, bytes, variants: variantIds, isReady, ...(!isReady && { missing }), ...limits, version };
}

async function readFile(db: Database, id: string): Promise<DownloadFile> {
  const row = await repository.findFile(db, id);
  if (!row) throw createNotFoundError();
  return toFile(row, (await repository.listStoredPieces(db, [id])).get(id));
}

/** Throws `product_not_found`. */
export async function listFiles(db: Database, productId: string): Promise<DownloadFile[]> {
  if (!(await repository.hasProduct(db, productId))) throw createNoSuchProduct();
  const rows = await repository.listFiles(db, productId);
  const unfinished = rows.filter(({ status }) => status === 'uploading').map(({ id }) => id);
  const places = await repository.listStoredPieces(db, unfinished);
  return rows.map((row) => toFile(row, places.get(row.id)));
}

/** Throws `product_not_found`, and `invalid_request` if it has as many as it can have. */
export async function createFile({ db, now }: Context, productId: string, input: BodyOf<typeof createContract>): Promise<DownloadFile> {
  const id = randomUUID();
  const { name, bytes, variants = [], downloads = null, days = null } = input;
  await retryTransaction(db, async (tx) => {
    await requireProduct(tx, productId);
    await requireOwnVariants(tx, productId, variants);
    const { length } = await repository.listFiles(tx, productId);
    if (length >= DOWNLOADS_MAX) {
      const message = `A product has ${DOWNLOADS_MAX} files at most`;
      throw createIssuesError([{ path: 'name', code: 'too_many', message, limit: DOWNLOADS_MAX }]);
    }
    const row = {
      id,
      productId,
      variantIds: variants,
      name: name.trim(),
      bytes,
      status: 'uploading',
      position: length,
      downloads,
      days,
    } as const;
    await repository.createFile(tx, { ...row, createdAt: now() });
  });
  return readFile(db, id);
}

/**
 * The bytes are stored before their row is written, in no transaction, because storing takes as long as a disk or a bucket likes. A piece without a
 * row, as of an upload that was killed, is deleted by the cleanup.
 */
export async function uploadPiece(
  { db, downloads }: Context,
  id: string,
  piece: number,
  body: AsyncIterable<Buffer>,
): Promise<DownloadFile> {
  const file = await repository.findFile(db, id);
  if (!file) throw createNotFoundError();
  const expected = countPieceBytes(file.bytes, piece);
  if (!expected) throw createIssuesError([{ path: 'piece', code: 'too_large', message: `The file has no piece ${piece}` }]);
  const bytes = await readPiece(body, expected);
  if (file.status === 'ready') return readFile(db, id);
  const name = createPieceName();
  await downloads.put([{ name, bytes }]);
  const isKept = await retryTransaction(db, async (tx) => {
    // Of the last two pieces at once, the second one finds the file complete.
    const locked = await repository.findFile(tx, id, true);
    if (!locked) return false;
    if (!(await repository.createPiece(tx, { name, fileId: id, position: piece }))) return false;
    const places = (await repository.listStoredPieces(tx, [id])).get(id);
    if (places?.size === countPieces(locked.bytes)) await repository.updateFile(tx, id, { status: 'ready' });
    return true;
  });
  if (!isKept) await downloads.delete([name]).catch(() => undefined);
  return readFile(db, id);
}

/** Throws `not_found`, `invalid_request` and `version_conflict`. */
export async function updateFile({ db }: Context, id: string, change: BodyOf<typeof updateContract>): Promise<DownloadFile> {
  const { name, variants, downloads, days, position, version } = change;
  await retryTransaction(db, async (tx) => {
    const row = await repository.findFile(tx, id, true);
    if (!row) throw createNotFoundError();
    if (version !== undefined && version !== row.version) throw createVersionConflict({ success: true, file: await readFile(tx, id) });
    await requireOwnVariants(tx, row.productId, variants);
    const fields = {
      ...(name !== undefined && { name: name.trim() }),
      ...(variants && { variantIds: variants }),
      ...(downloads !== undefined && { downloads }),
      ...(days !== undefined && { days }),
    };
    if (Object.keys(fields).length) await repository.updateFile(tx, id, fields);
    if (position === undefined || row.productId === null) return;
    const others = (await repository.listFiles(tx, row.productId)).map((it) => it.id).filter((it) => it !== id);
    await repository.arrangeFiles(tx, others.toSpliced(position, 0, id));
  });
  return readFile(db, id);
}

/** Whoever has bought it keeps it: the cleanup deletes its bytes when nobody may fetch them any more. Throws `not_found`. */
export async function deleteFile({ db }: Context, id: string): Promise<void> {
  await retryTransaction(db, async (tx) => {
    if (!(await repository.findFile(tx, id, true))) throw createNotFoundError();
    await repository.updateFile(tx, id, { status: 'removed' });
  });
}

/** A piece is stored before its row is written. */
const MIN_AGE = HOUR;
const UPLOAD_TTL = DAY;

/** Deletes unfinished uploads, the bytes of files that nobody may fetch any more, and pieces without a row. Returns how many pieces. */
export async function cleanUpDownloads({ db, downloads }: Pick<Deps, 'db' | 'downloads'>, now: Date): Promise<number> {
  await repository.deleteUnfinished(db, new Date(now.getTime() - UPLOAD_TTL));
  await repository.releaseFiles(db, now);
  await deleteUnsellableKeys(db);
  await cleanUpFiles({ db }, now);
  let deleted = 0;
  for await (const page of downloads.list()) {
    const ages = await Promise.all(page.map((it) => it.getModifiedAt()));
    const old = page.filter((_it, index) => now.getTime() - (ages[index]?.getTime() ?? now.getTime()) > MIN_AGE);
    const used = await repository.listUsedPieces(
      db,
      old.map(({ name }) => name),
    );
    const unused = old.filter(({ name, isUnfinished }) => isUnfinished || !used.has(name)).map(({ name }) => name);
    await downloads.delete(unused);
    deleted += unused.length;
  }
  return deleted;
}
