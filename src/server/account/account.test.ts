import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../tests/support/harness.ts';
import { listUsers } from '../../contract/account.ts';
import { checkAdmin, checkUser, login } from '../../contract/auth.ts';
import { createAdmin } from '../auth/admin.service.ts';
import { cleanUpSessions } from '../auth/auth.service.ts';
import { getIpNetwork } from '../auth/login-limits.ts';
import { hasAdmin } from '../auth/user.repository.ts';
import { attempts, sessions, users } from '../database/schema/account.ts';
import { orders } from '../database/schema/order.ts';

const shop = await openShop();
const DAY = 24 * 3_600_000;
const admin = { email: 'boss@example.com', password: 'correct horse' };

test('[ADM-9] an admin sees the accounts, newest first, with how many orders each made', async () => {
  const { id, email, token } = await shop.signUp({ role: 1, name: 'Boss' });
  await shop.deps.db
    .update(users)
    .set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    .where(eq(users.id, id));
  const customer = await shop.signUp({ name: 'Newest' });
  const base = { userId: customer.id, status: 'paid', stock: 'sold', totalCents: 100, address: 'x', provider: 'demo' } as const;
  const at = shop.deps.now();
  await shop.deps.db.insert(orders).values([1, 2].map(() => ({ ...base, id: randomUUID(), createdAt: at, expiresAt: at })));
  const { body } = await shop.call(listUsers, { token });
  expect(body).toMatchObject({ success: true, total: 2, page: 1, limit: 20 });
  expect(body.users.map((it) => [it.name, it.orders])).toEqual([
    ['Newest', 2],
    ['Boss', 0],
  ]);
  expect(body.users[1]).toEqual({
    _id: id,
    name: 'Boss',
    email,
    phone: '+1 555 0100',
    address: '1 Market Street',
    role: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    orders: 0,
  });
});

test('[ADM-9] the list of users comes in pages that hold each account once', async () => {
  const { token } = await shop.signUp({ role: 1 });
  for (let n = 0; n < 24; n += 1) await shop.signUp();
  const pages = await Promise.all([1, 2, 3].map((page) => shop.call(listUsers, { token, query: { page } })));
  expect(pages.map((it) => it.body.users.length)).toEqual([20, 5, 0]);
  expect(new Set(pages.flatMap((it) => it.body.users.map((user) => user._id))).size).toBe(25);
  for (const query of [{ page: 0 }, { limit: 101 }, { page: 'x' }]) {
    expect((await shop.call(listUsers, { token, query: query as never })).status).toBe(400);
  }
});

test('[RUN-1] a fresh shop has no admin and no default login until the operator makes one', async () => {
  const { db } = shop.deps;
  expect(await hasAdmin(db)).toBe(false);
  await createAdmin(db, admin);
  expect(await hasAdmin(db)).toBe(true);
  const { body } = await shop.call(login, { body: admin });
  expect(body.user).toMatchObject({ role: 1, email: admin.email, name: 'Admin' });
  expect((await shop.call(checkAdmin, { token: body.token })).body).toEqual({ ok: true });
});

test('[RUN-6] the operator makes an admin of an account that is there: its password is set, its sessions end, its name stays', async () => {
  const { email, token } = await shop.signUp({ name: 'Ada' });
  const user = await createAdmin(shop.deps.db, { email: email.toUpperCase(), password: admin.password });
  expect(user).toMatchObject({ role: 1, name: 'Ada', email });
  expect((await shop.call(checkUser, { token })).status).toBe(401);
  expect((await shop.call(login, { body: { email, password: admin.password } })).body.user.role).toBe(1);
});

test('[RUN-1] two instances that start at once make one admin', async () => {
  const admins = await Promise.all([1, 2, 3].map(() => createAdmin(shop.deps.db, admin)));
  expect(new Set(admins.map((it) => it._id)).size).toBe(1);
  expect((await shop.call(login, { body: admin })).status).toBe(200);
});

test.each([
  { email: 'boss', password: 'correct horse' },
  { email: 'boss@example.com', password: 'short' },
  { email: 'boss@example.com', password: 'x'.repeat(201) },
])('an admin with $email and $password is not made', async (input) => {
  await expect(createAdmin(shop.deps.db, input)).rejects.toMatchObject({ code: 'invalid' });
  expect(await hasAdmin(shop.deps.db)).toBe(false);
});

test('[RUN-5] sweeping takes ended sessions and old counts, and leaves what still holds', async () => {
  const { db, now } = shop.deps;
  await shop.call(login, { body: { email: 'nobody@example.com', password: 'x' } });
  const ended = await shop.signUp();
  shop.advanceClock(7 * DAY);
  const { token } = await shop.signUp();
  await shop.call(login, { body: { email: 'nobody-else@example.com', password: 'x' } });
  // The old count of the address was begun anew by the second login; only the old e-mail's is left.
  expect(await cleanUpSessions(db, now())).toEqual({ sessions: 1, attempts: 1 });
  expect(await db.$count(sessions, eq(sessions.userId, ended.id))).toBe(0);
  expect(await db.$count(attempts)).toBe(2);
  expect((await shop.call(checkUser, { token })).status).toBe(200);
  expect(await cleanUpSessions(db, now())).toEqual({ sessions: 0, attempts: 0 });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('[SAFE-1] the address %s counts as the network %s', (address, network) => {
  expect(getIpNetwork(address)).toBe(network);
});
