/**
 * What a backup is: an archive (tar, gzip, enciphered where there is a passphrase), the same for both databases. In this order:
 *
 *     backup.json                what it is of: format, time, migrations, tables and their columns
 *     tables/<table>/000001.jsonl   rows, each an array of the columns' texts as PostgreSQL writes them
 *     sequences.json             where each sequence was
 *     images/<file>              the files of images
 *     downloads/<file>           the pieces of files that are sold
 *     manifest.json              of each table its rows, and of everything above size and SHA-256
 */
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { BackupStep } from '../../../../contract/backups.ts';
import { MEGABYTE } from '../../../../contract/values.ts';
import { PIECE_NAME_PATTERN } from '../../../platform/storage/piece-store.ts';
import { IMAGE_FILE_PATTERN } from '../../content/media/image-url.ts';

/** What is wrong with a backup, or with its destination: its message is for the operator. */

export type BackupErrorCode =
  | 'cut_short'
  | 'damaged'
  | 'newer_version'
  | 'no_passphrase'
  | 'wrong_passphrase'
  | 'not_empty'
  | 'in_use'
  | 'target'
  | 'verify';

export class BackupError extends Error {
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
    this.code = code;
  }
}

/** What an operator reads while a backup is being made. */
export const STEP_LINES: Record<BackupStep, string> = {
  reading: 'Reading the shop …',
  checking: 'Reading the backup …',
  restoring: 'Restoring it into a scratch database …',
  storing: 'Storing it …',
};

export const FORMAT = 1;

const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Count = Type.Integer({ minimum: 0 });

export const Header = Type.Object({
  format: Type.Literal(FORMAT),
  /** Time of the database snapshot. */
  madeAt: Type.String({ format: 'date-time', maxLength: 40 }),
  /** The migrations that the database had, by drizzle's identifier. */
  migrations: Type.Array(Type.Object({ when: Type.Integer() }), { minItems: 1, maxItems: 10_000 }),
  /** Hash of the SQL functions that computed the search columns. */
  searchHash: Type.String({ maxLength: 64 }),
  /** Versions of what functions computed (platform/database/derived-data.ts); absent in older backups. */
  derived: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z-]{1,40}$' }), Count)),
  tables: Type.Array(Type.Object({ name: Name, columns: Type.Array(Name, { minItems: 1, maxItems: 100 }) }), { maxItems: 1000 }),
});
export type Header = Type.Static<typeof Header>;

export const Sequences = Type.Array(
  Type.Object({ name: Name, lastValue: Type.String({ pattern: '^-?\\d{1,19}$' }), isCalled: Type.Boolean() }),
  { maxItems: 1000 },
);
export type Sequences = Type.Static<typeof Sequences>;

export const Manifest = Type.Object({
  tables: Type.Array(Type.Object({ name: Name, rows: Count }), { maxItems: 1000 }),
  images: Count,
  files: Type.Array(Type.Object({ name: Type.String({ maxLength: 100 }), size: Count, sha256: Hash })),
});
export type Manifest = Type.Static<typeof Manifest>;

export const HEADER_FILE = 'backup.json';
export const SEQUENCES_FILE = 'sequences.json';
export const MANIFEST_FILE = 'manifest.json';

const TABLE_FILE = /^tables\/(?<table>[a-z_][a-z0-9_]{0,62})\/\d{6,9}\.jsonl$/;
/** The folders of files that aren't rows, by what they hold. */
export const FILE_FOLDERS = { image: 'images', download: 'downloads' } as const;
export type StoredKind = keyof typeof FILE_FOLDERS;
const PATTERNS: Record<StoredKind, RegExp> = { image: IMAGE_FILE_PATTERN, download: PIECE_NAME_PATTERN };
const STORED_FILE = /^(?<folder>images|downloads)\/(?<file>[^/]+)$/;

/** A part of a table ends after the row that reaches this size; a single row may be larger. */
export const PART_SIZE = MEGABYTE;
const MAX_PART = 64 * MEGABYTE;
/** Of an image, or a piece of a file. */
const MAX_STORED = 64 * MEGABYTE;
/** The manifest has a line for each file; a shop may have a million. */
const MAX_JSON = 256 * MEGABYTE;

export const tableFileName = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}.jsonl`;
export const storedEntryName = (kind: StoredKind, file: string) => `${FILE_FOLDERS[kind]}/${file}`;

export type FileKind = { kind: 'json' } | { kind: 'table'; table: string } | { kind: StoredKind; file: string };

/** Null for a name that no backup has, such as one that leads out of its folder. */
export function parseFileName(name: string): FileKind | null {
  if (name === HEADER_FILE || name === SEQUENCES_FILE || name === MANIFEST_FILE) return { kind: 'json' };
  const table = TABLE_FILE.exec(name)?.groups?.table;
  if (table) return { kind: 'table', table };
  const { folder, file = '' } = STORED_FILE.exec(name)?.groups ?? {};
  const kind = folder === FILE_FOLDERS.download ? 'download' : 'image';
  return folder && PATTERNS[kind].test(file) ? { kind, file } : null;
}

const MAX_SIZES = { json: MAX_JSON, table: MAX_PART, image: MAX_STORED, download: MAX_STORED };

export function getMaxSize(name: string): number {
  const found = parseFileName(name);
  if (!found) throw new BackupError('damaged', 'The backup holds a file of a name that no backup has');
  return MAX_SIZES[found.kind];
}

/** The JSON of a file, if it has that form. */
export function parseJson<T extends Type.TSchema>(schema: T, bytes: Buffer): Type.Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    value = undefined;
  }
  if (!Check(schema, value)) throw new BackupError('damaged', 'The backup is damaged, or of a version that this one can not read');
  return value as Type.Static<T>;
}
