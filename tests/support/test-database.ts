/**
 * A database for tests that start shops as separate processes: embedded in a data directory, or on the PostgreSQL server of the
 * Vitest project. Only one process can open the embedded one, so call `withDatabase` only while no shop runs on it.
 */
import { rmSync } from 'node:fs';
import { inject } from 'vitest';
import { type Database, openEmbedded } from '../../src/server/platform/database/connect.ts';
import { openTestServer, toServerEnv } from './open-test-server.ts';
import { createDatabaseFromTemplate, dropDatabase } from './postgres.ts';
import { makeDataDir } from './shop-process.ts';

export interface TestDatabase {
  dataDir: string;
  /** Environment variables for the shop's process. */
  env: Record<string, string>;
  /** How many shop processes may share this database. */
  maxProcesses: number;
  withDatabase: <T>(callback: (db: Database) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}

async function withConnection<T>(
  { db, close }: { db: Database; close: () => Promise<void> },
  callback: (db: Database) => Promise<T>,
): Promise<T> {
  try {
    return await callback(db);
  } finally {
    await close();
  }
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const dataDir = makeDataDir();
  const removeDataDir = () => rmSync(dataDir, { recursive: true, force: true });
  const server = inject('server');
  if (!server) {
    return {
      dataDir,
      env: {},
      maxProcesses: 1,
      withDatabase: async (callback) => withConnection(await openEmbedded({ dataDir }), callback),
      close: async () => removeDataDir(),
    };
  }
  const url = await createDatabaseFromTemplate(server.url);
  return {
    dataDir,
    env: toServerEnv(url),
    maxProcesses: 2,
    withDatabase: async (callback) => withConnection(await openTestServer(url, console, 2), callback),
    close: async () => {
      await dropDatabase(server.url, url);
      removeDataDir();
    },
  };
}
