import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { checkAdmin, checkUser, login } from '../../../../contract/auth.ts';
import { hasAdmin } from '../login/user.repository.ts';
import { createAdmin } from './team.service.ts';

const shop = await openShop();
const admin = { email: 'boss@example.com', password: 'correct horse' };

test('[RUN-1] a new shop has no admin and no default login until the operator creates one', async () => {
  const { db } = shop.deps;
  expect(await hasAdmin(db)).toBe(false);
  await createAdmin(shop.deps, admin);
  expect(await hasAdmin(db)).toBe(true);
  const { body } = await shop.call(login, { body: admin });
  expect(body.user).toMatchObject({ role: 1, email: admin.email, name: 'Admin' });
  expect((await shop.call(checkAdmin, { token: body.token })).body).toEqual({ ok: true });
});

test('[RUN-6] the operator can make an existing account an admin: its password is set, its sessions end, its name stays', async () => {
  const { email, token } = await shop.signUp({ name: 'Ada' });
  const user = await createAdmin(shop.deps, { email: email.toUpperCase(), password: admin.password });
  expect(user).toMatchObject({ role: 1, name: 'Ada', email });
  expect((await shop.call(checkUser, { token })).status).toBe(401);
  expect((await shop.call(login, { body: { email, password: admin.password } })).body.user.role).toBe(1);
});

test('[RUN-1] two instances that start at once create one admin', { tags: ['full'] }, async () => {
  const admins = await Promise.all([1, 2, 3].map(() => createAdmin(shop.deps, admin)));
  expect(new Set(admins.map((it) => it._id)).size).toBe(1);
  expect((await shop.call(login, { body: admin })).status).toBe(200);
});

test.each([
  { email: 'boss', password: 'correct horse' },
  { email: 'boss@example.com', password: 'short' },
  { email: 'boss@example.com', password: 'x'.repeat(201) },
])('an admin with $email and $password isn’t created', async (input) => {
  await expect(createAdmin(shop.deps, input)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await hasAdmin(shop.deps.db)).toBe(false);
});
