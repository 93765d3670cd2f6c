/** What somebody tries who has the password of an account, and not its second factor. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { type Challenge, finish, readChallenge, registerWithFactor } from '../../../../../tests/support/second-factor.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { updateProfile } from '../../../../contract/account.ts';
import { checkUser, reauthenticate } from '../../../../contract/auth.ts';
import * as contract from '../../../../contract/second-factor.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import { secondFactors, users } from '../../database/schema/account.ts';
import { emails } from '../../database/schema/messages.ts';

const shop = await openShop();
const { db } = shop.deps;
const eve = { ...ada, email: 'eve@example.com', password: 'another horse' };
const EXPIRED = { status: 401, body: { success: false, code: 'challenge_expired' } };
const WRONG = { status: 403, body: { success: false, code: 'wrong_second_factor' } };

/** From another network, as a stranger. */
const finishFrom = (remoteAddress: string, { token, device }: Challenge, code: string) =>
  shop.send({ method: 'POST', url: contract.logInBySecondFactor.path, remoteAddress, payload: { challenge: token, device, code } });

test('[FACTOR-8] a code works once: not for a second login, not for two at once, and earlier ones no longer', async () => {
  const account = await registerWithFactor(shop);
  const old = account.showCode();
  const code = account.nextCode();
  const challenge = await account.startForChallenge();
  const both = await Promise.all([finish(shop, challenge, code), finish(shop, await account.startForChallenge(), code)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(await finish(shop, challenge, code)).toMatchObject(WRONG);
  expect(await finish(shop, challenge, old)).toMatchObject(WRONG);
});

test('[FACTOR-8] of two simultaneous logins with one recovery code, one succeeds', async () => {
  const account = await registerWithFactor(shop);
  const challenges = await Promise.all([account.startForChallenge(), account.startForChallenge(), account.startForChallenge()]);
  const all = await Promise.all(challenges.map((it) => finish(shop, it, account.recoveryCodes[3] ?? '')));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
});

test("[FACTOR-8] codes and challenges of another account don't work", async () => {
  const account = await registerWithFactor(shop);
  const other = await registerWithFactor(shop, eve);
  const code = other.nextCode();
  const challenge = await account.startForChallenge();
  expect(await finish(shop, challenge, code)).toMatchObject(WRONG);
  expect(await finish(shop, challenge, other.recoveryCodes[0] ?? '')).toMatchObject(WRONG);
  // A challenge of one's own, made to name the other.
  const mine = await other.startForChallenge();
  const forged = { ...mine, token: mine.token.replace(other.id, account.id) };
  expect(await finish(shop, forged, account.showCode())).toMatchObject(EXPIRED);
  // Its owner's codes go on counting.
  expect((await finish(shop, challenge, account.showCode())).status).toBe(200);
});

test('[FACTOR-8] a challenge expires after five minutes, works only on its device, and is refused in any other form', async () => {
  const account = await registerWithFactor(shop);
  const old = await account.startForChallenge();
  shop.advanceClock(5 * MINUTE);
  expect(await finish(shop, old, account.showCode())).toMatchObject(EXPIRED);
  const challenge = await account.startForChallenge();
  const elsewhere = await account.startForChallenge();
  expect(await finish(shop, { ...challenge, device: elsewhere.device }, account.showCode())).toMatchObject(EXPIRED);
  for (const token of ['x', `${challenge.token}x`, challenge.token.slice(1), '٣'.repeat(40), `${account.id}.zzzzzzzz.${'A'.repeat(43)}`])
    expect(await finish(shop, { ...challenge, token }, account.showCode())).toMatchObject(EXPIRED);
  expect((await finish(shop, challenge, account.showCode())).status).toBe(200);
});

test('[FACTOR-8] a challenge becomes invalid when its password or the second factor is changed', async () => {
  const account = await registerWithFactor(shop);
  const { token } = account;
  const first = await account.startForChallenge();
  const body = { name: 'Ada', address: 'x', password: 'battery staple' };
  expect((await shop.call(updateProfile, { token, body })).status).toBe(200);
  expect(await finish(shop, first, account.nextCode())).toMatchObject(EXPIRED);
  const second = readChallenge(await account.start({ password: 'battery staple' }));
  const off = { password: 'battery staple', code: account.showCode() };
  expect((await shop.call(contract.switchOffSecondFactor, { token, body: off })).status).toBe(200);
  expect(await finish(shop, second, account.nextCode())).toMatchObject(EXPIRED);
});

test('[FACTOR-8] a disabled account can’t log in with any code', async () => {
  const account = await registerWithFactor(shop);
  const challenge = await account.startForChallenge();
  await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, account.id));
  const code = account.nextCode();
  expect(await finish(shop, challenge, code)).toMatchObject({ status: 403, body: { code: 'account_disabled' } });
  await db.update(users).set({ disabledAt: null }).where(eq(users.id, account.id));
  expect((await finish(shop, challenge, code)).status).toBe(200);
});

test('[FACTOR-9] after five wrong codes in a quarter of an hour a network has to wait, also with the right code', async () => {
  const account = await registerWithFactor(shop);
  const challenge = await account.startForChallenge();
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => finish(shop, challenge, String(100_000 + n))));
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
  expect((await finish(shop, challenge, account.nextCode())).status).toBe(429);
  shop.advanceClock(15 * MINUTE);
  expect((await finish(shop, await account.startForChallenge(), account.showCode())).status).toBe(200);
});

test('[FACTOR-9] strangers from any number of networks get ten guesses, which don’t delay a known device; the owner is warned', {
  tags: ['full'],
}, async () => {
  const account = await registerWithFactor(shop);
  const statuses: number[] = [];
  for (let n = 0; n < 14; n += 1) {
    const { status } = await finishFrom(`203.0.113.${n}`, await account.startForChallenge(), String(200_000 + n));
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  expect((await db.select().from(emails)).map(({ kind }) => kind)).toContain('login attempts');
  const { token, device } = await account.startForChallenge({ device: account.device });
  expect(device).toBe(account.device);
  expect((await finish(shop, { token, device }, account.nextCode())).status).toBe(200);
});

test('[FACTOR-9] after ten wrong codes in a day a session has to wait before it can confirm its user or switch the factor off', async () => {
  const account = await registerWithFactor(shop);
  const { token } = account;
  const prove = (code: string) => shop.call(reauthenticate, { token, body: { code } });
  const guesses = await Promise.all(Array.from({ length: 13 }, (_, n) => prove(String(300_000 + n))));
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10);
  const body = { password: ada.password, code: account.nextCode() };
  expect((await shop.call(contract.switchOffSecondFactor, { token, body })).status).toBe(429);
  expect((await shop.call(checkUser, { token })).status).toBe(200);
  shop.advanceClock(DAY);
  expect((await shop.call(contract.switchOffSecondFactor, { token, body: { ...body, code: account.nextCode() } })).status).toBe(200);
});

test('[FACTOR-8] a key copied to another account in the database works for nobody', async () => {
  const account = await registerWithFactor(shop);
  const other = await registerWithFactor(shop, eve);
  const [mine] = await db.select().from(secondFactors).where(eq(secondFactors.userId, other.id));
  await db
    .update(secondFactors)
    .set({ secret: mine?.secret ?? '' })
    .where(eq(secondFactors.userId, account.id));
  expect(await finish(shop, await account.startForChallenge(), other.nextCode())).toMatchObject({
    body: { code: 'second_factor_unreadable' },
  });
});

test.each([
  ['nothing', {}],
  ['a number', { challenge: 7, device: 7, code: 123_456 }],
  ['no code', { challenge: 'x', device: 'x' }],
  ['101 characters', { challenge: 'x', device: 'x', code: '1'.repeat(101) }],
  ['a NUL', { challenge: 'x', device: 'x', code: '12\u00003456' }],
])('[FACTOR-9] %s is refused: 400', async (_what, body) => {
  expect((await shop.call(contract.logInBySecondFactor, { body })).status).toBe(400);
});

test('[FACTOR-9] malformed codes are refused as wrong', async () => {
  const account = await registerWithFactor(shop);
  for (const code of ['-00001', '1e5', '١٢٣٤٥٦', ' ']) {
    const { status } = await finish(shop, await account.startForChallenge(), code);
    expect([403, 429]).toContain(status);
  }
});
