/** What follows from a change of many products is written once for all of them, and is the same as if it was written one by one. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { filterProducts } from '../../../../contract/product.ts';
import { query } from '../../../platform/database/query.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

/** More than a bulk edit writes in one transaction. */
const COUNT = 203;

/** Of the edits so far: of how many products there are webhook events and rows of the audit log, and how many. */
const countReports = () =>
  query<{ events: number[]; audited: number[] }>(
    db,
    sql`select (select array[count(distinct subject_id), count(*)]::int[] from webhook_events where details ->> 'change' = 'updated') as events,
      (select array[count(distinct object_id), count(*)]::int[] from audit_log
        where object_type = 'product' and action = 'updated' and actor_kind = 'admin' and changes ? 'price_cents') as audited`,
  );

const countAt = async (price: number) => (await shop.call(filterProducts, { body: { checked: [], radio: [price, price] } })).body.total;

test('[PWORK-6] prices of hundreds of products change and change back with one webhook and one line of the audit log each; lists and search stay right', async () => {
  const categoryId = await makeCategory(db);
  const rows = Array.from({ length: COUNT }, (_, index) => ({ categoryId, ...(index < 3 && { status: 'draft' as const }) }));
  await makeProducts(db, rows);
  await addTestEndpoint(db, ['product.changed']);
  const { start, undo } = await openBulkEdits(shop);
  const { edit } = await start({ field: 'price', by: 'percent', value: 10, rounding: 'cent' }, { filter: {} });
  expect(edit).toMatchObject({ changed: COUNT, refused: 0 });
  expect(await countReports()).toEqual([{ events: [COUNT, COUNT], audited: [COUNT, COUNT] }]);
  expect(await query(db, sql`select distinct price_cents as cents, version from products`)).toEqual([{ cents: 1100, version: 2 }]);
  expect([await countAt(10), await countAt(11)]).toEqual([0, COUNT - 3]);
  expect(await shop.listFindings()).toEqual([]);
  const found = sql`select name from products where search_vector(name, description, category_id) @@ '''=203'''::tsquery and price_cents = 1100`;
  expect(await query(db, found)).toEqual([{ name: 'Product 203' }]);

  expect((await undo(edit._id)).edit).toMatchObject({ changed: COUNT, refused: 0 });
  expect(await countReports()).toEqual([{ events: [COUNT, 2 * COUNT], audited: [COUNT, 2 * COUNT] }]);
  expect([await countAt(10), await countAt(11)]).toEqual([COUNT - 3, 0]);
  expect(await shop.listFindings()).toEqual([]);
  // The search's indexes don't go on collecting entries, which each search would have to read.
  const indexes = sql`select distinct reloptions as options from pg_class where relname in ('products_search', 'products_table_text')`;
  expect(await query(db, indexes)).toEqual([{ options: ['fastupdate=false'] }]);
});
