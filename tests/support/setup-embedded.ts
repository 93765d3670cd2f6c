/** Migrates an embedded database once and dumps it; each worker restores that dump. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../src/server/database/connect.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** File with a dump of the migrated, empty database; null in the project `postgres`. */
    dump: string | null;
    /** URL prefix of the server with the migrated, empty database `template`; null in the project `embedded`. */
    server: { url: string } | null;
  }
}

export default async function setup(project: TestProject) {
  const tempDir = mkdtempSync(path.join(os.tmpdir(), 'shop-dump-'));
  const { client, close } = await openEmbedded({ memory: true });
  const dump = path.join(tempDir, 'migrated.tar');
  writeFileSync(dump, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()));
  await close();
  project.provide('dump', dump);
  project.provide('server', null);
  return () => rmSync(tempDir, { recursive: true, force: true });
}
