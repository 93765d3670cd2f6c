/**
 * Hostile requests to a running shop: tests/hostile makes them, from a seed that is printed with each failure. In a full
 * run 60,000 of them, with times: none takes a second, and none delays others.
 */
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAdmin, checkUser } from '../../src/contract/auth.ts';
import { listProducts, type Product } from '../../src/contract/product.ts';
import { SECOND } from '../../src/contract/values.ts';
import { generateRequests, type Target } from '../hostile/generate-requests.ts';
import { sendRequests } from '../hostile/send-requests.ts';
import { HUGE_JSON } from '../hostile/values.ts';
import { makeImage } from '../support/images.ts';
import { isFullRun } from '../support/projects.ts';
import { root, type ShopProcess, startShop } from '../support/shop-process.ts';
import { first, logInAdmin, makeCategory, makeProduct, makeShopper, sendRequest } from './support/api-client.ts';
import { makeEmptyDataDir } from './support/worker-shop.ts';

const COUNT = isFullRun ? 60_000 : 120;
const SEED = 'the street';

/** The payment provider comes with the demo, which takes a while to make: the small run has neither, so these two calls answer 503. */
const NO_PROVIDER = /^503 [A-Z]+ \/api\/v1\/(payment\/webhook|product\/api\/create-checkout-session)\b/;
/** Links in emails need SMTP_URL and PUBLIC_URL, which this shop doesn't have. */
const NO_LINKS = /^503 [A-Z]+ \/api\/v1\/(order\/guest\/claim-link|auth\/reset-link|account\/email(\/confirmation)?)\b/;

let shop: ShopProcess;
let target: Target;

async function makeTarget(): Promise<Target> {
  const [user, admin] = [await makeShopper(shop.origin), await logInAdmin(shop.origin)];
  const products: Product[] = [];
  for (const name of ['Green tea', 'Camera', "L'Été & <b>"]) {
    const category = await makeCategory(shop.origin, admin.token);
    products.push(await makeProduct(shop.origin, admin.token, category._id, { name, quantity: 1000 }));
  }
  return {
    tokens: { user: user.token, admin: admin.token },
    ids: products.flatMap(({ _id, category }) => [_id, category]),
    slugs: products.map(({ slug }) => slug),
    image: await makeImage('png', { width: 300, height: 200 }),
  };
}

async function measure(): Promise<{ megabytes: number; longestDelay: number }> {
  const answered = once(shop.process, 'message');
  shop.process.send('measure');
  return first(await answered);
}

beforeAll(async () => {
  shop = await startShop({
    dataDir: makeEmptyDataDir(),
    env: { DEMO: isFullRun ? 'on' : 'off' },
    preload: path.join(root, 'tests/hostile/measure-process.ts'),
  });
  target = await makeTarget();
});
afterAll(() => shop?.kill());

test(`[INPUT-9] ${COUNT} hostile requests: no 5xx, no exit, and the memory is released`, {
  tags: ['full'],
  timeout: 1800 * SECOND,
}, async () => {
  // Warm-up: compiled code, caches, connections.
  await sendRequests(shop.origin, generateRequests(COUNT / 6, 'warm-up', target));
  const before = await measure();
  const report = await sendRequests(shop.origin, generateRequests(COUNT, SEED, target));
  const after = await measure();
  console.log(`hostile requests: ${JSON.stringify({ ...report, before, after })}`);
  const serverErrors = report.serverErrors.filter((it) => !NO_LINKS.test(it) && (isFullRun || !NO_PROVIDER.test(it)));
  const logged = shop
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  expect(serverErrors, logged.join('\n').slice(-10_000)).toEqual([]);
  expect(shop.process.exitCode).toBeNull();
  expect(after.megabytes - before.megabytes).toBeLessThan(150);
  if (isFullRun) expect(report.slowest).toMatchObject({ milliseconds: expect.toSatisfy((it: number) => it < SECOND) });
});

test('[INPUT-9] afterwards the shop works as before, and sessions are still valid', async () => {
  expect((await sendRequest(shop.origin, checkUser, { token: target.tokens.user })).body).toEqual({ ok: true });
  expect((await sendRequest(shop.origin, checkAdmin, { token: target.tokens.admin })).body).toEqual({ ok: true });
  expect((await sendRequest(shop.origin, listProducts)).status).toBe(200);
});

// Times are measured in a full run only.
if (isFullRun) {
  test('[INPUT-9] no body delays another request by more than 100 ms', async () => {
    const post = (body: string) =>
      fetch(`${shop.origin}/api/v1/product/filter-products`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    for (const json of HUGE_JSON) {
      await measure();
      await (await post(json)).text();
      expect([json.slice(0, 40), (await measure()).longestDelay < 100]).toEqual([json.slice(0, 40), true]);
    }
  });
}
