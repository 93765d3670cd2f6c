/** A new, empty database of either kind to measure on. */
import { rmSync } from 'node:fs';
import { type Database, openEmbedded, openServer } from '../src/server/platform/database/connect.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { makeDataDir } from '../tests/support/shop-process.ts';

export interface DatabaseTarget {
  name: string;
  /** Settings for the shop's process. */
  env: Record<string, string>;
  dataDir: string;
  /** Only while no shop runs on it: the embedded database admits one process. */
  connect: () => Promise<{ db: Database; close: () => Promise<void> }>;
  dispose: () => Promise<void>;
}

export async function createEmbeddedTarget(): Promise<DatabaseTarget> {
  const dataDir = makeDataDir();
  const dispose = async () => rmSync(dataDir, { recursive: true, force: true });
  return { name: 'embedded', env: {}, dataDir, connect: () => openEmbedded({ dataDir }), dispose };
}

/** With PostgreSQL's default settings, except for `flags`. */
export async function createPostgresTarget(flags: string[] = []): Promise<DatabaseTarget> {
  const postgres = await startPostgres(flags);
  await postgres.run('create database shop');
  const url = postgres.urlOf('shop');
  const dataDir = makeDataDir();
  const dispose = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { name: 'PostgreSQL', env: { DATABASE_URL: url }, dataDir, connect: () => openServer(url, console, 10), dispose };
}
