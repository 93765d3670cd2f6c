/** Two shops on one PostgreSQL whose machines disagree about the time; and one that is stopped for an hour, by a clock that can be moved. */

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { makeShopper, sendRequest } from '../../../../tests/e2e/support/api-client.ts';
import { makeShipTo } from '../../../../tests/support/addresses.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { shiftClock } from '../../../../tests/support/shift-clock.ts';
import { type ShopProcess, startShop } from '../../../../tests/support/shop-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import { runTradingDay } from '../../../../tests/support/trading-day.ts';
import { login } from '../../../contract/auth.ts';
import { startCheckout } from '../../../contract/order.ts';
import { readProduct } from '../../../contract/product.ts';
import { updateProduct } from '../../../contract/product-admin.ts';
import { HOUR, MINUTE, SECOND } from '../../../contract/values.ts';
import { verifyShop } from '../../shop/integrity/verify.service.ts';
import { query } from '../database/query.ts';

const PRELOAD = path.resolve(import.meta.dirname, '../../../../tests/faults/shifted-clock.ts');
const TIMEOUT = 300_000;

interface ShiftedShop extends ShopProcess {
  /** Moves its clocks, in milliseconds from the real ones. */
  shift: (clocks: { wall?: number; steady?: number }) => void;
}

async function createDatabase(): Promise<TestDatabase & { productId: string }> {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  // A shop with products isn't filled with those of the demo.
  const [product] = await database.withDatabase(async (db) => {
    const categoryId = await makeCategory(db, 'Lamps');
    const rows = await makeProducts(db, [{ categoryId, slug: 'lamp', name: 'Lamp', priceCents: 1000, quantity: 50 }]);
    for (const moment of ['products set created_at', 'stock_movements set at']) await db.execute(sql.raw(`update ${moment} = now()`));
    return rows;
  });
  return { ...database, productId: String(product?.id) };
}

async function startShiftedShop({ dataDir, env }: TestDatabase, wall = 0): Promise<ShiftedShop> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'shop-clock-'));
  const file = path.join(directory, 'clock.json');
  const shift: ShiftedShop['shift'] = (clocks) => shiftClock(file, clocks);
  shift({ wall });
  const shop = await startShop({ env: { DEMO: 'on', CLOCK_FILE: file, ...env }, dataDir, keepData: true, preload: PRELOAD });
  onTestFinished(async () => {
    shop.process.kill('SIGCONT');
    await shop.kill();
    rmSync(directory, { recursive: true });
  });
  return { ...shop, shift };
}

/** What was written of a moment that has just been, in columns of any table, and isn't within five minutes of the database's now: the clocks are ten off. */
const LIST_WRONG_MOMENTS = `with moments as materialized (
    select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type = 'timestamp with time zone'
      and column_name in ('created_at', 'updated_at', 'used_at', 'at', 'paid_at', 'sent_at', 'received_at', 'delivered_at'))
  select table_name || '.' || column_name as column from moments
  where xpath_exists('/table/row', query_to_xml(format('select 1 from %I where abs(extract(epoch from %I - now())) > 300',
    table_name, column_name), false, false, ''))`;

test.runIf(isFullRun && inject('server'))(
  '[SCALE-12] two processes whose clocks differ by twenty minutes sell as one shop: orders, sessions, limits and emails use the database’s time',
  { tags: ['full'], timeout: TIMEOUT },
  async () => {
    const database = await createDatabase();
    const ahead = await startShiftedShop(database, 10 * MINUTE);
    const behind = await startShiftedShop(database, -10 * MINUTE);
    const origins = [ahead.origin, behind.origin];
    await runTradingDay(origins);
    await runTradingDay(origins.toReversed());

    // A checkout of the shop behind isn't over for the one ahead, nor the other way round.
    for (const origin of origins) {
      const { token } = await makeShopper(origin);
      const { status } = await sendRequest(origin, startCheckout, {
        token,
        body: { products: [{ _id: database.productId }], shipTo: makeShipTo() },
      });
      expect(status).toBe(200);
    }
    // Five wrong passwords at one shop make the other wait, for as long as they would there.
    const email = 'nobody@example.com';
    const tryPassword = (origin: string) => sendRequest(origin, login, { body: { email, password: 'wrong password' } });
    for (let tries = 0; tries < 5; tries += 1) expect((await tryPassword(behind.origin)).status).toBe(401);
    const refused = await fetch(ahead.origin + login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong password' }),
    });
    expect(refused.status).toBe(429);
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(13 * 60);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);

    await database.withDatabase(async (db) => {
      expect(await query(db, sql.raw(LIST_WRONG_MOMENTS))).toEqual([]);
      const held = sql`select distinct round(extract(epoch from expires_at - now()) / 60 / 5) * 5 as minutes from orders where status = 'pending'`;
      expect((await query<{ minutes: unknown }>(db, held)).map(({ minutes }) => Number(minutes))).toEqual([15]);
      expect(await verifyShop(db, new Date())).toEqual([]);
    });
    for (const it of [ahead, behind]) expect(it.output()).toMatch(/clock differs from the database's/);
  },
);

test.runIf(inject('server'))(
  '[SCALE-13] a shop that was suspended for an hour and lost its connections shows nothing outdated, loses nothing and continues',
  { timeout: TIMEOUT },
  async () => {
    const database = await createDatabase();
    const frozen = await startShiftedShop(database);
    const awake = await startShiftedShop(database);
    const { adminToken, customerToken } = await runTradingDay([frozen.origin, awake.origin]);
    const paths = [readProduct.path.replace('{slug}', 'lamp'), '/product/lamp', '/'];
    const read = async (shop: ShopProcess, it: string) => {
      const response = await fetch(shop.origin + it);
      return { status: response.status, text: await response.text() };
    };
    for (const it of paths) expect((await read(frozen, it)).status).toBe(200);

    // In the middle of a checkout.
    const body = { products: [{ _id: database.productId }], shipTo: makeShipTo() };
    const checkingOut = sendRequest(frozen.origin, startCheckout, { token: customerToken, body }).then(
      ({ status }) => status,
      () => 503,
    );
    await sleep(5);
    frozen.process.kill('SIGSTOP');
    // As a server or a pooler ends what is idle for so long.
    await database.withDatabase((db) =>
      db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      ),
    );
    const rename = () =>
      sendRequest(awake.origin, updateProduct, {
        token: adminToken,
        params: { id: database.productId },
        body: { name: 'Torch', price: 99 },
      });
    await expect.poll(async () => (await rename()).status).toBe(200);
    frozen.shift({ wall: HOUR, steady: HOUR });
    const pending = paths.map((it) => read(frozen, it));
    frozen.process.kill('SIGCONT');

    for (const { status, text } of await Promise.all(pending)) {
      expect([200, 503]).toContain(status);
      if (status === 200) expect(text).toContain('Torch');
    }
    expect([200, 503]).toContain(await checkingOut);
    for (const it of paths) await expect.poll(async () => (await read(frozen, it)).text, { timeout: 30 * SECOND }).toContain('Torch');
    // The database's clock was not shifted. It is read again in the background, at the second try where the first connection is one that has ended;
    // until then others' checkouts are over for this shop.
    const checkOutOnTime = async () => {
      const { status, body: started } = await sendRequest(frozen.origin, startCheckout, { token: customerToken, body });
      if (status !== 200) return false;
      const isOnTime = sql`select created_at < now() + interval '1 minute' as "isOnTime" from orders where id = ${started.order}`;
      const [row] = await database.withDatabase((db) => query<{ isOnTime: boolean }>(db, isOnTime));
      return row?.isOnTime;
    };
    await expect.poll(checkOutOnTime, { timeout: 30 * SECOND }).toBe(true);
    await runTradingDay([frozen.origin, awake.origin]);
    expect(await database.withDatabase((db) => verifyShop(db, new Date()))).toEqual([]);
  },
);
