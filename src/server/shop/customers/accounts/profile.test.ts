import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { readProfile, updateProfile } from '../../../../contract/account.ts';
import { checkUser, login, register } from '../../../../contract/auth.ts';

const shop = await openShop();

const logIn = (password = ada.password) => shop.call(login, { body: { email: ada.email, password } });
const isLoggedIn = async (token: string) => (await shop.call(checkUser, { token })).status === 200;

test('[USER-2] [API-15] a customer changes name and address; email and role stay whatever is sent', async () => {
  await shop.call(register, { body: ada });
  const { token } = (await logIn()).body;
  const body = { name: ' Ada King ', address: ' Ockham Park ', email: 'other@example.com', password: '', role: 1, isAdmin: true };
  const changed = await shop.call(updateProfile, { token, body });
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({
    success: true,
    message: 'successfully update',
    version: 2,
    updateUser: { _id: expect.any(String), name: 'Ada King', email: 'ada@example.com', phone: ada.phone, address: 'Ockham Park', role: 0 },
  });
  expect((await logIn()).body.user).toEqual(changed.body.updateUser);
});

test('[USER-2] an empty or missing password leaves the old one and every session', async () => {
  await shop.call(register, { body: ada });
  const [here, there] = [(await logIn()).body.token, (await logIn()).body.token];
  await shop.call(updateProfile, { token: here, body: { name: 'Ada', address: 'x', password: '' } });
  await shop.call(updateProfile, { token: here, body: { name: 'Ada', address: 'x' } });
  expect(await isLoggedIn(there)).toBe(true);
  expect((await logIn()).status).toBe(200);
});

test('[USER-2] a new password ends all other sessions of this customer, and of nobody else', async () => {
  await shop.call(register, { body: ada });
  const [here, there] = [(await logIn()).body.token, (await logIn()).body.token];
  const other = await shop.signUp();
  const changed = await shop.call(updateProfile, { token: here, body: { name: 'Ada', address: 'x', password: 'battery staple' } });
  expect(changed.status).toBe(200);
  expect([await isLoggedIn(here), await isLoggedIn(there), await isLoggedIn(other.token)]).toEqual([true, false, true]);
  expect((await logIn()).status).toBe(401);
  expect((await logIn('battery staple')).status).toBe(200);
});

test('[USER-2] if two sessions set a new password at once, one wins and the other is logged out', async () => {
  await shop.call(register, { body: ada });
  const tokens = [(await logIn()).body.token, (await logIn()).body.token];
  const passwords = ['battery staple', 'purple monkey'];
  const responses = await Promise.all(
    tokens.map((token, n) => shop.call(updateProfile, { token, body: { name: 'Ada', address: 'x', password: passwords[n] } })),
  );
  expect(responses.map((it) => it.status).sort()).toEqual([200, 401]);
  const winner = responses.findIndex((it) => it.status === 200);
  expect((await logIn(passwords[winner])).status).toBe(200);
});

test.each([
  ['no name', { address: 'x' }, 'name'],
  ['a blank address', { name: 'Ada', address: ' ' }, 'address'],
  ['a short password', { name: 'Ada', address: 'x', password: 'short' }, 'password'],
  ['a number for a name', { name: 7, address: 'x' }, 'name'],
])('[USER-2] a profile with %s is refused and the field is named', async (_what, body, path) => {
  const { token } = await shop.signUp();
  const response = await shop.call(updateProfile, { token, body });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ success: false, issues: [{ path }] });
});

test('[USER-4] a customer sees their own account, and corrects their phone number', async () => {
  const { token, id } = await shop.signUp({ name: 'Ada' });
  const { body } = await shop.call(readProfile, { token });
  expect(body).toMatchObject({ success: true, user: { _id: id, name: 'Ada', phone: '+1 555 0100' }, version: 1 });
  const changed = await shop.call(updateProfile, { token, body: { name: 'Ada', address: 'x', phone: ' (0)20 7946-0000 ' } });
  expect(changed.body.updateUser.phone).toBe('(0)20 7946-0000');
  expect((await shop.call(updateProfile, { token, body: { name: 'Ada', address: 'x' } })).body.updateUser.phone).toBe('(0)20 7946-0000');
  expect((await shop.call(readProfile)).status).toBe(401);
});

test.each(['abc', '', '1234', '+()-', '12345'.repeat(9), '555-CALL-NOW'])('[ACC-7] the phone number %j is refused', async (phone) => {
  const { token } = await shop.signUp();
  const response = await shop.call(updateProfile, { token, body: { name: 'Ada', address: 'x', phone } });
  expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'phone' }] } });
});

test('[VERSION-2] [VERSION-3] an outdated form can’t overwrite changes from another device, or set a password', async () => {
  await shop.call(register, { body: ada });
  const { token } = (await logIn()).body;
  const { version } = (await shop.call(readProfile, { token })).body;
  const save = (typed: object) => shop.call(updateProfile, { token, body: { name: 'Ada', address: 'Old', version, ...typed } });
  const moved = await save({ address: 'Ockham Park' });
  expect(moved).toMatchObject({ status: 200, body: { version: version + 1 } });
  const old = await save({ name: 'Ada King', password: 'battery staple' });
  expect(old).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { user: moved.body.updateUser, version: version + 1 } },
  });
  expect((await logIn()).body.user).toEqual(moved.body.updateUser);
  expect((await save({ address: 'Ockham Park' })).status).toBe(200);
});
