import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { resetPassword } from '../../../../contract/account-security.ts';
import { checkUser, login, register } from '../../../../contract/auth.ts';
import { DAY, HOUR, MINUTE } from '../../../../contract/values.ts';
import { AppError } from '../../../platform/errors.ts';
import { knownDevices, loginAttempts, sessions } from '../../database/schema/account.ts';
import { emails } from '../../database/schema/messages.ts';
import { cleanUpSessions } from './auth.service.ts';
import { ACCOUNT_PACE, KNOWN_ORIGIN_LIMIT, requireLoginAttempts } from './login-limits.ts';
import { getIpNetwork, LOGIN_HASH_LIMIT, LOGIN_IP_LIMIT, requireAttempt } from './rate-limits.ts';
import { lockCurrentPassword } from './user.repository.ts';

const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.example' }) });

const HOME = '198.51.100.1';
const ELSEWHERE = '198.51.100.2';

/** A login over HTTP from this IP. */
const logIn = (remoteAddress: string, { password = ada.password, device }: { password?: string; device?: string } = {}) =>
  shop.send({ method: 'POST', url: login.path, payload: { email: ada.email, password, ...(device && { device }) }, remoteAddress });
const reset = (remoteAddress: string, answer: string) =>
  shop.send({
    method: 'POST',
    url: resetPassword.path,
    payload: { email: ada.email, answer, newPassword: 'battery staple' },
    remoteAddress,
  });

/** Wrong passwords from networks that the account doesn't know, until it takes no more from such. */
async function attack(): Promise<void> {
  for (let n = 0; n < ACCOUNT_PACE.maxAtOnce; n += 1) expect((await logIn(`203.0.113.${n}`, { password: `wrong ${n}` })).status).toBe(401);
  expect((await logIn('203.0.113.100', { password: 'wrong' })).status).toBe(429);
}

test('[SAFE-1] a stranger who guesses from many networks locks out no device or network that has logged in before', async () => {
  await shop.call(register, { body: ada });
  const { device } = (await logIn(HOME)).body as { device: string };
  await attack();
  expect((await logIn(HOME)).status).toBe(200);
  expect((await logIn('198.51.100.77', { device })).status).toBe(200);
  // Somebody in the same network can't use up what the device has.
  for (let n = 0; n < 5; n += 1) await logIn(HOME, { password: 'wrong' });
  expect((await logIn(HOME)).status).toBe(429);
  expect((await logIn(HOME, { device })).status).toBe(200);
});

test('[SAFE-1] a device is known only to the accounts that logged in with it', async () => {
  await shop.call(register, { body: ada });
  await shop.call(register, { body: { ...ada, email: 'eve@example.com' } });
  const { body } = await shop.call(login, { body: { email: 'eve@example.com', password: ada.password } });
  await attack();
  expect((await logIn(ELSEWHERE, { device: body.device })).status).toBe(429);
  expect((await logIn(ELSEWHERE, { device: 'x'.repeat(43) })).status).toBe(429);
});

test('[SAFE-1] after that, everybody else waits a few hours for this account, whether it exists or not', async () => {
  for (const exists of [false, true]) {
    if (exists) await shop.call(register, { body: ada });
    await attack();
    const refused = await logIn(ELSEWHERE);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toBe('Too many tries. Please wait 3 hours and try again.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(8000);
    shop.advanceClock(DAY / 10);
    expect((await logIn(ELSEWHERE)).status).toBe(exists ? 200 : 401);
    shop.advanceClock(DAY);
  }
});

test('[SAFE-1] the owner is notified once a day by an email, without any text of the stranger', async () => {
  await shop.call(register, { body: ada });
  const listEmails = () => shop.deps.db.select().from(emails);
  await attack();
  // It isn't waited for, so that an answer's time doesn't tell that there is an account.
  await expect.poll(listEmails).toMatchObject([{ kind: 'login attempts', recipient: ada.email }]);
  for (let n = 0; n < 3; n += 1) {
    shop.advanceClock(3 * HOUR);
    expect((await logIn(`203.0.113.${n}`, { password: 'wrong' })).status).toBe(401);
  }
  shop.advanceClock(DAY);
  await attack();
  await expect.poll(async () => (await listEmails()).length).toBe(2);
});

/** How many guesses an attacker gets within so many days who tries all the time. */
async function countGuesses(days: number, triesPerDay: number, isKnown: boolean, networkCount: number): Promise<number> {
  let time = Date.now();
  let guesses = 0;
  for (let n = 0; n < days * triesPerDay; n += 1) {
    time += DAY / triesPerDay;
    const now = new Date(time);
    try {
      const context = { db: shop.deps.db, now: () => now };
      await requireLoginAttempts(context, { email: ada.email, passwordHash: 'hash' }, { key: `network:${n % networkCount}`, isKnown });
      guesses += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_attempts') throw error;
    }
  }
  return guesses;
}

test.each([
  ['from 1,000 networks', false, 1000],
  ['within a network that the account knows', true, 1],
])('[SAFE-1] guessing 10,000 passwords %s takes years', { tags: ['full'] }, async (_what, isKnown, networkCount) => {
  const days = isFullRun ? 100 : 8;
  const guesses = await countGuesses(days, 100, isKnown, networkCount);
  const burst = ACCOUNT_PACE.maxAtOnce;
  expect(guesses).toBeGreaterThanOrEqual(10 * days - burst);
  expect(guesses).toBeLessThanOrEqual(10 * days + burst);
  const years = (10_000 - burst) / ((guesses - burst) / days) / 365;
  expect(years).toBeGreaterThan(2);
  expect(KNOWN_ORIGIN_LIMIT.maxAttempts * (DAY / KNOWN_ORIGIN_LIMIT.windowMs)).toBe(10);
});

test('[SAFE-1] of a hundred simultaneous guesses from a hundred networks ten are checked', async () => {
  await shop.call(register, { body: ada });
  const responses = await Promise.all(Array.from({ length: 100 }, (_, n) => logIn(`203.0.113.${n}`, { password: 'wrong' })));
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(90);
});

test('[SAFE-1] the owner’s logins give a stranger no more guesses', async () => {
  await shop.call(register, { body: ada });
  await logIn(HOME);
  await attack();
  await logIn(HOME);
  expect((await logIn('203.0.113.200', { password: 'wrong' })).status).toBe(429);
});

test('[SAFE-2] after a stranger’s wrong answers, a network known to the account still has five answers', async () => {
  await shop.call(register, { body: ada });
  await logIn(HOME);
  for (let n = 0; n < 5; n += 1) await reset(ELSEWHERE, `sport ${n}`);
  expect((await reset(ELSEWHERE, ada.answer)).status).toBe(401);
  for (let n = 0; n < 4; n += 1) expect((await reset(HOME, `sport ${n}`)).status).toBe(401);
  expect((await reset(HOME, ada.answer)).status).toBe(200);
  expect((await logIn(ELSEWHERE, { password: 'battery staple' })).status).toBe(200);
});

test('[LIMIT-3] successful logins of one network count too: 300 in a quarter of an hour, for all accounts together', async () => {
  await shop.call(register, { body: ada });
  const network = getIpNetwork(HOME);
  for (let n = 0; n < LOGIN_HASH_LIMIT.maxAttempts - 1; n += 1) await requireAttempt(shop.deps, LOGIN_HASH_LIMIT, network);
  expect((await logIn(HOME)).status).toBe(200);
  expect((await logIn(HOME)).status).toBe(429);
  expect((await logIn(ELSEWHERE)).status).toBe(200);
  shop.advanceClock(15 * MINUTE);
  expect((await logIn(HOME)).status).toBe(200);
});

test('[SAFE-1] a hundred wrong passwords from a carrier’s address don’t delay a device that the account knows', async () => {
  await shop.call(register, { body: ada });
  const { device } = (await logIn(HOME)).body as { device: string };
  const network = getIpNetwork(ELSEWHERE);
  for (let n = 0; n < LOGIN_IP_LIMIT.maxAttempts; n += 1) await requireAttempt(shop.deps, LOGIN_IP_LIMIT, network);
  for (let n = 0; n < LOGIN_HASH_LIMIT.maxAttempts; n += 1) await requireAttempt(shop.deps, LOGIN_HASH_LIMIT, network);
  expect((await logIn(ELSEWHERE)).status).toBe(429);
  expect((await logIn(ELSEWHERE, { device: 'x'.repeat(43) })).status).toBe(429);
  expect((await logIn(ELSEWHERE, { device })).status).toBe(200);
  // What such a device gets wrong counts for the device, and not for the network.
  for (let n = 0; n < 5; n += 1) expect((await logIn(ELSEWHERE, { device, password: 'wrong' })).status).toBe(401);
  expect((await logIn(ELSEWHERE, { device })).status).toBe(429);
});

test('[LIMIT-3] a known device can log in to its account thirty times in a quarter of an hour', { tags: ['full'] }, async () => {
  await shop.call(register, { body: ada });
  const { device } = (await logIn(HOME)).body as { device: string };
  for (let n = 0; n < 30; n += 1) expect((await logIn(HOME, { device })).status).toBe(200);
  expect((await logIn(HOME, { device })).status).toBe(429);
  shop.advanceClock(15 * MINUTE);
  expect((await logIn(HOME, { device })).status).toBe(200);
});

test('[LIMIT-4] the twenty-first login ends the oldest session, also with many simultaneous logins', { tags: ['full'] }, async () => {
  const { body } = await shop.call(register, { body: ada });
  const tokens: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    tokens.push(String((await logIn(HOME)).body.token));
    shop.advanceClock(MINUTE);
  }
  const isLoggedIn = async (token = '') => (await shop.call(checkUser, { token })).status === 200;
  expect(await isLoggedIn(tokens[0])).toBe(true);
  await logIn(HOME);
  expect(await isLoggedIn(tokens[0])).toBe(false);
  expect(await isLoggedIn(tokens[1])).toBe(true);
  const latest = await Promise.all(Array.from({ length: 5 }, () => logIn(HOME)));
  for (const { status } of latest) expect(status).toBe(200);
  expect(await shop.deps.db.$count(sessions, eq(sessions.userId, body.user._id))).toBe(20);
});

test('[LIMIT-4] logins of one person run one after the other, so that none misses a session', async () => {
  const { db } = shop.deps;
  const { id } = await shop.signUp();
  const steps: string[] = [];
  const isLocked = Promise.withResolvers<void>();
  const logInAs = (name: string) =>
    db.transaction(async (tx) => {
      expect(await lockCurrentPassword(tx, id, 'none')).toEqual({ isDisabled: false });
      steps.push(`${name} began`);
      isLocked.resolve();
      await sleep(300);
      steps.push(`${name} ended`);
    });
  const first = logInAs('first');
  await isLocked.promise;
  await Promise.all([first, logInAs('second')]);
  expect(steps).toEqual(['first began', 'first ended', 'second began', 'second ended']);
});

test('[RUN-5] the clean-up deletes expired sessions and attempts, and keeps those that still count', async () => {
  const { db, now } = shop.deps;
  await shop.call(login, { body: { email: 'nobody@example.com', password: 'x' } });
  const ended = await shop.signUp();
  shop.advanceClock(7 * DAY);
  const { token } = await shop.signUp();
  await shop.call(login, { body: { email: 'nobody-else@example.com', password: 'x' } });
  // The second login began new counts for its network; of the first one the two of its e-mail are left to delete.
  expect(await cleanUpSessions(db, now())).toEqual({ sessions: 1, attempts: 2, devices: 0 });
  expect(await db.$count(sessions, eq(sessions.userId, ended.id))).toBe(0);
  expect(await db.$count(loginAttempts)).toBe(4);
  expect((await shop.call(checkUser, { token })).status).toBe(200);
  expect(await cleanUpSessions(db, now())).toEqual({ sessions: 0, attempts: 0, devices: 0 });
});

test('[RUN-5] a device and a network are forgotten after a year without a login, and when there are more than fifty newer ones', {
  tags: ['full'],
}, async () => {
  const { db, now } = shop.deps;
  await shop.call(register, { body: ada });
  for (let n = 0; n < 30; n += 1) {
    expect((await logIn(`198.51.100.${n}`)).status).toBe(200);
    shop.advanceClock(MINUTE);
  }
  expect(await db.$count(knownDevices)).toBe(50);
  shop.advanceClock(365 * DAY);
  expect(await cleanUpSessions(db, now())).toMatchObject({ devices: 50 });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('[SAFE-1] the IP %s counts as the network %s', (ip, network) => {
  expect(getIpNetwork(ip)).toBe(network);
});
