/**
 * The version before sells on the schema of this one, as it has to while instances are upgraded one by one. Its sources, by the commit
 * that tests/fixtures/version-before.json names, are built and run on a database that this version has migrated: alone, then beside this
 * version. It runs with the packages of this version: installing its own would take longer than all the rest.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { root, startShop } from '../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import { runTradingDay } from '../../../../tests/support/trading-day.ts';
import { verifyShop } from '../../shop/integrity/verify.service.ts';

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, maxBuffer: 2 ** 28 });

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** Packages that aren't installed in the major version that it was written for. */
function listUnfitPackages({ dependencies, devDependencies }: Manifest): string[] {
  return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, version]) => {
    const file = path.join(root, 'node_modules', name, 'package.json');
    const installed = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : 'none';
    return installed.split('.')[0] === version.split('.')[0] ? [] : [`${name} ${version} (installed: ${installed})`];
  });
}

/** Without git, in an unpacked archive, and in a shallow clone there is no commit but the one that is looked at, if any. */
const hasHistory = () => git('rev-parse', '--is-shallow-repository').stdout?.toString().trim() === 'false';

/** Its folder, or why it can't be had. A commit that a whole clone lacks is a mistake in the fixture, which would keep it from ever being tried. */
function unpackVersionBefore(): { folder: string } | { whyNot: string } {
  const { commit } = JSON.parse(readFileSync(path.join(root, 'tests/fixtures/version-before.json'), 'utf8')) as { commit: string };
  const manifest = git('show', `${commit}:package.json`);
  if (manifest.status !== 0) {
    expect(hasHistory(), `tests/fixtures/version-before.json names ${commit}, which isn't in this whole clone`).toBe(false);
    return { whyNot: `${commit} isn't in this clone: git fetch --unshallow` };
  }
  const unfit = listUnfitPackages(JSON.parse(String(manifest.stdout)) as Manifest);
  if (unfit.length) return { whyNot: `it needs ${unfit.join(', ')}` };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shop-version-before-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: git('archive', commit).stdout });
  if (status !== 0) throw new Error(String(stderr));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return { folder };
}

test.runIf(isFullRun && inject('server'))(
  '[UPGR-8] the version before sells on the schema of this one, alone and beside it',
  { tags: ['full'], timeout: 600_000 },
  async () => {
    const before = unpackVersionBefore();
    // In words instead of as skipped: a shallow clone lacks the commit, and leaves no row unproven for that.
    if ('whyNot' in before) return console.warn(`The version before wasn't tried: ${before.whyNot}`);
    const database = await createTestDatabase();
    onTestFinished(() => database.close());
    await database.withDatabase(async (db) => {
      // A shop with products isn't filled with those of the demo.
      await makeProducts(db, [{ categoryId: await makeCategory(db, 'Lamps'), slug: 'lamp', name: 'Lamp', quantity: 1 }]);
    });
    const env = { DEMO: 'on', MIGRATE: 'off', ...database.env };
    const command = [process.execPath, path.join(before.folder, 'tools/start.js')];
    const old = await startShop({ env, dataDir: database.dataDir, keepData: true, command });
    onTestFinished(() => old.kill());
    await runTradingDay([old.origin]);

    const current = await startShop({ env, dataDir: database.dataDir, keepData: true });
    onTestFinished(() => current.kill());
    await runTradingDay([old.origin, current.origin]);
    await runTradingDay([current.origin, old.origin]);
    for (const it of [old, current]) expect(it.output()).not.toMatch(/"level":(50|60)/);
    expect(await database.withDatabase((db) => verifyShop(db, new Date()))).toEqual([]);
  },
);
