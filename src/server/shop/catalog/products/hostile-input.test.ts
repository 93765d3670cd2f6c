import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { filterProducts, listCategoryProducts, listProducts, listSimilarProducts, readProduct } from '../../../../contract/product.ts';
import { createProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { searchProducts } from '../../../../contract/product-search.ts';
import { sessions, users } from '../../database/schema/account.ts';
import { products } from '../../database/schema/catalog.ts';
import { categories } from '../../database/schema/category.ts';

const shop = await openShop();
const { db } = shop.deps;
const picture = await makeImage();

const countRows = () => Promise.all([products, categories, users, sessions].map((table) => db.$count(table)));

async function openAdmin() {
  const { token } = await shop.signUp({ role: 1 });
  const category = await makeCategory(db);
  const [row] = await makeProducts(db, [{ categoryId: category }, { categoryId: category }]);
  return { token, category, id: String(row?.id) };
}

const BREAKERS = [
  "'",
  '"',
  "')",
  "'))",
  "';",
  '`',
  '\\',
  "\\'",
  '$$',
  '$1',
  ':x',
  '?',
  '%',
  '_',
  '--',
  '/*',
  '',
  '0',
  '-1',
  '\n',
  '１',
  'ʼ',
  '\ud800',
];
const TAILS = [
  ' or 1=1 --',
  '; drop table products; --',
  '; delete from users; --',
  " union select password_hash from users where ''='",
  '; update users set role = 1; --',
  ' and (select pg_sleep(5)) is null --',
  "||(select version())||'",
  '; copy users to program $$id$$; --',
  ' order by (case when (1=1) then name else price_cents end)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of somebody else's
  '{{7*7}}${7*7}<%= 7*7 %>',
  '<img src=x onerror=alert(1)>',
  '){ :|:& };:',
  '[$ne]=1',
  '\r\nSet-Cookie: a=b',
  '(a+)+$',
  '../../../etc/passwd',
];
/** Every pair in a full run; otherwise each breaker with two of the tails, by turns. */
const PAYLOADS = BREAKERS.flatMap((breaker, row) =>
  TAILS.filter((_tail, column) => isFullRun || (column - row) % 8 === 0).map((tail) => breaker + tail),
);

/** The payload in every text that a visitor can send. Gives the statuses. */
async function attackAsVisitor(payload: string): Promise<number[]> {
  const safe = payload.toWellFormed();
  const text = payload as never;
  const answers = [
    await shop.call(searchProducts, { params: { keyword: safe } }),
    await shop.call(readProduct, { params: { slug: safe } }),
    await shop.call(listCategoryProducts, { params: { slug: safe } }),
    await shop.call(listSimilarProducts, { params: { productId: safe, categoryId: safe } }),
    await shop.call(listProducts, { query: { page: text, limit: text, sort: text } }),
    await shop.call(filterProducts, { body: { checked: [payload], radio: [] } }),
    await shop.call(filterProducts, { body: { checked: [], radio: [payload, payload], sort: payload } }),
    await shop.send({ method: 'GET', url: listProducts.path, query: { [safe]: safe } }),
    await shop.send({ method: 'GET', url: listProducts.path, headers: { authorization: encodeURIComponent(safe) } }),
  ];
  for (const { status, body } of answers) if (status >= 400) expect(body.success).toBe(false);
  return answers.map((it) => it.status);
}

test('[SAFE-8] [threat 21] hundreds of SQL injections change and reveal nothing', {
  tags: ['full'],
  timeout: 120_000,
}, async () => {
  const { token, category, id } = await openAdmin();
  expect(PAYLOADS.length).toBeGreaterThan(40);
  const before = await countRows();
  for (const payload of PAYLOADS) {
    for (const status of await attackAsVisitor(payload)) expect(status, payload).toBeLessThan(500);
    const body = { name: payload, description: payload, quantity: 1, category, price: payload };
    const update = await shop.call(updateProduct, { token, params: { id }, body });
    expect(update, payload).toMatchObject({ status: 400, body: { success: false } });
    const { price: _, ...stored } = body;
    // What is no text is refused (INPUT-7).
    if (!payload.isWellFormed()) continue;
    const updated = await shop.call(updateProduct, { token, params: { id }, body: { ...stored, renewSlug: true } });
    expect(updated.body.product).toMatchObject({ name: payload.trim(), description: payload.trim() });
    expect(updated.body.product.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  }
  expect(await countRows()).toEqual(before);
  expect(await db.$count(users)).toBe(1);
});

test('[SAFE-8] [threat 21] SQL injections in the fields of a form change and reveal nothing', async () => {
  const { token, category } = await openAdmin();
  const before = await countRows();
  const fields: Record<string, string> = { name: 'Tea', description: 'Green.', price: '1', quantity: '1', shipping: '0', category };
  for (const payload of PAYLOADS.filter((_payload, index) => index % 7 === 1)) {
    for (const field of ['price', 'quantity', 'shipping', 'category']) {
      const answer = await shop.call(createProduct, { token, ...(await makeMultipartForm({ ...fields, [field]: payload }, picture)) });
      expect(answer, payload).toMatchObject({ status: 400, body: { success: false, issues: [{ path: field }] } });
    }
  }
  expect(await countRows()).toEqual(before);
  const made = await shop.call(createProduct, {
    token,
    ...(await makeMultipartForm({ ...fields, name: "'; drop table products; --" }, picture)),
  });
  expect(made.body.product).toMatchObject({ name: "'; drop table products; --", slug: 'drop-table-products' });
});

test('[SAFE-8] [threat 21] [threat 23] whatever text a visitor sends, the shop answers and nothing changes', {
  tags: ['full'],
  timeout: 240_000,
}, async () => {
  await openAdmin();
  const before = await countRows();
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 120 }), async (text) => {
      for (const status of await attackAsVisitor(text)) expect(status).toBeLessThan(500);
    }),
    { numRuns: isFullRun ? 200 : 15 },
  );
  expect(await countRows()).toEqual(before);
});

test('[SAFE-5] [threat 24] [threat 25] any JSON sent in place of a filter or a change is refused or harmless', async () => {
  const { token, id } = await openAdmin();
  const before = await countRows();
  const arbitraryBody = fc.record(
    {
      checked: fc.oneof(fc.jsonValue(), fc.array(fc.uuid())),
      radio: fc.oneof(fc.jsonValue(), fc.tuple(fc.double(), fc.double())),
      page: fc.oneof(fc.jsonValue(), fc.integer()),
      limit: fc.oneof(fc.jsonValue(), fc.integer()),
      name: fc.jsonValue(),
      description: fc.jsonValue(),
      price: fc.oneof(fc.jsonValue(), fc.double()),
      quantity: fc.oneof(fc.jsonValue(), fc.integer()),
      category: fc.oneof(fc.jsonValue(), fc.uuid()),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), arbitraryBody), async (value) => {
      const headers = { 'content-type': 'application/json', authorization: token };
      const payload = JSON.stringify(value);
      const answers = [
        await shop.send({ method: 'POST', url: filterProducts.path, headers, payload }),
        await shop.send({ method: 'PUT', url: `/api/v1/product/update-product/${id}`, headers, payload }),
      ];
      for (const { status, body } of answers) {
        expect([200, 400]).toContain(status);
        expect(body.success).toBe(status === 200);
      }
    }),
    { numRuns: isFullRun ? 400 : 80 },
  );
  expect(await countRows()).toEqual(before);
}, 240_000);

test.each([
  ['is 10,000 levels deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
  ['is 10,000 lists deep', `{"checked":${'['.repeat(10_000)}${']'.repeat(10_000)},"radio":[]}`, 400],
  ['is 2 MB long', `{"checked":["${'x'.repeat(2_000_000)}"],"radio":[]}`, 413],
  ['is cut off', '{"checked":[', 400],
  ['is no JSON', 'checked=1', 400],
  ['is empty', '', 400],
  ['holds a number without end', '{"checked":[],"radio":[0,1e309]}', 400],
  ['holds NaN', '{"checked":[],"radio":[0,NaN]}', 400],
  ['holds a prototype', '{"checked":[],"radio":[],"__proto__":{"role":1}}', 400],
  ['holds a NUL', '{"checked":["\\u0000"],"radio":[]}', 400],
  ['is bytes of no text', Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), 400],
])('[SAFE-5] [threat 43] a body that %s is refused, and the next call is served', async (_what, payload, status) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await shop.send({ method: 'POST', url: filterProducts.path, headers, payload });
  expect(answer).toMatchObject({ status, body: { success: false, message: expect.any(String) } });
  expect((await shop.call(listProducts)).status).toBe(200);
});

test('[threat 40] a filter posted as plain text, as another site’s page could, is refused', async () => {
  const headers = { 'content-type': 'text/plain' };
  const answer = await shop.send({ method: 'POST', url: filterProducts.path, headers, payload: '{"checked":[],"radio":[]}' });
  expect(answer).toMatchObject({ status: 415, body: { success: false } });
});

test('[threat 23] a malformed id is a 404 for everyone who may ask', async () => {
  const { token } = await openAdmin();
  for (const id of ['not-a-uuid', '0', 'null', '%', `${randomUUID()}x`, randomUUID().replaceAll('-', '')]) {
    const urls = [
      `similar-products/${encodeURIComponent(id)}/${randomUUID()}`,
      `similar-products/${randomUUID()}/${encodeURIComponent(id)}`,
    ];
    for (const url of urls) {
      expect((await shop.send({ method: 'GET', url: `/api/v1/product/${url}` })).status).toBe(404);
    }
    const url = `/api/v1/product/delete-product/${encodeURIComponent(id)}`;
    expect((await shop.send({ method: 'DELETE', url, headers: { authorization: token } })).status).toBe(404);
  }
});
