import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { finish, readChallenge, registerWithFactor, showCode } from '../../../../../tests/support/second-factor.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { updateProfile } from '../../../../contract/account.ts';
import { resetPassword } from '../../../../contract/account-security.ts';
import { checkUser, login, reauthenticate, register } from '../../../../contract/auth.ts';
import * as contract from '../../../../contract/second-factor.ts';
import { MINUTE, SECOND } from '../../../../contract/values.ts';
import { recoveryCodes, secondFactors, sessions, users } from '../../database/schema/account.ts';
import { emails } from '../../database/schema/messages.ts';

const shop = await openShop();
const { db } = shop.deps;

const listEmailKinds = async () => (await db.select({ kind: emails.kind }).from(emails)).map(({ kind }) => kind);
const countSessions = async (userId: string) => (await db.select().from(sessions).where(eq(sessions.userId, userId))).length;

test('[FACTOR-1] an app is set up with a key, which counts after one of its codes is entered; ten recovery codes are shown once', async () => {
  await shop.call(register, { body: ada });
  const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
  const { secret, uri } = (await shop.call(contract.setUpSecondFactor, { token })).body;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  expect(uri).toMatch(/^otpauth:\/\/totp\/.*ada%40example\.com.*issuer=/);
  expect((await shop.call(contract.readSecondFactor, { token })).body).toMatchObject({ isOn: false, since: null, recoveryCodes: 0 });
  expect((await shop.call(login, { body: { email: ada.email, password: ada.password } })).status).toBe(200);
  const confirm = (code: string) => shop.call(contract.confirmSecondFactor, { token, body: { code } });
  expect(await confirm('000000')).toMatchObject({ status: 403, body: { code: 'wrong_second_factor' } });
  const code = showCode(secret, shop.deps.now());
  const { status, body } = await confirm(`${code.slice(0, 3)} ${code.slice(3)}`);
  expect(status).toBe(200);
  expect(new Set(body.recoveryCodes).size).toBe(10);
  for (const it of body.recoveryCodes) expect(it).toMatch(/^([2-9a-z]{4}-){3}[2-9a-z]{4}$/);
  expect((await shop.call(contract.readSecondFactor, { token })).body).toMatchObject({ isOn: true, recoveryCodes: 10 });
  expect(await shop.call(contract.setUpSecondFactor, { token })).toMatchObject({ status: 409, body: { code: 'second_factor_on' } });
  expect(await confirm(code)).toMatchObject({ status: 409, body: { code: 'second_factor_on' } });
  expect(await listEmailKinds()).toEqual(['second factor on']);
  // Neither the key nor a code stands in the database.
  const stored = JSON.stringify([await db.select().from(secondFactors), await db.select().from(recoveryCodes)]);
  for (const it of [secret, ...body.recoveryCodes, ...body.recoveryCodes.map((it) => it.replaceAll('-', ''))])
    expect(stored).not.toContain(it);
});

test('[FACTOR-2] the password alone starts no session: its answer is a challenge, and a code completes the login', async () => {
  const account = await registerWithFactor(shop);
  const before = await countSessions(account.id);
  const first = await account.start();
  expect(first).toMatchObject({ status: 401, body: { success: false, code: 'second_factor_required' } });
  expect(first.body.token).toBeUndefined();
  expect(await countSessions(account.id)).toBe(before);
  const second = await finish(shop, readChallenge(first), account.nextCode());
  expect(second).toMatchObject({
    status: 200,
    body: { success: true, message: 'successfully login!', user: { email: ada.email, role: 0 } },
  });
  expect(Object.keys(second.body).sort()).toEqual(['device', 'message', 'success', 'token', 'user']);
  expect((await shop.call(checkUser, { token: second.body.token })).status).toBe(200);
});

test('[FACTOR-2] a wrong password gets the same answer as before, and accounts without a second factor log in as before', async () => {
  const account = await registerWithFactor(shop);
  expect(await account.start({ password: 'wrong horse' })).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  const eve = { ...ada, email: 'eve@example.com' };
  await shop.call(register, { body: eve });
  expect((await shop.call(login, { body: { email: eve.email, password: eve.password } })).status).toBe(200);
});

/** How long a code is shown. */
const STEP = 30 * SECOND;

test('[FACTOR-2] the previous and the next code are accepted, older and later ones aren’t', async () => {
  const account = await registerWithFactor(shop);
  // To the start of a step: a login takes its time, and at the end of one the next step would begin meanwhile.
  shop.advanceClock(5 * MINUTE + STEP - (shop.deps.now().getTime() % STEP));
  const code = account.showCode();
  shop.advanceClock(61 * SECOND);
  expect(await finish(shop, await account.startForChallenge(), code)).toMatchObject({ body: { code: 'wrong_second_factor' } });
  const last = account.showCode();
  shop.advanceClock(STEP);
  expect((await finish(shop, await account.startForChallenge(), last)).status).toBe(200);
});

test('[FACTOR-3] a recovery code logs in once, however it is typed, and its owner is notified', async () => {
  const account = await registerWithFactor(shop);
  const [code = '', other = ''] = account.recoveryCodes;
  expect((await finish(shop, await account.startForChallenge(), ` ${code.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
  expect(await finish(shop, await account.startForChallenge(), code)).toMatchObject({ body: { code: 'wrong_second_factor' } });
  expect((await finish(shop, await account.startForChallenge(), other)).status).toBe(200);
  expect((await shop.call(contract.readSecondFactor, { token: account.token })).body.recoveryCodes).toBe(8);
  expect(await listEmailKinds()).toContain('recovery code used');
});

test('[FACTOR-3] new recovery codes replace the old ones', async () => {
  const account = await registerWithFactor(shop);
  const { recoveryCodes: renewed } = (await shop.call(contract.renewRecoveryCodes, { token: account.token })).body;
  expect(renewed).toHaveLength(10);
  expect(await finish(shop, await account.startForChallenge(), account.recoveryCodes[0] ?? '')).toMatchObject({
    body: { code: 'wrong_second_factor' },
  });
  expect((await finish(shop, await account.startForChallenge(), renewed[0] ?? '')).status).toBe(200);
});

test('[FACTOR-4] a second factor is switched off with password and code together, and its owner is notified', async () => {
  const account = await registerWithFactor(shop);
  const off = (password: string, code: string) =>
    shop.call(contract.switchOffSecondFactor, { token: account.token, body: { password, code } });
  expect(await off('wrong horse', account.nextCode())).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
  expect(await off(ada.password, '123456')).toMatchObject({ status: 403, body: { code: 'wrong_second_factor' } });
  // The wrong password has used up no code.
  expect((await off(ada.password, account.showCode())).status).toBe(200);
  expect((await account.start()).status).toBe(200);
  expect(await off(ada.password, account.nextCode())).toMatchObject({ status: 409, body: { code: 'second_factor_off' } });
  expect(await db.select().from(recoveryCodes)).toEqual([]);
  expect(await listEmailKinds()).toContain('second factor off');
});

test('[FACTOR-5] after a while such an account confirms its user by a code, not by the password', async () => {
  const account = await registerWithFactor(shop);
  const { token } = account;
  shop.advanceClock(16 * MINUTE);
  const REQUIRED = { status: 403, body: { code: 'reauthentication_by_code_required' } };
  const setPassword = () => shop.call(updateProfile, { token, body: { name: 'Ada', address: 'x', password: 'battery staple' } });
  expect(await setPassword()).toMatchObject(REQUIRED);
  expect(await shop.call(contract.renewRecoveryCodes, { token })).toMatchObject(REQUIRED);
  const prove = (body: object) => shop.call(reauthenticate, { token, body });
  expect(await prove({ password: ada.password })).toMatchObject({ status: 403, body: { code: 'wrong_second_factor' } });
  expect(await setPassword()).toMatchObject(REQUIRED);
  const code = account.nextCode();
  expect((await prove({ code })).status).toBe(200);
  expect((await setPassword()).status).toBe(200);
  shop.advanceClock(16 * MINUTE);
  expect((await prove({ code })).status).toBe(403);
});

test('[FACTOR-6] a password reset by the answer doesn’t bypass the second factor', async () => {
  const account = await registerWithFactor(shop);
  const body = { email: ada.email, answer: ada.answer, newPassword: 'battery staple' };
  expect((await shop.call(resetPassword, { body })).status).toBe(200);
  const first = await account.start({ password: 'battery staple' });
  expect(first).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
  expect((await finish(shop, readChallenge(first), account.nextCode())).status).toBe(200);
});

test('[FACTOR-2] a login with a second factor on a new device notifies its owner too', async () => {
  const account = await registerWithFactor(shop);
  await db.update(users).set({ phone: '1' });
  const { token, device } = await account.startForChallenge();
  expect(await listEmailKinds()).not.toContain('new login');
  await shop.send({
    method: 'POST',
    url: contract.logInBySecondFactor.path,
    remoteAddress: '203.0.113.9',
    payload: { challenge: token, device, code: account.nextCode() },
  });
  expect(await listEmailKinds()).toContain('new login');
});
