import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { updateProfile } from '../../../../contract/account.ts';
import { checkUser, login, reauthenticate, register } from '../../../../contract/auth.ts';
import { DAY, MINUTE, SECOND } from '../../../../contract/values.ts';

const shop = await openShop();
const NEW_PASSWORD = 'battery staple';
const REQUIRED = { status: 403, body: { success: false, code: 'reauthentication_required' } };

async function registerAndLogIn(person = ada): Promise<string> {
  await shop.call(register, { body: person });
  return logIn(person.password, person.email);
}

async function logIn(password = ada.password, email = ada.email): Promise<string> {
  return (await shop.call(login, { body: { email, password } })).body.token;
}

const setPassword = (token: string, password = NEW_PASSWORD) =>
  shop.call(updateProfile, { token, body: { name: 'Ada', address: 'Changed', password } });
const prove = (token: string, password = ada.password) => shop.call(reauthenticate, { token, body: { password } });
const canLogIn = async (password: string) => (await shop.call(login, { body: { email: ada.email, password } })).status === 200;

test('[ACCT-1] [USER-2] within five minutes of the login a new password can be set without the present one', async () => {
  const token = await registerAndLogIn();
  shop.advanceClock(5 * MINUTE - SECOND);
  expect((await setPassword(token)).status).toBe(200);
  expect(await canLogIn(NEW_PASSWORD)).toBe(true);
});

test('[ACCT-1] later it is refused without changes until the present password is given; then it isn’t asked for five minutes', async () => {
  const token = await registerAndLogIn();
  shop.advanceClock(6 * MINUTE);
  expect(await setPassword(token)).toMatchObject(REQUIRED);
  const { body } = await shop.call(updateProfile, { token, body: { name: 'Ada', address: 'Elsewhere', password: '' } });
  expect(body.updateUser.address).toBe('Elsewhere');
  expect(await canLogIn(NEW_PASSWORD)).toBe(false);
  expect(await prove(token)).toMatchObject({ status: 200, body: { success: true } });
  expect((await setPassword(token)).status).toBe(200);
  shop.advanceClock(6 * MINUTE);
  expect(await setPassword(token, 'purple monkey')).toMatchObject(REQUIRED);
});

test('[ACCT-1] the present password confirms only its own session', async () => {
  const here = await registerAndLogIn();
  const there = await logIn();
  const eve = await registerAndLogIn({ ...ada, email: 'eve@example.com', password: 'another horse' });
  shop.advanceClock(6 * MINUTE);
  await prove(here);
  expect(await setPassword(there)).toMatchObject(REQUIRED);
  expect(await prove(eve, ada.password)).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
  expect((await shop.call(reauthenticate, { body: { password: ada.password } })).status).toBe(401);
});

test('[ACCT-1] after ten wrong passwords in a day a session has to wait, also with the right one; a new login doesn’t', async () => {
  const token = await registerAndLogIn();
  const guesses = await Promise.all(Array.from({ length: 15 }, (_, n) => prove(token, `guess ${n}`)));
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await prove(token)).status).toBe(429);
  expect((await shop.call(checkUser, { token })).status).toBe(200);
  expect((await setPassword(await logIn())).status).toBe(200);
});

test('[ACCT-1] correct passwords aren’t counted, and wrong ones are forgotten after a day', { tags: ['full'] }, async () => {
  const token = await registerAndLogIn();
  for (let n = 0; n < 10; n += 1) await prove(token, 'wrong');
  shop.advanceClock(DAY);
  for (let n = 0; n < 12; n += 1) expect((await prove(token)).status).toBe(200);
});

test('[ACCT-1] if the password is changed while the present one is checked, the old one confirms nothing', async () => {
  const [here, there] = [await registerAndLogIn(), await logIn()];
  const [changed, proven] = await Promise.all([setPassword(here), prove(there)]);
  expect(changed.status).toBe(200);
  expect([200, 401, 403]).toContain(proven.status);
  expect((await shop.call(checkUser, { token: there })).status).toBe(401);
});

test.each([
  ['nothing', {}],
  ['a number', { password: 7 }],
  ['a list', { password: [ada.password] }],
  ['1001 characters', { password: 'x'.repeat(1001) }],
  ['a NUL', { password: 'a\u0000b' }],
])('[ACCT-1] %s for a password is refused: 400', async (_what, body) => {
  const { token } = await shop.signUp();
  expect((await shop.call(reauthenticate, { token, body })).status).toBe(400);
});
