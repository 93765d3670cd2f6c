import { expect, test } from 'vitest';
import { floodHashing } from '../../../../../tests/support/flood-hashing.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { checkUser, login, logout, register } from '../../../../contract/auth.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import { DUMMY_HASH, hashPassword } from '../passwords/password-hash.ts';

const shop = await openShop();
const WRONG = { success: false, message: 'invalid email or password', code: 'invalid_credentials' };

const bob = { ...ada, name: 'Bob', email: 'bob@example.com' };

const logIn = (password = ada.password, email = ada.email) => shop.call(login, { body: { email, password } });
const logInFromIp = (remoteAddress: string, password: string, email = ada.email) =>
  shop.send({ method: 'POST', url: login.path, payload: { email, password }, remoteAddress });
const isLoggedIn = async (token: string) => (await shop.call(checkUser, { token })).status === 200;

test('[ACC-2] [API-13] [API-14] a customer logs in and can then use the account', async () => {
  await shop.call(register, { body: ada });
  const { status, body } = await logIn(ada.password, ' ADA@example.com ');
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    message: 'successfully login!',
    user: { _id: expect.any(String), name: 'Ada', email: 'ada@example.com', phone: ada.phone, address: ada.address, role: 0 },
    token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    device: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  });
  expect((await shop.call(checkUser, { token: body.token })).body).toEqual({ ok: true });
});

test('[SAFE-17] [ACC-2] [SAFE-4] CVE-2026-39851: a wrong password and an unknown email get exactly the same answer', async () => {
  await shop.call(register, { body: ada });
  const payloads = [
    { email: ada.email, password: 'wrong horse' },
    { email: 'nobody@example.com', password: 'wrong horse' },
    { email: 'not an e-mail', password: 'x' },
  ];
  const responses = await Promise.all(payloads.map((payload) => shop.app.inject({ method: 'POST', url: login.path, payload })));
  for (const response of responses) {
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual(WRONG);
    expect(response.rawPayload).toEqual(responses[0]?.rawPayload);
  }
});

test('[SAFE-17] [SAFE-4] GHSA-6f65-4fv2-wwch: a login with an unknown email takes the same work as a wrong password, so that time reveals nothing', async () => {
  await shop.call(register, { body: ada });
  const endFlood = floodHashing();
  // Both need a hash: while none can be had, neither is answered with 401.
  for (const email of [ada.email, 'nobody@example.com']) expect((await logIn('wrong horse', email)).status).toBe(503);
  await endFlood();
  // And it is the same hash: algorithm, memory, passes, lanes, and the lengths of salt and digest.
  const toWork = (hash: string) => hash.split('$').map((part, index) => (index < 4 ? part : part.length));
  expect(toWork(DUMMY_HASH)).toEqual(toWork(await hashPassword('wrong horse')));
});

test('[SAFE-1] after five wrong passwords a network has to wait, also with the right one; other networks and accounts don’t', async () => {
  await shop.call(register, { body: ada });
  await shop.call(register, { body: bob });
  for (let n = 0; n < 5; n += 1) expect((await logIn(`wrong ${n}`)).status).toBe(401);
  const sixth = await logIn();
  expect(sixth.status).toBe(429);
  expect(sixth.body).toMatchObject({ success: false, message: expect.stringContaining('15 minutes') });
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(890);
  expect((await logIn(bob.password, bob.email)).status).toBe(200);
  expect((await logInFromIp('203.0.113.9', ada.password)).status).toBe(200);
  shop.advanceClock(15 * MINUTE);
  expect((await logIn()).status).toBe(200);
});

test('[SAFE-1] an email without an account has to wait in the same way', async () => {
  for (let n = 0; n < 5; n += 1) expect((await logIn('wrong', `${' '.repeat(n)}Nobody@example.com`)).status).toBe(401);
  expect((await logIn('wrong', 'nobody@EXAMPLE.com')).status).toBe(429);
});

test('a letter that only some databases treat as an i doesn’t reach the account and gives no more tries', async () => {
  const ida = { ...ada, email: 'ida@example.com' };
  await shop.call(register, { body: ida });
  expect((await logIn(ida.password, '\u0130da@example.com')).status).toBe(401);
  expect((await logIn(ida.password, 'IDA@example.com')).status).toBe(200);
});

test('[SAFE-1] a successful login clears the wrong ones before it', async () => {
  await shop.call(register, { body: ada });
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 4; n += 1) expect((await logIn('wrong')).status).toBe(401);
    expect((await logIn()).status).toBe(200);
  }
});

test('[SAFE-1] twenty simultaneous guesses count as five', async () => {
  await shop.call(register, { body: ada });
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => logIn(`guess ${n}`)));
  expect(responses.filter((it) => it.status === 401)).toHaveLength(5);
  expect(responses.filter((it) => it.status === 429)).toHaveLength(15);
});

test('[SAFE-1] after a hundred wrong tries for many accounts a network address has to wait; another one doesn’t', {
  tags: ['full'],
}, async () => {
  await shop.call(register, { body: ada });
  for (let part = 0; part < 2; part += 1) {
    const guesses = Array.from({ length: 50 }, (_, n) => logInFromIp('198.51.100.7', 'password1', `user${part}-${n}@example.com`));
    for (const answer of await Promise.all(guesses)) expect(answer.status).toBe(401);
  }
  expect((await logInFromIp('198.51.100.7', ada.password)).status).toBe(429);
  expect((await logInFromIp('198.51.100.8', ada.password)).status).toBe(200);
  shop.advanceClock(15 * MINUTE);
  expect((await logInFromIp('198.51.100.7', ada.password)).status).toBe(200);
});

test('[SAFE-1] during a flood a login gets 503 with Retry-After, and that isn’t counted as a wrong try', { tags: ['full'] }, async () => {
  await shop.call(register, { body: ada });
  const endFlood = floodHashing();
  for (let n = 0; n < 6; n += 1) {
    const answer = await logIn();
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
  }
  await endFlood();
  expect((await logIn()).status).toBe(200);
});

test('[ACC-5] logging out ends only this token, on the server', async () => {
  await shop.call(register, { body: ada });
  const [first, second] = [(await logIn()).body.token, (await logIn()).body.token];
  expect((await shop.call(logout, { token: first })).body).toEqual({ success: true, message: 'Successfully Logout' });
  expect(await isLoggedIn(first)).toBe(false);
  expect(await isLoggedIn(second)).toBe(true);
  expect((await shop.call(logout, { token: first })).status).toBe(401);
});

test('[SAFE-3] a token expires after a week without use, and after a month in any case', async () => {
  await shop.call(register, { body: ada });
  const { token: idle } = (await logIn()).body;
  const { token: busy } = (await logIn()).body;
  for (let day = 0; day < 29; day += 1) {
    shop.advanceClock(DAY);
    expect(await isLoggedIn(busy)).toBe(true);
    if (day === 7) expect(await isLoggedIn(idle)).toBe(false);
  }
  shop.advanceClock(DAY);
  expect(await isLoggedIn(busy)).toBe(false);
});

test.each([
  ['a missing password', { email: 'a@b.co' }],
  ['a missing email', { password: 'x' }],
  ['an email as a list', { email: ['a@b.co'], password: 'x' }],
  ['a password as an object', { email: 'a@b.co', password: { $ne: null } }],
  ['a password of 1001 characters', { email: 'a@b.co', password: 'x'.repeat(1001) }],
])('[SAFE-5] a login with %s is refused: 400', async (_what, body) => {
  expect((await shop.call(login, { body })).status).toBe(400);
});
