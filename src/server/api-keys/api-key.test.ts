/** API keys: what each scope opens, how long a key counts, and where it must not be written. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../tests/support/harness.ts';
import { createApiKey, endApiKey, listApiKeys } from '../../contract/api-key.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../contract/api-key-scopes.ts';
import { checkAdmin, checkUser } from '../../contract/auth.ts';
import { createCategory } from '../../contract/category.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { listAllOrders } from '../../contract/order-admin.ts';
import { changeTeamRole, removeTeamMember } from '../../contract/team.ts';
import { DAY, MINUTE, SECOND } from '../../contract/time.ts';
import { buildApp } from '../app.ts';
import { apiKeys, users } from '../database/schema/account.ts';
import { endpoints } from '../http/endpoints.ts';

const lines: string[] = [];
const shop = await openShop({ app: { logger: { level: 'trace', stream: { write: (line: string) => lines.push(line) } } } });
const { db } = shop.deps;

const signUpOwner = (name = 'Olive') => shop.signUp({ teamRole: 'owner', name });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function makeKey(token: string, scopes: ApiKeyScope[] = ['read'], input: object = {}): Promise<{ key: string; id: string }> {
  const { status, body } = await shop.call(createApiKey, { token, body: { name: 'Warehouse', scopes, ...input } });
  expect(status).toBe(200);
  return { key: body.key, id: String(body.keys[0]?._id) };
}

const read = async (key: string) => (await shop.call(listAllOrders, { headers: bearer(key) })).status;

test('[KEY-1] a key is shown once, and kept as a hash that no answer and no line of the log bears', async () => {
  const { token } = await signUpOwner();
  const { key } = await makeKey(token, ['orders', 'read', 'orders'], { name: ' Warehouse ' });
  expect(key).toMatch(/^shop_[0-9a-f]{8}_[\w-]{43}$/);
  const { keys } = (await shop.call(listApiKeys, { token })).body;
  expect(keys).toEqual([
    {
      _id: expect.any(String),
      name: 'Warehouse',
      prefix: key.slice(0, 13),
      scopes: ['read', 'orders'],
      status: 'active',
      by: 'Olive',
      createdAt: expect.any(String),
      expiresAt: null,
      usedAt: null,
    },
  ]);
  expect(await read(key)).toBe(200);
  const [row] = await db.select().from(apiKeys);
  for (const secret of [key.slice(14), String(row?.keyHash)]) expect(JSON.stringify([keys, lines])).not.toContain(secret);
  expect(JSON.stringify(row)).not.toContain(key.slice(14));
});

test.each([
  ['no name', { name: '  ', scopes: ['read'] }],
  ['a name too long', { name: 'x'.repeat(101), scopes: ['read'] }],
  ['no scope', { name: 'x', scopes: [] }],
  ['a scope that there is not', { name: 'x', scopes: ['admin'] }],
  ['a scope that is no list', { name: 'x', scopes: 'read' }],
  ['no day', { name: 'x', scopes: ['read'], expiresInDays: 0 }],
  ['too many days', { name: 'x', scopes: ['read'], expiresInDays: 3651 }],
])('[KEY-1] a key of %s is refused', async (_what, body) => {
  const { token } = await signUpOwner();
  expect(await shop.call(createApiKey, { token, body })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

test('[KEY-1] a shop has fifty keys at most', async () => {
  const { token, id } = await signUpOwner();
  const row = { name: 'x', prefix: 'shop_00000000', scopes: ['read' as const], userId: id, createdAt: new Date() };
  await db.insert(apiKeys).values(Array.from({ length: 49 }, () => ({ ...row, id: randomUUID(), keyHash: randomUUID() })));
  const make = () => shop.call(createApiKey, { token, body: { name: 'x', scopes: ['read'] } });
  const results = await Promise.all([make(), make()]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await make()).body).toMatchObject({ code: 'too_many_api_keys' });
});

/** What a key of each scope may call of what takes a role, written out: an endpoint that opens by mistake is noticed. */
const OPEN: Record<ApiKeyScope, string[]> = {
  read: [
    'GET /api/v1/auth/users',
    'GET /api/v1/auth/users.csv',
    'GET /api/v1/auth/users/{id}',
    'GET /api/v1/discount/admin/codes',
    'GET /api/v1/order/admin/orders',
    'GET /api/v1/order/admin/orders.csv',
    'GET /api/v1/order/admin/orders/{id}',
    'GET /api/v1/order/admin/orders/{id}/neighbors',
    'GET /api/v1/pricing/admin/shipping',
    'GET /api/v1/pricing/admin/tax',
    'GET /api/v1/product/admin-product/{slug}',
    'GET /api/v1/product/admin-products',
    'GET /api/v1/product/bulk-edits',
    'GET /api/v1/product/bulk-edits/{id}',
    'GET /api/v1/product/export.csv',
    'GET /api/v1/product/table',
    'GET /api/v1/shop/admin/pages',
    'GET /api/v1/shop/admin/pages/{id}',
    'GET /api/v1/shop/admin/redirects',
    'GET /api/v1/shop/details',
    'GET /api/v1/shop/figures',
    'GET /api/v1/shop/figures.csv',
    'GET /api/v1/shop/mails',
    'GET /api/v1/shop/notifications',
    'GET /api/v1/shop/synonyms',
    'GET /api/v1/shop/waiting',
    'GET /api/v1/team',
  ],
  catalogue: [
    'DELETE /api/v1/category/delete-category/{id}',
    'DELETE /api/v1/product/delete-product/{id}',
    'GET /api/v1/product/admin-product/{slug}',
    'GET /api/v1/product/admin-products',
    'GET /api/v1/product/bulk-edits',
    'GET /api/v1/product/bulk-edits/{id}',
    'GET /api/v1/product/export.csv',
    'GET /api/v1/product/table',
    'POST /api/v1/category/create-category',
    'POST /api/v1/product/bulk-edits',
    'POST /api/v1/product/bulk-edits/{id}/undo',
    'POST /api/v1/product/bulk-preview',
    'POST /api/v1/product/create-product',
    'POST /api/v1/product/duplicate/{id}',
    'POST /api/v1/product/upload-image',
    'PUT /api/v1/category/update-category/{id}',
    'PUT /api/v1/product/update-image/{id}',
    'PUT /api/v1/product/update-product/{id}',
  ],
  orders: [
    'GET /api/v1/order/admin/orders',
    'GET /api/v1/order/admin/orders.csv',
    'GET /api/v1/order/admin/orders/{id}',
    'GET /api/v1/order/admin/orders/{id}/neighbors',
    'POST /api/v1/order/admin/orders/find',
    'POST /api/v1/order/admin/orders/ship',
    'POST /api/v1/order/admin/orders/{id}/accept',
    'POST /api/v1/order/admin/orders/{id}/cancel',
    'POST /api/v1/order/admin/orders/{id}/decline-request',
    'POST /api/v1/order/admin/orders/{id}/deliver',
    'POST /api/v1/order/admin/orders/{id}/notes',
    'POST /api/v1/order/admin/orders/{id}/refund',
    'POST /api/v1/order/admin/orders/{id}/ship',
  ],
};

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isAuthCheck = ({ path }: Endpoint) => path === checkUser.path || path === checkAdmin.path;

test('[KEY-2] each call that takes a role says which scopes open it, and none that takes an owner or a person opens by a key', () => {
  for (const it of endpoints) {
    const takesRole = ['read-only', 'staff', 'owner'].includes(it.access);
    expect(Array.isArray(it.scopes), nameOf(it)).toBe(takesRole);
    if (it.access === 'owner') expect(it.scopes, nameOf(it)).toEqual([]);
    if (it.method !== 'GET') expect(it.scopes ?? [], nameOf(it)).not.toContain('read');
  }
  for (const scope of API_KEY_SCOPES)
    expect(
      endpoints
        .filter((it) => it.scopes?.includes(scope))
        .map(nameOf)
        .sort(),
    ).toEqual(OPEN[scope]);
});

test.each(API_KEY_SCOPES)('[KEY-2] a key of the scope %s makes the calls of its scope and the public ones, and no other', async (scope) => {
  const { token } = await signUpOwner();
  const { key } = await makeKey(token, [scope]);
  for (const it of endpoints) {
    const params = { id: randomUUID(), note: randomUUID(), name: 'about', slug: 'x' };
    const { status, body } = await shop.call(it, { headers: bearer(key), params, body: {} });
    const { code } = body as { code?: string };
    if (it.access === 'public') expect(String(code), nameOf(it)).not.toMatch(/^(api_key_not_allowed|scope_missing)$/);
    else if (OPEN[scope].includes(nameOf(it))) expect([200, 400, 404, 415], `${nameOf(it)}: ${code}`).toContain(status);
    else if (isAuthCheck(it)) expect([status, body], nameOf(it)).toEqual([403, { ok: false }]);
    else expect([status, code], nameOf(it)).toEqual([403, it.scopes?.length ? 'scope_missing' : 'api_key_not_allowed']);
  }
});

test('[KEY-3] a key goes into the Authorization header, after Bearer or alone', async () => {
  const { key } = await makeKey((await signUpOwner()).token);
  const call = async (authorization: string) => (await shop.call(listAllOrders, { headers: { authorization } })).status;
  expect([await call(`Bearer ${key}`), await call(`bearer ${key}`), await call(key)]).toEqual([200, 200, 200]);
  const last = key.endsWith('A') ? 'B' : 'A';
  for (const wrong of [`Basic ${key}`, `Bearer ${key}x`, key.slice(0, -1), `${key.slice(0, -1)}${last}`, key.toUpperCase(), `Bearer  `])
    expect(await call(wrong)).toBe(401);
});

test('[KEY-4] an ended key is refused at its next call, in every process', async () => {
  const { token } = await signUpOwner();
  const { key, id } = await makeKey(token);
  const other = await buildApp(shop.deps);
  const readElsewhere = async () => (await other.inject({ url: listAllOrders.path, headers: bearer(key) })).statusCode;
  expect([await read(key), await readElsewhere()]).toEqual([200, 200]);
  expect((await shop.call(endApiKey, { token, params: { id } })).body.keys).toEqual([]);
  expect([await readElsewhere(), await read(key)]).toEqual([401, 401]);
  expect((await shop.call(endApiKey, { token, params: { id } })).body).toMatchObject({ code: 'api_key_not_found' });
  await other.close();
});

test('[KEY-4] a key expires on its day', async () => {
  const { key } = await makeKey((await signUpOwner()).token, ['read'], { expiresInDays: 30 });
  shop.advanceClock(30 * DAY - MINUTE);
  expect(await read(key)).toBe(200);
  shop.advanceClock(MINUTE);
  expect(await read(key)).toBe(401);
  const { keys } = (await shop.call(listApiKeys, { token: (await signUpOwner()).token })).body;
  expect(keys).toMatchObject([{ status: 'expired' }]);
});

test('[KEY-5] a key counts while its maker is an owner: not once demoted, disabled or removed', async () => {
  const { token } = await signUpOwner();
  const oscar = await signUpOwner('Oscar');
  const { key } = await makeKey(oscar.token);
  const params = { id: oscar.id };
  await shop.call(changeTeamRole, { token, params, body: { role: 'staff' } });
  expect(await read(key)).toBe(401);
  expect((await shop.call(listApiKeys, { token })).body.keys).toMatchObject([{ by: 'Oscar', status: 'paused' }]);
  await shop.call(changeTeamRole, { token, params, body: { role: 'owner' } });
  expect(await read(key)).toBe(200);
  await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, oscar.id));
  expect(await read(key)).toBe(401);
  await db.update(users).set({ disabledAt: null }).where(eq(users.id, oscar.id));
  await shop.call(removeTeamMember, { token, params });
  expect(await read(key)).toBe(401);
});

test('[KEY-6] the last use is known to the minute, and written once a minute', async () => {
  const { token } = await signUpOwner();
  const { key, id } = await makeKey(token);
  const usedAt = async () => (await db.select({ at: apiKeys.usedAt }).from(apiKeys).where(eq(apiKeys.id, id)))[0]?.at?.getTime();
  expect(await usedAt()).toBeUndefined();
  await Promise.all([read(key), read(key), read(key)]);
  const first = Number(await usedAt());
  expect(first).toBeGreaterThan(0);
  shop.advanceClock(50 * SECOND);
  await read(key);
  expect(await usedAt()).toBe(first);
  shop.advanceClock(11 * SECOND);
  await read(key);
  expect(await usedAt()).toBeGreaterThan(first);
});

test('[KEY-7] a key in an address is refused, makes nothing happen, and stands in no line of the log', async () => {
  const { token } = await signUpOwner();
  const { key } = await makeKey(token, ['catalogue']);
  lines.length = 0;
  const urls = [`${createCategory.path}?api_key=${key}`, `/api/v1/category/${key}`, `/products?key=${key}`, `/${key}?a=%zz`];
  for (const url of urls) {
    const answer = await shop.send({ method: 'POST', url, headers: bearer(key), payload: { name: 'Hats' } });
    expect([answer.status, answer.body.code], url).toEqual([400, url.includes('%zz') ? expect.any(String) : 'api_key_in_url']);
    expect(JSON.stringify(answer.body)).not.toContain(key);
  }
  const page = await shop.send({ url: `/category/${key}`, headers: { accept: 'text/html' } });
  expect([page.status, String(page.headers['content-type'])]).toEqual([400, expect.stringContaining('text/html')]);
  expect(lines.join('')).toContain(key.slice(0, 13));
  for (const it of [key, key.slice(14)]) expect(lines.join('')).not.toContain(it);
  expect((await shop.call(createCategory, { headers: bearer(key), body: { name: 'Hats' } })).status).toBe(200);
});
