/**
 * Many customers buy the last 10 items at once: on PostgreSQL from two server processes, embedded from the only one there can be.
 *
 *   FULL=on npx vitest run src/server/shop/orders/checkout/concurrent-checkout.test.ts     200 customers, 100 runs, on both
 */

import { afterAll, expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { type ShopProcess, startShop } from '../../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../../tests/support/test-database.ts';
import { createTestUser } from '../../../../../tests/support/users.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { verifyShop } from '../../integrity/verify.service.ts';

const RUNS = isFullRun ? 100 : 1;
const BUYERS = isFullRun ? 200 : 30;
const STOCK = 10;

const testDatabase = await createTestDatabase();
const shops: ShopProcess[] = [];
afterAll(async () => {
  for (const shop of shops) await shop.kill();
  await testDatabase.close();
});

/**
 * On a busy machine some requests are refused (503) or time out (502): the customer tries again until there is a definite answer. What such a
 * checkout had reserved is there again for a moment, so a refusal may say that some are left.
 */
async function buy(shop: ShopProcess | undefined, token: string, product: string): Promise<string> {
  const answer = await fetch(`${shop?.origin}${startCheckout.path}`, {
    method: startCheckout.method,
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ products: [{ _id: product }], shipTo: makeShipTo() }),
  });
  const { message = '' } = (await answer.json()) as { message?: string };
  if (answer.status === 502 || answer.status === 503) return buy(shop, token, product);
  return `${answer.status} ${message.replace(/ \(\d+ left\)$/, '')}`.trim();
}

test('[STOCK-3] threat 4, fault 15, fault 16: exactly 10 are sold, every other customer gets a 409', {
  timeout: RUNS * 60_000,
}, async () => {
  const { tokens, products } = await testDatabase.withDatabase(async (db) => {
    const userTokens: string[] = [];
    for (let n = 0; n < BUYERS; n += 1) userTokens.push((await createTestUser(db)).token);
    const categoryId = await makeCategory(db);
    const createdProducts = await makeProducts(
      db,
      Array.from({ length: RUNS }, () => ({ categoryId, name: 'Mug', quantity: STOCK })),
    );
    return { tokens: userTokens, products: createdProducts.map(({ id }) => id) };
  });
  const { dataDir, env, maxProcesses } = testDatabase;
  for (let n = 0; n < maxProcesses; n += 1) shops.push(await startShop({ env: { DEMO: 'on', ...env }, dataDir, keepData: true }));
  for (const product of products) {
    // In a later run some have an open checkout of another product, which the new one replaces.
    const answers = await Promise.all(tokens.map((token, index) => buy(shops[index % maxProcesses], token, product)));
    const counts = Object.fromEntries([...Map.groupBy(answers, (it) => it)].map(([answer, all]) => [answer, all.length]));
    expect(counts).toEqual({ 200: STOCK, '409 Not enough in stock: Mug': BUYERS - STOCK });
  }
  for (const shop of shops.splice(0)) await shop.kill();
  expect(await testDatabase.withDatabase((db) => verifyShop(db, new Date()))).toEqual([]);
});
