/** What Prometheus reads of a shop. */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { addPaidOrder, addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { listProducts, readProduct } from '../../../../contract/product.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../../contract/settings.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { registerPages } from '../../../platform/http/pages/ssr.ts';
import { sealAuditLog } from '../../integrity/audit/audit.service.ts';
import { createMovements } from '../../inventory/stock.repository.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import { renderPasswordChangedEmail } from '../../messages/emails/templates/account-emails.ts';
import { createDatabaseStateReader, createLedgerCheck } from './database-state.ts';
import { type Metrics, openMetrics } from './open-metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

const TOKEN = 'a-token-of-the-test';
let metrics: Metrics;
const shop = await openShop({
  app: {
    telemetry: { metrics: { recordRequest: (it) => metrics.recordRequest(it), recordRender: (it) => metrics.recordRender(it) } },
    metricsEndpoint: { token: TOKEN, respond: (request, response) => metrics.respond(request, response) },
  },
});
await registerPages(shop.app, shop.deps, {
  assetsDir: null,
  toPageUrl: (url) => url,
  renderPage: async (_url, fetcher) => {
    await fetcher(listProducts.path, {});
    return new Response('a page', { headers: { 'content-type': 'text/html' } });
  },
});
const { db } = shop.deps;

beforeEach(() => {
  metrics = openMetrics({ db, pool: { totalCount: 5, idleCount: 3, waitingCount: 1 }, responseCache: shop.responseCache });
});
afterEach(() => metrics.close());

async function scrape(): Promise<string> {
  const response = await shop.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/plain']);
  return response.payload;
}

/** The number behind a name with its labels. */
const read = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((it) => it.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

test('[WATCH-1] without the token the metrics page doesn’t exist, and a separate port serves nothing else', async () => {
  for (const headers of [{}, { authorization: 'Bearer a-token-of-the-tesT' }, { authorization: TOKEN }])
    expect((await shop.send({ url: '/metrics', headers })).status).toBe(404);
  const server = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' });
  expect(await (await fetch(server.url)).text()).toContain('storefront_uptime_seconds');
  expect((await fetch(new URL('/', server.url))).status).toBe(404);
  server.close();
});

test('[WATCH-2] requests are counted by route pattern and status, whatever their paths are', async () => {
  for (const slug of ['ada', 'bob', 'ada@example.com']) await shop.send({ url: readProduct.path.replace('{slug}', slug) });
  await shop.send({ url: '/any/page?q=ada' });
  await shop.send({ method: 'POST', url: '/no/route/ada' });
  const text = await scrape();
  const route = readProduct.path.replace('{slug}', ':slug');
  expect(read(text, `storefront_requests_total{method="GET",route="${route}",status="404"}`)).toBe(3);
  expect(read(text, 'storefront_requests_total{method="GET",route="/*",status="200"}')).toBe(1);
  expect(read(text, 'storefront_requests_total{method="POST",route="none",status="404"}')).toBe(1);
  expect(read(text, `storefront_request_duration_seconds_count{route="${route}"}`)).toBe(3);
  expect(read(text, 'storefront_render_duration_seconds_count')).toBe(1);
  // The page's own call is part of the page.
  expect(text).not.toContain(
    `route="${listProducts.path}",status="200"} 1\n`.replace('route', 'storefront_requests_total{method="GET",route'),
  );
  expect(text).not.toContain('ada');
});

test('[WATCH-2] a response from the cache is counted, and the cache reports its use', async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const address = shop.app.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${listProducts.path}`;
  const cached = `storefront_cached_responses_total{route="${listProducts.path}",status="200"}`;
  await (await fetch(url)).text();
  const before = await scrape();
  for (let n = 0; n < 3; n += 1) await (await fetch(url)).text();
  const after = await scrape();
  expect((read(after, cached) ?? 0) - (read(before, cached) ?? 0)).toBe(3);
  const hits = 'storefront_cache_lookups_total{result="hit"}';
  expect((read(after, hits) ?? 0) - (read(before, hits) ?? 0)).toBe(3);
  expect(read(after, 'storefront_cache_lookups_total{result="miss"}')).toBeGreaterThan(0);
  expect(read(after, 'storefront_cache_connected')).toBe(1);
  expect(read(after, 'storefront_cache_entries')).toBe(1);
});

test('[WATCH-3] the metrics show what waits for a person or a job: emails, orders on hold, jobs', async () => {
  const { id: userId } = await shop.signUp();
  await db.transaction((tx) =>
    queueEmail(
      tx,
      renderPasswordChangedEmail({ recipient: 'ada@example.com', publicUrl: null, shop: DEFAULT_SHOP_DETAILS }),
      shop.deps.now(),
    ),
  );
  await db.execute(sql`update emails set created_at = now() - interval '2 hours'`);
  await db.execute(sql`insert into orders (id, number, user_id, status, total_cents, address, provider, created_at, expires_at, stock)
    values (gen_random_uuid(), 7, ${userId}, 'review', 100, 'a', 'demo', now() - interval '3 hours', now(), 'none')`);
  const text = await scrape();
  expect([read(text, 'storefront_emails_waiting'), read(text, 'storefront_orders_on_hold')]).toEqual([1, 1]);
  expect(read(text, 'storefront_emails_oldest_seconds')).toBeGreaterThanOrEqual(7200);
  expect(read(text, 'storefront_orders_on_hold_oldest_seconds')).toBeGreaterThanOrEqual(10_800);
  expect(read(text, 'storefront_database_connections{state="used"}')).toBe(2);
  expect(read(text, 'storefront_database_waiting')).toBe(1);
  expect(read(text, 'storefront_memory_bytes{kind="resident"}')).toBeGreaterThan(1e7);
});

test('[WATCH-3] the metrics show webhooks that wait, and how much of the audit log isn’t sealed yet', async () => {
  const { id: buyerId } = await shop.signUp();
  const before = await scrape();
  expect([read(before, 'storefront_webhooks_waiting'), read(before, 'storefront_webhooks_oldest_seconds')]).toEqual([0, 0]);
  await addTestEndpoint(db, ['order.refunded']);
  const orderId = await addPaidOrder(db, buyerId);
  await db.execute(sql`update orders set refunded_cents = 1 where id = ${orderId}`);
  await db.execute(sql`update webhook_deliveries set created_at = now() - interval '5 hours'`);
  await db.execute(sql`select write_audit_row('change', 'created', 'product', 'an id', 'Lamp', null, '{}', '{}')`);
  await db.execute(sql`update audit_log set created_at = now() - interval '20 minutes' where object_id = 'an id'`);
  await metrics.close();
  metrics = openMetrics({ db, responseCache: shop.responseCache });
  const text = await scrape();
  expect(read(text, 'storefront_webhooks_waiting')).toBe(1);
  expect(read(text, 'storefront_webhooks_oldest_seconds')).toBeGreaterThanOrEqual(5 * 3600);
  expect(read(text, 'storefront_audit_unsealed')).toBeGreaterThan(0);
  expect(read(text, 'storefront_audit_unsealed_oldest_seconds')).toBeGreaterThanOrEqual(1200);
  await sealAuditLog(db);
  await metrics.close();
  metrics = openMetrics({ db, responseCache: shop.responseCache });
  expect(read(await scrape(), 'storefront_audit_unsealed_oldest_seconds')).toBe(0);
});

test('[WATCH-4] stock that the ledger doesn’t explain is found within one round of checks', async () => {
  const category = await makeCategory(db);
  const rows = await makeProducts(
    db,
    Array.from({ length: 50 }, () => ({ categoryId: category })),
  );
  let clock = 0;
  const reader = createDatabaseStateReader(db, () => clock);
  const checkAgain = async () => {
    clock += 15_000;
    return (await reader.read()).ledger;
  };
  expect((await checkAgain())?.mismatched).toBe(0);
  await db.execute(sql`update products set quantity = quantity + 1 where id = ${rows[7]?.id}`);
  // How much a check reads depends on how long the last one took.
  await expect.poll(async () => (await checkAgain())?.mismatched).toBe(1);
  await db.execute(sql`update products set quantity = quantity - 1 where id = ${rows[7]?.id}`);
  await expect.poll(async () => (await checkAgain())?.mismatched).toBe(0);
});

test('[WATCH-4] wrong stock of a best-seller with many movements is found too', async () => {
  const category = await makeCategory(db);
  const [product] = await makeProducts(db, [{ categoryId: category, quantity: 400 }, { categoryId: category }]);
  await createMovements(
    db,
    Array.from({ length: 400 }, () => ({ productId: String(product?.id), variantId: null, kind: 'edit' as const, quantity: 1 })),
    shop.deps.now(),
  );
  const check = createLedgerCheck(db);
  expect([await check.checkNext(), await check.checkNext()]).toEqual([
    { mismatched: 0, checked: 1 },
    { mismatched: 1, checked: 2 },
  ]);
});

test('[WATCH-3] the database is asked every 15 seconds at most, and reading the metrics needs no database', async () => {
  let statements = 0;
  let isAway = false;
  const counting = {
    execute: (statement: Parameters<Database['execute']>[0]) => {
      statements += 1;
      return isAway ? Promise.reject(new Error('away')) : db.execute(statement);
    },
  } as unknown as Database;
  // One more where pg-boss has its tables.
  await createDatabaseStateReader(counting).read();
  const once = statements;
  expect(once).toBeGreaterThanOrEqual(4);
  let clock = 0;
  const reader = createDatabaseStateReader(counting, () => clock);
  await Promise.all([reader.read(), reader.read()]);
  clock = 14_999;
  await reader.read();
  expect(statements).toBe(2 * once);
  isAway = true;
  clock = 15_000;
  // What was read before is still shown, for a minute.
  expect((await reader.read()).emails).toEqual({ count: 0, oldestSeconds: null });
  clock = 80_000;
  expect(await reader.read()).toEqual({});
  expect(reader.failures).toBeGreaterThanOrEqual(8);
});
