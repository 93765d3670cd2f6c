/** Bodies that would stop everything for seconds. What a clock shows of them: tests/hostile. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { login, register } from '../../../../contract/auth.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { filterProducts } from '../../../../contract/product.ts';
import { getSchemas } from '../route.ts';
import { createValidator } from '../validate.ts';
import { findExcess } from './request-body.ts';

const shop = await openShopWithPayments();

const postJson = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  shop.send({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } });

describe('[INPUT-1] a packed body', () => {
  const packed = gzipSync(JSON.stringify({ email: 'a@example.com', password: 'x', more: Array(2_700_000).fill(1) }));

  test.each(['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'gzip, identity', 'nonsense'])(
    'in %s is refused without being read',
    async (encoding) => {
      for (const url of [login.path, '/api/v1/payment/webhook', '/nowhere']) {
        const { status, body } = await postJson(url, packed, { 'content-encoding': encoding });
        expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
      }
    },
  );

  test('with the encoding "identity" is treated like any other', async () => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'x' });
    expect((await postJson(login.path, body, { 'content-encoding': 'identity' })).status).toBe(401);
  });
});

describe('[INPUT-2] the values in a body are counted before it is parsed', () => {
  const repeat = (text: string, count: number) => Array(count).fill(text).join();

  test.each([
    ['numbers', `[${repeat('1', 10_001)}]`, 'too_many'],
    ['empty lists', `[${repeat('[]', 5001)}]`, 'too_many'],
    ['keys', `{${Array.from({ length: 10_001 }, (_, n) => `"${n}":1`).join()}}`, 'too_many'],
    ['lists in lists', `${'['.repeat(21)}${']'.repeat(21)}`, 'nested_too_deeply'],
    ['endless lists', '['.repeat(50_000), 'nested_too_deeply'],
    ['the allowed number', `[${repeat('1', 9_998)}]`, undefined],
    ['the allowed depth', `${'['.repeat(20)}${']'.repeat(20)}`, undefined],
    ['a text of commas, brackets, quotes and backslashes', JSON.stringify([',[{"\\'.repeat(20_000), '\\', '"']), undefined],
    ['a string without an end', `["${'x,'.repeat(20_000)}\\`, undefined],
  ])('%s', (_what, json, code) => {
    expect(findExcess(json)?.code).toBe(code);
  });

  test('a call with too much says so', async () => {
    const answer = await postJson(filterProducts.path, `{"checked":[${repeat('1', 20_000)}],"radio":[]}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalid_request', issues: [{ code: 'too_many', limit: 10_000 }] });
  });

  test('a checkout accepts at most a megabyte', async () => {
    const { token } = await shop.signUp();
    const text = 'x'.repeat(1024 * 1024);
    const answer = await shop.call(startCheckout, { token, body: { products: [{ _id: '1', description: text }] } });
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([413, 'request_too_large']);
  });
});

describe('[INPUT-3] texts and lists that are too long are cut before they are checked', () => {
  const validate = (endpoint: typeof register | typeof filterProducts, value: unknown) => {
    const { body } = getSchemas(endpoint as typeof register);
    try {
      createValidator(body, 'body', false)(value);
      return [];
    } catch (error) {
      return (error as { issues: { path: string; code: string }[] }).issues.map(({ path, code }) => `${path} ${code}`);
    }
  };
  const person = { name: 'Ada', email: 'a@example.com', password: 'correct horse', phone: '+1 555 0100', address: 'x', answer: 'x' };

  test('an email address on which its pattern would spend half a minute', () => {
    expect(validate(register, { ...person, email: `a@${'.a'.repeat(50_000)} x` })).toEqual(['email too_long']);
  });

  test('a list over its limit is checked once for what can’t be stored, and then only up to its limit', () => {
    let reads = 0;
    const checked = new Proxy(Array(1000).fill('x'), {
      get: (list, key) => {
        if (/^\d+$/.test(String(key))) reads += 1;
        return Reflect.get(list, key);
      },
    });
    expect(validate(filterProducts, { checked, radio: [] }).length).toBeGreaterThan(0);
    expect(reads).toBe(1000 + 201);
  });

  test('at most eight errors are named', () => {
    const faults = validate(filterProducts, { checked: Array(200).fill('no id'), radio: [] });
    expect(faults).toEqual(Array.from({ length: 8 }, (_, index) => `checked.${index} invalid_format`));
  });
});

describe('[INPUT-4] a checkout', () => {
  test('accepts each product once with a count, or the cart as it is, and adds up both', async () => {
    const [mug = '', lamp = ''] = await seedProducts(shop, [{ quantity: 10 }, { quantity: 10 }]);
    const { token } = await shop.signUp();
    const products = [{ _id: mug, count: 3 }, { _id: lamp }, { _id: mug }];
    expect((await shop.call(startCheckout, { token, body: { products } })).status).toBe(200);
    expect([await shop.readStock(mug), await shop.readStock(lamp)]).toEqual([6, 9]);
  });

  test.each([0, -5, 1.5, 1e9, '3', null, [3]])('refuses the count %j', async (count) => {
    const [mug = ''] = await seedProducts(shop, [{ quantity: 10 }]);
    const { token } = await shop.signUp();
    const answer = await shop.call(startCheckout, { token, body: { products: [{ _id: mug, count }] } });
    expect([answer.status, await shop.readStock(mug)]).toEqual([400, 10]);
  });
});

describe('[INPUT-7] half of a surrogate pair', () => {
  test('in a body is refused, in a value or in a list', async () => {
    for (const json of ['{"email":"\\ud800","password":"x"}', '{"email":["\\udc00x"],"password":"x"}', '{"email":{"a":"\\ud83dx"}}']) {
      const { status, body } = await postJson(login.path, json);
      expect([status, body.issues?.[0]]).toMatchObject([400, { code: 'lone_surrogate' }]);
    }
    expect((await postJson(login.path, '{"email":"\\ud83d\\ude00","password":"x"}')).status).toBe(401);
  });

  test('in a path or a query is refused', async () => {
    const { token } = await shop.signUp({ role: 1 });
    for (const url of ['/api/v1/product/search/%ED%A0%80', '/api/v1/product/single-product/%ed%bf%bf']) {
      expect((await shop.send({ url })).status).toBe(400);
    }
    for (const keyword of ['%ED%A0%80', 'x%ed%b0%80y']) {
      const answer = await shop.send({ url: `/api/v1/order/admin/orders?keyword=${keyword}`, headers: { authorization: token } });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    }
  });
});

describe('[INPUT-8] the gate calls', () => {
  const SPELLINGS = ['user-auth', 'user-auth/', 'user%2Dauth', 'user%2dauth/', '%75ser-auth', 'user-auth?x=%', 'user-auth/?a[]=1'];

  test.each([...SPELLINGS, ...SPELLINGS.map((it) => it.replace(/(user|%75ser)/, 'admin'))])(
    'auth/%s as at its plain path',
    async (path) => {
      const url = `/api/v1/auth/${path}`;
      expect(await shop.send({ url })).toMatchObject({ status: 401, body: { ok: false } });
      const { token } = await shop.signUp();
      const isAdminCall = path.startsWith('admin');
      const answer = await shop.send({ url, headers: { authorization: token } });
      expect([answer.status, answer.body]).toEqual(isAdminCall ? [403, { ok: false }] : [200, { ok: true }]);
    },
  );
});

test('[SAFE-9] fields that a call doesn’t define are dropped before it sees them, at every depth', () => {
  const validate = createValidator(getSchemas(startCheckout).body, 'body', false);
  const products = [{ _id: 'a', count: 2, price: 0.01, priceCents: 1 }];
  const guest = { email: 'a@example.com', name: 'Ada', address: 'x', role: 1, userId: 'x' };
  const sent = { products, guest, totalCents: 1, status: 'paid', userId: 'x' };
  expect(validate(sent)).toEqual({ products: [{ _id: 'a', count: 2 }], guest: { email: 'a@example.com', name: 'Ada', address: 'x' } });
});
