/**
 * The migrations as drizzle-kit writes them (migrations/meta/_journal.json and a file each), and what their comments ask of the runner:
 *
 *     -- outside of transactions               first line of a file: each statement commits by itself, so each must be repeatable
 *     -- backfill after <key>                  first line of a statement, which is repeated with $1 = the last key until it returns none
 *     -- contract after <migration>: <why>     above a statement that takes away what versions without that migration use
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { assetPath } from '../process/asset-path.ts';

export interface MigrationStatement {
  text: string;
  /** The key after which a backfill begins; null if the statement runs once. */
  backfillAfter: string | null;
}

export interface Migration {
  /** The file's name without its ending. */
  tag: string;
  /** drizzle's identifier of a migration: when it was generated, in milliseconds. */
  when: number;
  hash: string;
  isTransactional: boolean;
  /** After this migration, only versions of the shop that include the named one still work; null: any version does. */
  contractAfter: string | null;
  statements: MigrationStatement[];
}

const OUTSIDE = /^-- outside of transactions\r?\n/;
const BACKFILL = /^-- backfill after (\S+)\r?\n/;
const CONTRACT = /^-- contract after (\w+): \S/m;
const BREAKPOINT = '--> statement-breakpoint';

export function parseMigration(tag: string, when: number, file: string): Migration {
  const isTransactional = !OUTSIDE.test(file);
  const texts = file
    .replace(OUTSIDE, '')
    .split(BREAKPOINT)
    .map((it) => it.trim());
  const statements = texts.filter(Boolean).map((text) => ({ text, backfillAfter: BACKFILL.exec(text)?.[1] ?? null }));
  if (isTransactional && statements.some((it) => it.backfillAfter !== null))
    throw new Error(`Migration ${tag}: a backfill commits its batches, so the file begins with "-- outside of transactions"`);
  const contractAfter = CONTRACT.exec(file)?.[1] ?? null;
  return { tag, when, hash: createHash('sha256').update(file).digest('hex'), isTransactional, contractAfter, statements };
}

export const migrationsDir = () => assetPath('shop/database/migrations');

export function readMigrations(directory = migrationsDir()): Migration[] {
  const journal = JSON.parse(readFileSync(path.join(directory, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) => parseMigration(tag, when, readFileSync(path.join(directory, `${tag}.sql`), 'utf8')));
}
