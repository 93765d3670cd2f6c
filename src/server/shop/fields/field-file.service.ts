/**
 * Files that values of fields name, such as a size chart: uploaded by the team, kept in pieces beside the files that are sold, and sent to whoever
 * knows their address. A value is the address, so whoever reads an export, a webhook or the activity log can open it.
 */
import { randomUUID } from 'node:crypto';
import type { LinkedFile } from '../../../contract/custom-field-values.ts';
import { FILE_KINDS, findFileKind } from '../../../contract/custom-fields.ts';
import type { IssueCode } from '../../../contract/errors.ts';
import { FIELD_FILE_MAX_BYTES } from '../../../contract/limits.ts';
import { DAY, isUuid, MEGABYTE } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { retryTransaction } from '../../platform/database/query.ts';
import { createIssuesError } from '../../platform/errors.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { createPieceName, PIECE_BYTES } from '../../platform/storage/piece-store.ts';
import { slugify } from '../database/slug.ts';
import * as repository from './field-file.repository.ts';

const createFileError = (path: string, code: IssueCode, message: string, limit?: number) =>
  createIssuesError([{ path, code, message, ...(limit !== undefined && { limit }) }]);

/** In plain letters, so that it needs no escapes in a file or an email. */
function toUrl(id: string, name: string, extension: string): string {
  return `/files/${id}/${slugify(name.slice(0, -extension.length - 1), 'file')}.${extension}`;
}

/** Pieces of one size but the last, one of which is held in memory. Throws `invalid_request` for an empty or a too large file. */
async function* cutToPieces(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [chunks, length, total]: [Buffer[], number, number] = [[], 0, 0];
  for await (const chunk of body) {
    total += chunk.length;
    if (total > FIELD_FILE_MAX_BYTES)
      throw createFileError('file', 'too_large', `must have ${FIELD_FILE_MAX_BYTES / MEGABYTE} MB at most`, FIELD_FILE_MAX_BYTES);
    chunks.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    let all = Buffer.concat(chunks);
    for (; all.length >= PIECE_BYTES; all = all.subarray(PIECE_BYTES)) yield all.subarray(0, PIECE_BYTES);
    [chunks, length] = [[all], all.length];
  }
  if (!total) throw createFileError('file', 'blank', 'is empty: choose another file');
  if (length) yield Buffer.concat(chunks);
}

async function storePieces(store: ObjectStore, body: AsyncIterable<Buffer>): Promise<{ pieces: string[]; bytes: number }> {
  const pieces: string[] = [];
  let bytes = 0;
  try {
    for await (const piece of cutToPieces(body)) {
      const name = createPieceName();
      pieces.push(name);
      await store.put([{ name, bytes: piece }]);
      bytes += piece.length;
    }
    return { pieces, bytes };
  } catch (error) {
    // If deleting fails too, the cleanup does it.
    await store.delete(pieces).catch(() => undefined);
    throw error;
  }
}

/** Throws `invalid_request` for a kind of file that isn't allowed, an empty or a too large one, and what the store throws. */
export async function addFile(
  { db, downloads, now }: Pick<Deps, 'db' | 'downloads' | 'now'>,
  sentName: string,
  body: AsyncIterable<Buffer>,
): Promise<LinkedFile> {
  const name = sentName.trim();
  const kind = findFileKind(name);
  if (!kind) throw createFileError('name', 'invalid_choice', `must end with one of: ${Object.keys(FILE_KINDS).join(', ')}`);
  const { pieces, bytes } = await storePieces(downloads, body);
  const id = randomUUID();
  const url = toUrl(id, name, kind.extension);
  const at = now();
  await repository.createFile(db, { id, name, url, bytes, pieces, createdAt: at, unusedSince: at });
  return { url, name, bytes };
}

const FILE_URL = /^(?:https?:\/\/[^/\s]+)?\/files\/(?<id>[0-9a-f-]{36})\/[^/\s]+$/i;
const readId = (text: string): string | null => {
  const id = FILE_URL.exec(text)?.groups?.id?.toLowerCase();
  return id && isUuid(id) ? id : null;
};

/** By what was sent, an address on any host or a name: the address of the file that this shop has. Nothing is asked if nothing is named. */
export async function findFiles(db: Database, texts: readonly string[], isLocked: boolean): Promise<Map<string, string>> {
  const named = [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
  if (!named.length) return new Map();
  const ids = named.flatMap((text) => readId(text) ?? []);
  const names = named.filter((text) => !text.includes('/'));
  const rows = await repository.findFiles(db, ids, names, isLocked);
  const byId = new Map(rows.map(({ id, url }) => [id, url]));
  // The newest comes last.
  const byName = new Map(rows.map(({ name, url }) => [name, url]));
  return new Map(
    named.flatMap((text) => {
      const url = byId.get(readId(text) ?? '') ?? byName.get(text.toLowerCase());
      return url ? [[text, url] as const] : [];
    }),
  );
}

/** As long as a bulk edit can be undone, and a day more: what brings a value back finds its file. */
const UNUSED_TTL = 8 * DAY;

/** Deletes files that no value has named for long; their pieces go with the next cleanup of the store. */
export async function cleanUpFiles({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  if (!(await repository.hasFieldFiles(db))) return;
  await repository.noteUse(db, now);
  for (const id of await repository.listLongUnused(db, new Date(now.getTime() - UNUSED_TTL)))
    await retryTransaction(db, (tx) => repository.deleteUnused(tx, id));
}
