/**
 * Many customers use a code with 10 uses left at once: on PostgreSQL from two server processes, embedded from the only one there can be.
 *
 *   FULL=on npx vitest run src/server/shop/orders/checkout/concurrent-codes.test.ts     200 customers, 50 runs, on both
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { makeCode, readUses } from '../../../../../tests/support/discount-codes.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { type ShopProcess, startShop } from '../../../../../tests/support/shop-process.ts';
import { createTestDatabase } from '../../../../../tests/support/test-database.ts';
import { createTestUser } from '../../../../../tests/support/users.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { orders } from '../../database/schema/order.ts';
import { verifyShop } from '../../integrity/verify.service.ts';

const RUNS = isFullRun ? 50 : 1;
const BUYERS = isFullRun ? 200 : 24;
const USES = 10;
/** In milliseconds. Trying again at once would keep a busy shop busy. */
const RETRY_PAUSE = 500;

const testDatabase = await createTestDatabase();
const shops: ShopProcess[] = [];
afterAll(async () => {
  for (const shop of shops) await shop.kill();
  await testDatabase.close();
});

/** On a busy machine some requests are refused (503) or time out (502): the customer tries again until there is a definite answer. */
async function buy(shop: ShopProcess | undefined, token: string, product: string, code: string): Promise<string> {
  const answer = await fetch(`${shop?.origin}${startCheckout.path}`, {
    method: startCheckout.method,
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ products: [{ _id: product }], shipTo: makeShipTo(), code }),
  });
  const { code: error = '' } = (await answer.json()) as { code?: string };
  if (answer.status === 502 || answer.status === 503) {
    await sleep(RETRY_PAUSE);
    return buy(shop, token, product, code);
  }
  return `${answer.status} ${error}`.trim();
}

test(`[CODE-5] ${BUYERS} customers use a code with ${USES} uses left at once: exactly ${USES} have the discount`, {
  tags: ['full'],
  timeout: 180_000 + RUNS * 60_000,
}, async () => {
  const codes = Array.from({ length: RUNS }, (_, n) => `RUN-${n}`);
  const { tokens, product } = await testDatabase.withDatabase(async (db) => {
    const userTokens: string[] = [];
    for (let n = 0; n < BUYERS; n += 1) userTokens.push((await createTestUser(db)).token);
    for (const code of codes) await makeCode(db, { id: randomUUID(), code, maxUses: USES });
    const [row] = await makeProducts(db, [{ categoryId: await makeCategory(db), name: 'Mug', quantity: BUYERS * RUNS }]);
    return { tokens: userTokens, product: row?.id ?? '' };
  });
  const { dataDir, env, maxProcesses } = testDatabase;
  for (let n = 0; n < maxProcesses; n += 1)
    shops.push(await startShop({ env: { DEMO: 'on', CHECKOUTS_PER_HOUR: '1000', ...env }, dataDir, keepData: true }));
  for (const code of codes) {
    // In a later run some have an open checkout with another code, whose use the new one gives back.
    const answers = await Promise.all(tokens.map((token, index) => buy(shops[index % maxProcesses], token, product, code)));
    const counts = Object.fromEntries([...Map.groupBy(answers, (it) => it)].map(([answer, all]) => [answer, all.length]));
    expect(counts).toEqual({ 200: USES, '409 code_not_applicable': BUYERS - USES });
  }
  for (const shop of shops.splice(0)) await shop.kill();
  await testDatabase.withDatabase(async (db) => {
    for (const code of codes) {
      expect(await db.$count(orders, eq(orders.discountCode, code))).toBe(USES);
      expect(await readUses(db, code)).toBeLessThanOrEqual(USES);
    }
    expect(await verifyShop(db, new Date())).toEqual([]);
  });
});
