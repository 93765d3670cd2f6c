/**
 * A filled shop of the version before is upgraded to this one while people look around, log in and buy, over HTTP: of the old process until
 * the new one is open, of both, of the new one alone while it computes anew what is derived. Each request that fails is counted.
 *
 *   FULL=on npx vitest run --project postgres src/server/shop/database/upgrade-under-buyers.test.ts
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { makeShopper, type RegisteredUser } from '../../../../tests/e2e/support/api-client.ts';
import { createDatabase, dropDatabase } from '../../../../tests/support/postgres.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { makeDataDir, startShop } from '../../../../tests/support/shop-process.ts';
import { unpackVersionBefore } from '../../../../tests/support/version-before.ts';
import { login } from '../../../contract/auth.ts';
import { priceCart } from '../../../contract/cart.ts';
import { startCheckout } from '../../../contract/order.ts';
import { filterProducts, readProduct } from '../../../contract/product.ts';
import { searchProducts } from '../../../contract/product-search.ts';
import { MINUTE, SECOND } from '../../../contract/values.ts';
import { openServer } from '../../platform/database/connect.ts';
import { DERIVED_DATA } from '../../platform/database/derived-data.ts';
import { verifyShop } from '../integrity/verify.service.ts';

const QUIET = { warn: () => undefined };
const PRODUCTS = 100_000;
const ORDERS = 120_000;
const BUYERS = 6;
const CARD = { number: '4242 4242 4242 4242', expiry: '12/49', cvc: '123', name: 'Ada Shopper' };

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** By the version before itself: 1,000 products have orders, all others were never sold. */
function fill(folder: string, url: string): void {
  const counts = JSON.stringify({ orders: ORDERS, users: ORDERS / 4, movements: 5 * ORDERS });
  const program = `import pg from 'pg';
    import { insertOrdersIntoPostgres } from './bench/orders/insert.ts';
    import { insertIntoPostgres } from './bench/catalog/insert.ts';
    await insertOrdersIntoPostgres(process.env.URL, ${counts});
    const client = new pg.Client({ connectionString: process.env.URL });
    await client.connect();
    await client.query("update categories set name = 'Sold', slug = 'sold'");
    await insertIntoPostgres(process.env.URL, ${PRODUCTS});
    await client.query("insert into stock_movements (product_id, kind, available, reserved, at) select id, 'edit', quantity, 0, now() from products where slug not like 'product-%' and quantity > 0");
    await client.end();`;
  const env = { PATH: process.env.PATH, URL: url };
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, env, stdio: 'inherit' });
}

interface Seen {
  requests: number;
  longest: number;
}

/** What everybody does again and again; `phase` and `pickOrigin` change meanwhile. */
function startCrowd(buyers: readonly RegisteredUser[], productIds: readonly string[], firstOrigin: string) {
  const failed: string[] = [];
  const seen = new Map<string, Seen>();
  const state = { phase: 'before', origins: [firstOrigin], isOver: false };

  /** Null: it failed. */
  async function send(kind: string, pathname: string, init: RequestInit = {}, wanted = 200): Promise<string | null> {
    const startedAt = performance.now();
    const what = `${state.phase}: ${init.method ?? 'GET'} ${pathname}`;
    const phase = state.phase;
    try {
      const response = await fetch(pick(state.origins) + pathname, { redirect: 'manual', signal: AbortSignal.timeout(MINUTE), ...init });
      const text = await response.text();
      if (response.status === wanted) return text;
      failed.push(`${what}: ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      failed.push(`${what}: ${error instanceof Error ? (error.cause ?? error) : error}`);
    } finally {
      const row = seen.get(`${phase}, ${kind}`) ?? { requests: 0, longest: 0 };
      seen.set(`${phase}, ${kind}`, { requests: row.requests + 1, longest: Math.max(row.longest, performance.now() - startedAt) });
    }
    return null;
  }
  const post = (body: unknown, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

  async function visit({ email, password }: RegisteredUser, address: string): Promise<void> {
    const from = { 'x-forwarded-for': address };
    for (const page of ['/', pick(['/category/sold', '/category/shoes']), `/product/product-${Math.floor(Math.random() * 1000)}`, '/cart'])
      await send('page', page, { headers: { ...from, accept: 'text/html' } });
    await send('search', searchProducts.path.replace('{keyword}', pick(['lamp', 'walnut desk', 'product', 'shoes'])), { headers: from });
    await send('filter', filterProducts.path, post({ checked: [], radio: [5, 40] }, from));
    await send('product', readProduct.path.replace('{slug}', `product-${Math.floor(Math.random() * 1000)}`), { headers: from });
    const answer = await send('login', login.path, post({ email, password }, from));
    if (!answer) return;
    const { token } = JSON.parse(answer) as { token: string };
    const products = [{ _id: pick(productIds) }, { _id: pick(productIds) }];
    await send('cart', priceCart.path, post({ products }, from));
    const checkout = await send('checkout', startCheckout.path, post({ products }, { ...from, authorization: token }));
    if (!checkout) return;
    const { pathname } = new URL((JSON.parse(checkout) as { url: string }).url);
    await send('payment', pathname, { method: 'POST', headers: from, body: new URLSearchParams(CARD) }, 303);
  }

  const running = buyers.map(async (buyer, index) => {
    while (!state.isOver) {
      await visit(buyer, `10.1.0.${index}`);
      await sleep(200 * Math.random());
    }
  });
  return {
    failed,
    seen,
    state,
    stop: async () => {
      state.isOver = true;
      await Promise.all(running);
    },
  };
}

test.runIf(isFullRun && inject('server'))(
  `[UPGR-11] [UPGR-12] ${PRODUCTS} products and ${ORDERS} orders are upgraded from the version before, and no buyer's request fails`,
  { tags: ['full'], timeout: 40 * MINUTE },
  async () => {
    const before = unpackVersionBefore();
    // In words instead of as skipped: a shallow clone lacks the commit, and leaves no row unproven for that.
    if ('whyNot' in before) return console.warn(`The version before wasn't tried: ${before.whyNot}`);
    const serverUrl = String(inject('server')?.url);
    const url = await createDatabase(serverUrl);
    onTestFinished(() => dropDatabase(serverUrl, url));
    fill(before.folder, url);
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    onTestFinished(() => admin.end());

    const env = { DEMO: 'on', DATABASE_URL: url };
    const dataDir = makeDataDir();
    const command = [process.execPath, path.join(before.folder, 'tools/start.js')];
    const old = await startShop({ env, dataDir, keepData: true, command });
    onTestFinished(() => old.kill());
    const buyers: RegisteredUser[] = [];
    for (let n = 0; n < BUYERS; n += 1) buyers.push(await makeShopper(old.origin));
    const sold = await admin.query<{ id: string }>(`select id from products where slug like 'product-%' and quantity > 20`);
    const productIds = sold.rows.map(({ id }) => id);
    const crowd = startCrowd(buyers, productIds, old.origin);
    await sleep(20 * SECOND);

    // As if everything were computed otherwise than before.
    await admin.query(`create table drizzle.derived_data (name text primary key, version integer not null, target integer not null,
      since xid8, started_at timestamptz, step integer not null default 0, key text, rows bigint not null default 0)`);
    for (const { name } of DERIVED_DATA)
      await admin.query('insert into drizzle.derived_data (name, version, target) values ($1, 0, 0)', [name]);
    crowd.state.phase = 'migrating';
    const current = await startShop({ env, dataDir, keepData: true });
    onTestFinished(() => current.kill());
    Object.assign(crowd.state, { phase: 'both', origins: [old.origin, current.origin] });
    await sleep(10 * SECOND);
    Object.assign(crowd.state, { phase: 'computing anew', origins: [current.origin] });
    await sleep(5 * SECOND);
    expect(await old.stop()).toBe(0);
    const isPending = async () => (await admin.query('select from drizzle.derived_data where version < target limit 1')).rowCount;
    while (await isPending()) await sleep(SECOND);
    crowd.state.phase = 'after';
    await sleep(10 * SECOND);
    await crowd.stop();
    const lines = [...crowd.seen].map(([what, { requests, longest }]) => `${what}: ${requests}, the longest ${Math.round(longest)} ms`);
    console.log(`${lines.join('\n')}\n${crowd.failed.length} failed`);
    expect(crowd.failed.slice(0, 20)).toEqual([]);
    const { rows } = await admin.query('select count(*)::int as left from drizzle.derived_data where version = 0');
    expect(rows).toEqual([{ left: 0 }]);
    const { db, close } = await openServer(url, QUIET, 2, { migrates: false });
    onTestFinished(close);
    const findings = (await verifyShop(db, new Date())).map(({ rule }) => rule);
    expect([...new Set(findings)]).toEqual([]);
  },
);
