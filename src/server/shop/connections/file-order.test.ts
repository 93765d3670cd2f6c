/** The files of a worker share a database: a shop reads its saved connections when it opens, which is before its first test. */
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { openWorkerDatabase } from '../../../../tests/support/worker-database.ts';
import { settings } from '../database/schema/content.ts';

const before = await openWorkerDatabase();
await before.db.insert(settings).values({ key: 'saved by the last test of another file', value: 1 });
await before.close();

const shop = await openShop();
const leftCount = await shop.deps.db.$count(settings);

test('a shop opens without what the tests of another file have saved', () => {
  expect(leftCount).toBe(0);
});
