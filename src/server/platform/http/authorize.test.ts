/** What counts as proof of who calls, and what no answer bears. Who may make which call: tests/security/access-table.test.ts. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop, type TestResponse } from '../../../../tests/support/harness.ts';
import { resetPassword } from '../../../contract/account-security.ts';
import { checkAdmin, checkUser, login, logout, register } from '../../../contract/auth.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { users } from '../../shop/database/schema/account.ts';
import { endpoints } from './route.ts';

let queries = 0;
const lines: string[] = [];

/** The database itself; it only counts how often it is asked. */
function countQueries(deps: Deps): Partial<Deps> {
  const db = new Proxy(deps.db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...input: unknown[]) => {
        queries += 1;
        return Reflect.apply(value, target, input);
      };
    },
  });
  return { db };
}

const shop = await openShop({
  deps: countQueries,
  app: { logger: { level: 'trace', stream: { write: (line: string) => lines.push(line) } } },
});

const buildParams = (it: Endpoint) => ({ id: randomUUID(), note: randomUUID(), name: it.path.includes('/texts/') ? 'about' : 'x' });

test('[GATE-3] a visitor who claims to be someone else in another header is still a visitor', async () => {
  const { id } = await shop.signUp({ role: 1 });
  const headers = { 'x-user-id': id, 'x-user': id, 'x-role': '1', 'x-forwarded-user': id, cookie: `token=${id}` };
  expect((await shop.call(checkAdmin, { headers })).status).toBe(401);
});

test('[GATE-3] an admin who loses the role is refused at the next call', async () => {
  const { id, token } = await shop.signUp({ role: 1 });
  expect((await shop.call(checkAdmin, { token })).body).toEqual({ ok: true });
  await shop.deps.db.update(users).set({ role: 0 }).where(eq(users.id, id));
  expect(await shop.call(checkAdmin, { token })).toMatchObject({ status: 403, body: { ok: false } });
});

test.each([
  ['with a prefix', (token: string) => `Bearer ${token}`],
  ['with text after it', (token: string) => `${token}x`],
  ['cut short', (token: string) => token.slice(1)],
  ['of 15 kB', (token: string) => token.repeat(350)],
  ['with a line break', (token: string) => `${token}\r\nx-role: 1`],
  ['with a quote', (token: string) => `${token.slice(0, 41)}'-`],
  ['that is empty', () => ''],
])('[ACC-6] a token %s is refused without asking the database', async (_what, change) => {
  const { token } = await shop.signUp();
  // By now the process knows whether the shop is open.
  expect((await shop.call(checkUser)).status).toBe(401);
  const before = queries;
  const response = await shop.call(checkUser, { headers: { authorization: change(token) } });
  expect(response).toMatchObject({ status: 401, body: { ok: false } });
  expect(queries).toBe(before);
  expect((await shop.call(checkUser, { token })).status).toBe(200);
  expect(queries).toBeGreaterThan(before);
});

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

test('[SAFE-4] no response to anyone contains a password, a security answer or a hash, and no line of the log does', async () => {
  const person = { name: 'Ada\n{"level":60}', email: 'ada@example.com', phone: '+1 555 0100', address: 'x' };
  const secrets = { password: 'correct horse', answer: 'table tennis', newPassword: 'battery staple' };
  const { token: adminToken } = await shop.signUp({ role: 1 });
  lines.length = 0;
  const responses: TestResponse<unknown>[] = [
    await shop.call(register, { body: { ...person, ...secrets } }),
    await shop.call(login, { body: { ...person, password: 'wrong horse' } }),
    await shop.call(login, { body: { ...person, ...secrets } }),
    await shop.call(resetPassword, { body: { ...person, ...secrets } }),
  ];
  const back = await shop.call(login, { body: { ...person, password: secrets.newPassword } });
  const { token } = back.body;
  responses.push(back);
  for (const it of endpoints) {
    if (it.path === logout.path) continue;
    for (const sent of [token, adminToken])
      responses.push(await shop.call(it, { token: sent, params: buildParams(it), body: { ...person, ...secrets } }));
  }
  expect(responses.length).toBeGreaterThan(40);
  for (const { status, body } of responses) {
    expect(status).not.toBe(500);
    expect(keysOf(body).filter((key) => /password|hash|answer/i.test(key))).toEqual([]);
  }
  expect(lines.length).toBeGreaterThan(40);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  const log = lines.join('');
  for (const secret of [...Object.values(secrets), 'wrong horse', token, adminToken]) expect(log).not.toContain(secret);
});

test('[SAFE-7] [threat 40] no call lets a page of another origin read its response, or run it where the browser asks first', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const listCors = ({ headers }: TestResponse<unknown>) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  for (const it of endpoints.filter(({ method }) => method === 'GET')) {
    for (const origin of ['https://evil.example', 'null', 'http://localhost'])
      expect(listCors(await shop.call(it, { token, headers: { origin }, params: buildParams(it) })), it.path).toEqual([]);
  }
  for (const { method, path } of endpoints) {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    };
    const asked = await shop.send({ method: 'OPTIONS', url: path.replace(/\{\w+\}/g, randomUUID()), headers });
    expect([asked.status >= 400, listCors(asked)], `${method} ${path}`).toEqual([true, []]);
  }
});
