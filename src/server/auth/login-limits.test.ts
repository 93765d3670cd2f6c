import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../tests/support/harness.ts';
import { checkUser, login } from '../../contract/auth.ts';
import { DAY } from '../../contract/time.ts';
import { loginAttempts, sessions } from '../database/schema/account.ts';
import { cleanUpSessions } from './auth.service.ts';
import { getIpNetwork } from './login-limits.ts';

const shop = await openShop();

test('[RUN-5] cleaning up deletes expired sessions and counts of attempts, and leaves those that still hold', async () => {
  const { db, now } = shop.deps;
  await shop.call(login, { body: { email: 'nobody@example.com', password: 'x' } });
  const ended = await shop.signUp();
  shop.advanceClock(7 * DAY);
  const { token } = await shop.signUp();
  await shop.call(login, { body: { email: 'nobody-else@example.com', password: 'x' } });
  // The second login began a new count for its IP; of the first login only the e-mail's count is left to delete.
  expect(await cleanUpSessions(db, now())).toEqual({ sessions: 1, attempts: 1 });
  expect(await db.$count(sessions, eq(sessions.userId, ended.id))).toBe(0);
  expect(await db.$count(loginAttempts)).toBe(2);
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
])('[SAFE-1] the IP %s counts as the network %s', (ip, network) => {
  expect(getIpNetwork(ip)).toBe(network);
});
