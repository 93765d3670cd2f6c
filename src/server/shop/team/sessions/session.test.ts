import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { endOtherSessions, endSession, endUserSessions, listSessions } from '../../../../contract/account-security.ts';
import { checkAdmin, checkUser, login, register } from '../../../../contract/auth.ts';
import { DAY, HOUR } from '../../../../contract/values.ts';
import { emails } from '../../database/schema/messages.ts';

const shop = await openShop();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

interface From {
  remoteAddress?: string;
  userAgent?: string;
  device?: string;
}

async function logIn({ remoteAddress = '203.0.113.1', userAgent = FIREFOX, device }: From = {}) {
  const payload = { email: ada.email, password: ada.password, ...(device && { device }) };
  const { body } = await shop.send({ method: 'POST', url: login.path, payload, remoteAddress, headers: { 'user-agent': userAgent } });
  return { token: String(body.token), device: String(body.device) };
}

const list = async (token: string) => (await shop.call(listSessions, { token })).body.sessions;
const isLoggedIn = async (token: string) => (await shop.call(checkUser, { token })).status === 200;
const listLoginEmails = async () => (await shop.deps.db.select().from(emails)).filter(({ kind }) => kind === 'new login');

test('[ACCT-3] a customer sees where they are logged in: device, network and last use, this one marked; no token and no hash of it', async () => {
  await shop.call(register, { body: ada });
  const { token: phone } = await logIn({ remoteAddress: '198.51.100.7', userAgent: SAFARI });
  shop.advanceClock(2 * HOUR);
  const { token } = await logIn();
  const reply = await shop.call(listSessions, { token });
  const shown = { _id: expect.stringMatching(/^[0-9a-f-]{36}$/), createdAt: expect.any(String), usedAt: expect.any(String) };
  expect(reply.body).toEqual({
    success: true,
    sessions: [
      { ...shown, browser: 'Firefox', system: 'Linux', ip: '203.0.113.1', isCurrent: true },
      { ...shown, browser: 'Safari', system: 'iPhone', ip: '198.51.100.7', isCurrent: false },
    ],
  });
  expect(JSON.stringify(reply.body)).not.toContain(phone);
  await shop.call(checkUser, { token: phone });
  const used = (await list(token)).find(({ system }) => system === 'iPhone');
  expect(Date.parse(String(used?.usedAt)) - Date.parse(String(used?.createdAt))).toBeGreaterThanOrEqual(2 * HOUR);
});

test('[ACCT-3] a client without a name, or with a self-made one, is an unknown device', async () => {
  await shop.call(register, { body: ada });
  const { token } = await logIn({ userAgent: '<b>Firefox</b>'.repeat(1000) });
  expect(await list(token)).toMatchObject([{ browser: null, system: null }]);
});

test('[ACCT-3] a session can be ended by its owner only, and once', async () => {
  await shop.call(register, { body: ada });
  const [here, there] = [await logIn(), await logIn({ userAgent: SAFARI })];
  const eve = await shop.signUp();
  const id = String((await list(here.token)).find(({ isCurrent }) => !isCurrent)?._id);
  expect((await shop.call(endSession, { token: eve.token, params: { id } })).status).toBe(404);
  expect((await shop.call(endSession, { params: { id } })).status).toBe(401);
  expect((await shop.call(endSession, { token: here.token, params: { id: 'x' } })).status).toBe(404);
  expect(await isLoggedIn(there.token)).toBe(true);
  const both = await Promise.all([1, 2].map(() => shop.call(endSession, { token: here.token, params: { id: id.toUpperCase() } })));
  expect(both.map(({ status }) => status)).toContain(200);
  expect(await isLoggedIn(there.token)).toBe(false);
  expect((await shop.call(endSession, { token: here.token, params: { id } })).status).toBe(404);
  expect(await list(here.token)).toMatchObject([{ isCurrent: true }]);
});

test('[ACCT-3] all other sessions can be ended at once; this one stays, and so do those of other people', async () => {
  await shop.call(register, { body: ada });
  const { token } = await logIn();
  const others = [await logIn(), await logIn()];
  const eve = await shop.signUp();
  expect((await shop.call(endOtherSessions, { token })).body).toMatchObject({ success: true, ended: 2 });
  for (const other of others) expect(await isLoggedIn(other.token)).toBe(false);
  expect([await isLoggedIn(token), await isLoggedIn(eve.token)]).toEqual([true, true]);
  expect((await shop.call(endOtherSessions, { token })).body.ended).toBe(0);
});

test('[ACCT-3] expired sessions aren’t listed', async () => {
  await shop.call(register, { body: ada });
  await logIn();
  shop.advanceClock(8 * DAY);
  expect(await list((await logIn()).token)).toHaveLength(1);
});

test('[ACCT-4] an admin can end anybody’s sessions and stays logged in; a customer can’t', async () => {
  await shop.call(register, { body: ada });
  const { token } = await logIn();
  const admin = await shop.signUp({ role: 1 });
  const { id } = await shop.signUp();
  const owner = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body.user._id;
  expect((await shop.call(endUserSessions, { token, params: { id } })).status).toBe(403);
  expect((await shop.call(endUserSessions, { token: admin.token, params: { id: owner } })).body).toMatchObject({ ended: 2 });
  expect(await isLoggedIn(token)).toBe(false);
  expect((await shop.call(endUserSessions, { token: admin.token, params: { id: admin.id } })).body).toMatchObject({ ended: 0 });
  expect((await shop.call(checkAdmin, { token: admin.token })).status).toBe(200);
  expect((await shop.call(endUserSessions, { token: admin.token, params: { id: '00000000-0000-4000-8000-000000000000' } })).status).toBe(
    404,
  );
});

test('[ACCT-5] a login from a new device and a new network is reported by email; the first login and known ones aren’t', async () => {
  await shop.call(register, { body: ada });
  const { device } = await logIn();
  await logIn();
  await logIn({ remoteAddress: '198.51.100.7', device });
  expect(await listLoginEmails()).toEqual([]);
  await logIn({ remoteAddress: '192.0.2.44', userAgent: SAFARI });
  const [email, ...more] = await listLoginEmails();
  expect(more).toEqual([]);
  expect(email?.recipient).toBe(ada.email);
  for (const part of ['Safari on iPhone', '192.0.2.44', 'UTC']) expect(email?.text).toContain(part);
});

test('[ACCT-5] a wrong login causes no login email; text from a client is in no email', async () => {
  await shop.call(register, { body: ada });
  await logIn();
  const payload = { email: ada.email, password: 'wrong horse' };
  await shop.send({ method: 'POST', url: login.path, payload, remoteAddress: '192.0.2.44' });
  expect(await listLoginEmails()).toEqual([]);
  await logIn({ remoteAddress: '192.0.2.44', userAgent: 'Visit evil.example' });
  const [email] = await listLoginEmails();
  expect(email?.text).toContain('Unknown');
  expect(`${email?.text}${email?.html}`).not.toContain('evil');
});
