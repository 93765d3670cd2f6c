/**
 * How a process hears of changes. The embedded database has one connection: the cache must not wait for it, and hears of everything without
 * asking. On a server its own connection may hang.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startStallingProxy } from '../../../../tests/faults/hanging-connection.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { emptyAllTables, openWorkerDatabase } from '../../../../tests/support/worker-database.ts';
import { SECOND } from '../../../contract/values.ts';
import { query } from '../database/query.ts';
import type { CatalogChange } from './dependencies.ts';
import { createSalesReader, startEmbeddedInvalidation, startInvalidation } from './invalidation.ts';

const { db, connection, close } = await openWorkerDatabase();
let changes: CatalogChange[] = [];
const apply = (change: CatalogChange) => void changes.push(change);
const listSales = () => changes.filter((it) => it.kind === 'stock');
let productId = '';

const sell = (kind = 'reserve') =>
  sql`insert into stock_movements (product_id, kind, available, reserved, at) values (${productId}, ${kind}, -1, 1, now())`;

if ('embedded' in connection) {
  const invalidation = await startEmbeddedInvalidation(connection.embedded, apply);
  afterAll(() => invalidation.close());

  beforeEach(async () => {
    await emptyAllTables(db);
    const [product] = await makeProducts(db, [{ categoryId: await makeCategory(db) }]);
    productId = String(product?.id);
    await invalidation.catchUp();
    changes = [];
  });

  test('[KEPT-1] a change has been processed when the call that waits for its commit returns, and not before', async () => {
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
    expect([changes.length, listSales()]).toEqual([2, []]);
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
      let heardAt = 0;
      while (performance.now() < soldAt + 1.5 * SECOND) {
        expect(invalidation.isHearing()).toBe(true);
        if (listSales().length) heardAt ||= performance.now();
        await sleep(20);
      }
      expect(listSales().map(({ productIds }) => productIds)).toEqual([[productId]]);
      expect(heardAt).toBeLessThanOrEqual(soldAt + SECOND);
    } finally {
      isOver = true;
      await Promise.all(busy);
    }
  });

  test('[KEPT-3] a sale since the last request is known at the next one, however late that comes', async () => {
    await query(db, sell('release'));
    await query(db, sell('sell'));
    await sleep(0.9 * SECOND);
    expect(listSales()).toEqual([]);
    invalidation.isHearing();
    expect(listSales()).toHaveLength(1);
  });
} else {
  afterAll(close);
  const { url } = connection;
  const QUIET = { warn: () => undefined };
  /** Much may hold it up on a busy machine. */
  const PATIENT = { timeout: 30 * SECOND };

  async function startThroughProxy() {
    const proxy = await startStallingProxy(url);
    const invalidation = await startInvalidation(proxy.url, apply, QUIET);
    onTestFinished(async () => {
      proxy.release();
      proxy.close();
      await invalidation.close().catch(() => undefined);
    });
    return { invalidation, stall: () => proxy.stall('storefront-cache-invalidation'), release: proxy.release };
  }

  test('[KEPT-4] a process without news for a second knows it; after it reconnects, nothing older is left', async () => {
    const { invalidation, stall, release } = await startThroughProxy();
    await expect.poll(invalidation.isHearing, PATIENT).toBe(true);
    stall();
    changes = [];
    await sleep(SECOND);
    expect([invalidation.isHearing(), changes]).toEqual([false, []]);
    // The connection is given up after two seconds, and another one is opened.
    await expect.poll(() => changes, PATIENT).toContainEqual({ kind: 'everything' });
    await expect.poll(invalidation.isHearing, PATIENT).toBe(true);
    release();
  });

  test('[KEPT-4] a machine that slept trusts nothing older, although its monotonic clock stopped', async () => {
    const { invalidation } = await startThroughProxy();
    await expect.poll(invalidation.isHearing, PATIENT).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + SECOND });
    onTestFinished(() => void vi.useRealTimers());
    expect(invalidation.isHearing()).toBe(false);
  });

  test('[KEPT-1] without a connection, a change that this process answers drops everything', async () => {
    const { invalidation, stall } = await startThroughProxy();
    stall();
    changes = [];
    await invalidation.catchUp();
    expect(changes).toContainEqual({ kind: 'everything' });
  });

  /** Answers like the ledger: with these new rows. */
  function createLedger() {
    const ledger = { oldestOpen: '700', rows: [] as [number, string][] };
    const asked: string[][] = [];
    const ask = async (_query: string, values: string[]) => {
      asked.push(values);
      return { rows: [ledger] };
    };
    return { ledger, asked, read: createSalesReader({ query: ask } as unknown as Client) };
  }

  test('[KEPT-3] each query for sales covers the transactions that were still open at the query before', async () => {
    const { ledger, asked, read } = createLedger();
    for (const oldestOpen of ['700', '700', '705']) {
      ledger.oldestOpen = oldestOpen;
      await read();
    }
    expect(asked).toEqual([['0'], ['700'], ['700']]);
  });

  test('[KEPT-3] a sale found again because a transaction is still open counts once', async () => {
    const { ledger, read } = createLedger();
    await read();
    ledger.rows = [
      [1, 'mug'],
      [2, 'lamp'],
    ];
    expect(await read()).toEqual(['mug', 'lamp']);
    ledger.rows = [...ledger.rows, [3, 'lamp'], [4, 'lamp']];
    expect(await read()).toEqual(['lamp']);
    expect(await read()).toEqual([]);
  });

  test('a server sends no notifications of sales, because commits that notify wait for each other', async () => {
    const [row] = await query<{ setting: string | null }>(db, sql`select current_setting('storefront.notify_sales', true) as setting`);
    expect(row?.setting).not.toBe('on');
  });
}
