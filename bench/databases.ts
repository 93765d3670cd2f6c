/** The two kinds of database that a shop stands on, each empty and of its own. */
import { rmSync } from 'node:fs';
import { type Database, openEmbedded, openServer } from '../src/server/database/connect.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { makeDataDir } from '../tests/support/shop-process.ts';

export interface DatabaseTarget {
  name: string;
  /** What a shop's process must be told. */
  env: Record<string, string>;
  dataDir: string;
  /** While no shop is open there. */
  connect: () => Promise<{ db: Database; close: () => Promise<void> }>;
  dispose: () => Promise<void>;
}

export async function createEmbeddedTarget(): Promise<DatabaseTarget> {
  const dataDir = makeDataDir();
  const dispose = async () => rmSync(dataDir, { recursive: true, force: true });
  return { name: 'embedded', env: {}, dataDir, connect: () => openEmbedded({ dataDir }), dispose };
}

/** With PostgreSQL's own settings, but for the flags. */
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
