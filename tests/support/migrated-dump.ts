/** A dump of a migrated, empty embedded database: made once for each state of its sources, as PGlite takes 6 s of processor time. */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DAY } from '../../src/contract/values.ts';
import { openEmbedded } from '../../src/server/platform/database/connect.ts';
import { makeDataDir, root } from './shop-process.ts';

/** Its sources: migrations, functions and what applies them; package-lock.json for PGlite. */
const SOURCES = ['src/server/platform/database/**/*.*', 'src/server/shop/database/{functions,migrations}/**/*.*', 'package-lock.json'];
const CACHE_DIR = path.join(root, 'node_modules/.cache/storefront-dumps');

function computeHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: root }).sort()) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

/** A newer one may be in use by another run. */
function removeOldDumps(): void {
  for (const name of readdirSync(CACHE_DIR)) {
    const file = path.join(CACHE_DIR, name);
    if (Date.now() - statSync(file).mtimeMs > DAY) rmSync(file, { force: true });
  }
}

/** Returns its file. */
export async function makeMigratedDump(): Promise<string> {
  const dump = path.join(CACHE_DIR, `${computeHash()}.tar`);
  if (existsSync(dump)) return dump;
  const { client, close } = await openEmbedded({ memory: true });
  const bytes = await (await client.dumpDataDir('none')).bytes();
  await close();
  mkdirSync(CACHE_DIR, { recursive: true });
  removeOldDumps();
  // Renamed when it is complete: two test runs may make it at once, and one may be interrupted.
  const unfinished = `${dump}.${randomUUID()}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, dump);
  return dump;
}

/** A data directory with the database of a dump, for tests that aren't about a shop's first start. */
export function makeMigratedDataDir(dump: string): string {
  const dataDir = makeDataDir();
  const database = path.join(dataDir, 'database');
  mkdirSync(database, { mode: 0o700 });
  // It warns of the slash that each name begins with.
  execFileSync('tar', ['-xf', dump, '-C', database], { stdio: 'pipe' });
  return dataDir;
}
