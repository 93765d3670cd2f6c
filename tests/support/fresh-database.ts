/** A migrated, empty database for a test file that changes the schema: the worker's own is shared by other files. */
import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { type OpenDatabase, openEmbedded } from '../../src/server/platform/database/connect.ts';
import { openTestServer } from './open-test-server.ts';
import { createDatabaseFromTemplate, dropDatabase } from './postgres.ts';

export async function openFreshDatabase(): Promise<OpenDatabase> {
  const server = inject('server');
  if (!server) return openEmbedded({ memory: true, dump: new Blob([readFileSync(String(inject('dump')))]) });
  const url = await createDatabaseFromTemplate(server.url);
  const database = await openTestServer(url, { warn: () => undefined }, 2);
  const close = async () => {
    await database.close();
    await dropDatabase(server.url, url);
  };
  return { ...database, close };
}
