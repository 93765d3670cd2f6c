/**
 * A database for shops that are processes of their own: embedded in a data directory, or on the tests' server, as the project has it.
 * The embedded one lets one process in: `withDatabase` is for while no shop is open there.
 */
import { rmSync } from 'node:fs';
import { inject } from 'vitest';
import { type Database, openEmbedded, openServer } from '../src/server/database/connect.ts';
import { copyTemplate, dropCopy } from './postgres.ts';
import { makeDataDir } from './shop-process.ts';

export interface Place {
  dataDir: string;
  /** What a shop's process must be told. */
  env: Record<string, string>;
  /** How many processes may be open there at once. */
  most: number;
  withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}

async function closing<T>({ db, close }: { db: Database; close: () => Promise<void> }, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(db);
  } finally {
    await close();
  }
}

export async function openPlace(): Promise<Place> {
  const dataDir = makeDataDir();
  const clear = () => rmSync(dataDir, { recursive: true, force: true });
  const server = inject('server');
  if (!server) {
    return {
      dataDir,
      env: {},
      most: 1,
      withDatabase: async (work) => closing(await openEmbedded({ dataDir }), work),
      close: async () => clear(),
    };
  }
  const url = await copyTemplate(server.base);
  return {
    dataDir,
    env: { DATABASE_URL: url },
    most: 2,
    withDatabase: async (work) => closing(await openServer(url, console, 2), work),
    close: async () => {
      await dropCopy(server.base, url);
      clear();
    },
  };
}
