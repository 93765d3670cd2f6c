/** API keys: how long a key counts, and where it must not be written. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { createCategory } from '../../../../contract/category-admin.ts';
import type { ApiKeyScope } from '../../../../contract/endpoint.ts';
import { listAllOrders } from '../../../../contract/order-admin.ts';
import { changeTeamRole, createApiKey, endApiKey, listApiKeys, removeTeamMember } from '../../../../contract/team.ts';
import { DAY, MINUTE, SECOND } from '../../../../contract/values.ts';
import { buildApp } from '../../../app.ts';
import { apiKeys, users } from '../../database/schema/account.ts';

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

test('[KEY-1] a key is shown once, and stored as a hash that is in no response and no line of the log', async () => {
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
  ['a name that is too long', { name: 'x'.repeat(101), scopes: ['read'] }],
  ['no scope', { name: 'x', scopes: [] }],
  ['an unknown scope', { name: 'x', scopes: ['admin'] }],
  ['a scope that isn’t a list', { name: 'x', scopes: 'read' }],
  ['no day', { name: 'x', scopes: ['read'], expiresInDays: 0 }],
  ['too many days', { name: 'x', scopes: ['read'], expiresInDays: 3651 }],
])('[KEY-1] a key with %s is refused', async (_what, body) => {
  const { token } = await signUpOwner();
  expect(await shop.call(createApiKey, { token, body })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

test('[KEY-1] a shop has at most fifty keys', async () => {
  const { token, id } = await signUpOwner();
  const row = { name: 'x', prefix: 'shop_00000000', scopes: ['read' as const], userId: id, createdAt: new Date() };
  await db.insert(apiKeys).values(Array.from({ length: 49 }, () => ({ ...row, id: randomUUID(), keyHash: randomUUID() })));
  const make = () => shop.call(createApiKey, { token, body: { name: 'x', scopes: ['read'] } });
  const results = await Promise.all([make(), make()]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await make()).body).toMatchObject({ code: 'too_many_api_keys' });
});

test('[KEY-3] a key is sent in the Authorization header, after Bearer or alone', async () => {
  const { key } = await makeKey((await signUpOwner()).token);
  const call = async (authorization: string) => (await shop.call(listAllOrders, { headers: { authorization } })).status;
  expect([await call(`Bearer ${key}`), await call(`bearer ${key}`), await call(key)]).toEqual([200, 200, 200]);
  const last = key.endsWith('A') ? 'B' : 'A';
  for (const wrong of [`Basic ${key}`, `Bearer ${key}x`, key.slice(0, -1), `${key.slice(0, -1)}${last}`, key.toUpperCase(), `Bearer  `])
    expect(await call(wrong)).toBe(401);
});

test('[KEY-4] a revoked key is refused at its next call, in every process', async () => {
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

test('[KEY-5] a key is valid while its maker is an owner: not after they are demoted, disabled or removed', async () => {
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

test('[KEY-6] the last use of a key is shown to the minute, and saved once a minute', async () => {
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

test('[KEY-7] a key in a URL is refused, has no effect, and is in no line of the log', async () => {
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
