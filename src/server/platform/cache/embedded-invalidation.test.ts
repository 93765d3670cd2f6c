/** The embedded database has one connection: the cache must not wait for it, and must hear of everything without asking. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { emptyAllTables, openWorkerDatabase } from '../../../../tests/support/worker-database.ts';
import { SECOND } from '../../../contract/values.ts';
import { query } from '../database/query.ts';
import type { CatalogChange } from './catalog-change.ts';
import { startEmbeddedInvalidation } from './embedded-invalidation.ts';

const { db, connection, close } = await openWorkerDatabase();
const changes: CatalogChange[] = [];
const sales: { productIds: string[]; freshUntil: number }[] = [];
let productId = '';

const sell = (kind = 'reserve') =>
  sql`insert into stock_movements (product_id, kind, available, reserved, at) values (${productId}, ${kind}, -1, 1, now())`;

if ('embedded' in connection) {
  const invalidation = await startEmbeddedInvalidation(connection.embedded, {
    drop: (change) => changes.push(change),
    limitFreshness: (productIds, freshUntil) => sales.push({ productIds, freshUntil }),
  });
  afterAll(() => invalidation.close());

  beforeEach(async () => {
    await emptyAllTables(db);
    const [product] = await makeProducts(db, [{ categoryId: await makeCategory(db) }]);
    productId = String(product?.id);
    await invalidation.catchUp();
    changes.length = 0;
    sales.length = 0;
  });

  test('[KEPT-1] a change has been processed when its commit resolves, and not before', async () => {
    const rename = (name: string) => sql`update products set name = ${name}`;
    const renamed = [{ kind: 'product', id: productId }];
    await query(db, rename('one'));
    expect(changes).toMatchObject(renamed);
    await db.transaction(async (tx) => {
      await query(tx, rename('two'));
      expect(changes).toHaveLength(1);
    });
    expect(changes).toMatchObject([...renamed, ...renamed]);
    const rolledBack = db.transaction(async (tx) => {
      await query(tx, rename('three'));
      await query(tx, sell());
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await invalidation.catchUp();
    expect([changes.length, sales.length]).toEqual([2, 0]);
  });

  test('[KEPT-3] while transactions keep the database busy, the cache is served, and a sale is shown within its second', {
    tags: ['full'],
  }, async () => {
    let isOver = false;
    const hold = async () => {
      while (!isOver) await db.transaction(() => sleep(400));
    };
    const busy = [hold(), hold(), hold()];
    try {
      await db.transaction((tx) => query(tx, sell()));
      const soldAt = performance.now();
      while (performance.now() < soldAt + 1.5 * SECOND) {
        expect(invalidation.isLive()).toBe(true);
        await sleep(20);
      }
      expect(sales.map(({ productIds }) => productIds)).toEqual([[productId]]);
      expect(sales[0]?.freshUntil).toBeLessThanOrEqual(soldAt + SECOND);
    } finally {
      isOver = true;
      await Promise.all(busy);
    }
  });

  test('[KEPT-3] a sale that nobody asked about since is known at the next request, however late', async () => {
    await query(db, sell('release'));
    await query(db, sell('sell'));
    const soldAt = performance.now();
    await sleep(350);
    expect(sales).toEqual([]);
    invalidation.isLive();
    expect(sales).toHaveLength(1);
    expect(sales[0]?.freshUntil).toBeLessThanOrEqual(soldAt + SECOND);
  });
} else {
  afterAll(close);
  test('a server notifies of no sale: commits that notify wait for each other', async () => {
    const [row] = await query<{ setting: string | null }>(db, sql`select current_setting('storefront.notify_sales', true) as setting`);
    expect(row?.setting).not.toBe('on');
  });
}
