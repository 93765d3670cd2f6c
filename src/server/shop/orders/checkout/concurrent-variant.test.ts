/**
 * Many customers buy the last piece of a variant at once, while its neighbour has plenty: on PostgreSQL from two server processes,
 * embedded from the only one there can be.
 *
 *   FULL=on npx vitest run src/server/shop/orders/checkout/concurrent-variant.test.ts     200 customers, 50 runs, on both
 */

import { afterAll, expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { type ShopProcess, startShop } from '../../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../../tests/support/test-database.ts';
import { createTestUser } from '../../../../../tests/support/users.ts';
import { makeShoe, readVariantStock, shoe } from '../../../../../tests/support/variants.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { verifyShop } from '../../integrity/verify.service.ts';

const RUNS = isFullRun ? 50 : 1;
const BUYERS = isFullRun ? 200 : 40;

const testDatabase = await createTestDatabase();
const shops: ShopProcess[] = [];
afterAll(async () => {
  for (const shop of shops) await shop.kill();
  await testDatabase.close();
});

/** On a busy machine some requests are refused (503) or time out (502): the customer tries again until there is a definite answer. */
async function buy(shop: ShopProcess | undefined, token: string, _id: string, variant: string): Promise<string> {
  const answer = await fetch(`${shop?.origin}${startCheckout.path}`, {
    method: startCheckout.method,
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ products: [{ _id, variant }], shipTo: makeShipTo() }),
  });
  const { message = '' } = (await answer.json()) as { message?: string };
  if (answer.status === 502 || answer.status === 503) return buy(shop, token, _id, variant);
  return `${answer.status} ${message}`.trim();
}

test('[VAR-2] exactly one customer gets the last piece of a variant, all others a 409, and the other variants keep their stock', {
  tags: ['full'],
  timeout: (RUNS + 2) * 60_000,
}, async () => {
  const { tokens, shoes } = await testDatabase.withDatabase(async (db) => {
    const userTokens: string[] = [];
    for (let n = 0; n < BUYERS; n += 1) userTokens.push((await createTestUser(db)).token);
    const made: Awaited<ReturnType<typeof makeShoe>>[] = [];
    for (let n = 0; n < RUNS; n += 1)
      made.push(await makeShoe(db, [shoe('41', 'Red', { quantity: 1 }), shoe('42', 'Red', { quantity: 9 })]));
    return { tokens: userTokens, shoes: made };
  });
  const { dataDir, env, maxProcesses } = testDatabase;
  for (let n = 0; n < maxProcesses; n += 1) shops.push(await startShop({ env: { DEMO: 'on', ...env }, dataDir, keepData: true }));
  for (const { id, variantIds } of shoes) {
    const answers = await Promise.all(tokens.map((token, index) => buy(shops[index % maxProcesses], token, id, variantIds[0] ?? '')));
    const counts = Object.fromEntries([...Map.groupBy(answers, (it) => it)].map(([answer, all]) => [answer, all.length]));
    expect(counts).toEqual({ 200: 1, '409 Not enough in stock: Shoe, Size: 41, Colour: Red (0 left)': BUYERS - 1 });
  }
  for (const shop of shops.splice(0)) await shop.kill();
  await testDatabase.withDatabase(async (db) => {
    // A buyer of a later run has replaced the checkout of an earlier one, whose piece is back.
    for (const { id } of shoes.slice(-1)) expect(await readVariantStock(db, id)).toEqual([9, 0, 9]);
    expect(await verifyShop(db, new Date())).toEqual([]);
  });
});
