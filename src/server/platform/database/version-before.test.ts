/**
 * The version before sells on the schema of this one, as it has to while instances are upgraded one by one. Its sources, by the commit
 * that tests/fixtures/version-before.json names, are built and run on a database that this version has migrated: alone, then beside this
 * version. It runs with the packages of this version: installing its own would take longer than all the rest.
 */
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { startShop } from '../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import { runTradingDay } from '../../../../tests/support/trading-day.ts';
import { unpackVersionBefore } from '../../../../tests/support/version-before.ts';
import { verifyShop } from '../../shop/integrity/verify.service.ts';

test.runIf(isFullRun && inject('server'))(
  '[UPGR-8] the previous version sells on the schema of this one, alone and beside it',
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
