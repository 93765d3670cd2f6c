/** The two kinds of database that a shop stands on, each empty and of its own. */
import { rmSync } from 'node:fs';
import { type Database, openEmbedded, openServer } from '../src/server/database/connect.ts';
import { startPostgres } from '../tests/postgres.ts';
import { makeDataDir } from '../tests/shop-process.ts';

export interface Place {
  name: string;
  /** What a shop's process must be told. */
  env: Record<string, string>;
  dataDir: string;
  /** While no shop is open there. */
  open: () => Promise<{ db: Database; close: () => Promise<void> }>;
  end: () => Promise<void>;
}

export async function embedded(): Promise<Place> {
  const dataDir = makeDataDir();
  const end = async () => rmSync(dataDir, { recursive: true, force: true });
  return { name: 'embedded', env: {}, dataDir, open: () => openEmbedded({ dataDir }), end };
}

/** With PostgreSQL's own settings, but for the flags. */
export async function server(flags: string[] = []): Promise<Place> {
  const postgres = await startPostgres(flags);
  await postgres.run('create database shop');
  const url = postgres.urlOf('shop');
  const dataDir = makeDataDir();
  const end = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { name: 'PostgreSQL', env: { DATABASE_URL: url }, dataDir, open: () => openServer(url, console, 10), end };
}
