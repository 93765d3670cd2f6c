/**
 * A database for shops that are processes of their own: embedded in a data directory, or on the tests' server, as the project has it.
 * The embedded one lets one process in: `withDatabase` is for while no shop is open there.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openEmbedded, openServer } from '../src/server/database/open.ts';
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

async function runOn(base: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${base}postgres` });
  await client.connect();
  await client.query(statement);
  await client.end();
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
  const name = `place_${randomUUID().replaceAll('-', '')}`;
  const url = `${server.base}${name}`;
  await runOn(server.base, `create database ${name} template template`);
  return {
    dataDir,
    env: { DATABASE_URL: url },
    most: 2,
    withDatabase: async (work) => closing(await openServer(url, console, 2), work),
    close: async () => {
      await runOn(server.base, `drop database ${name} with (force)`);
      clear();
    },
  };
}
