/** Ways back for somebody who has lost their second factor, and for a shop that has lost the secret which encrypts them. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { finish, registerWithFactor, showCode } from '../../../../../tests/support/second-factor.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { readCustomer } from '../../../../contract/account.ts';
import { checkUser, login, reauthenticate } from '../../../../contract/auth.ts';
import type { SetupWarning } from '../../../../contract/reports.ts';
import * as contract from '../../../../contract/second-factor.ts';
import { createApiKey, listTeam } from '../../../../contract/team.ts';
import { recoveryCodes } from '../../database/schema/account.ts';
import { settings } from '../../database/schema/content.ts';
import { emails } from '../../database/schema/messages.ts';
import { ACCOUNT_SECRET_KEY } from '../../settings/sealed-text.ts';
import { updateUser } from '../login/user.repository.ts';
import { createAdmin } from '../roles/team.service.ts';

const setupWarnings: SetupWarning[] = [];
const lines: string[] = [];
const shop = await openShop({
  deps: () => ({ setupWarnings }),
  app: { logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } },
});
const { db } = shop.deps;

const listRemovals = async () =>
  (await db.select({ kind: emails.kind, to: emails.recipient }).from(emails)).filter(({ kind }) => kind === 'second factor removed');

test('[FACTOR-7] an owner can remove a lost factor: the member is notified, logged out, and can log in by the password alone', async () => {
  const account = await registerWithFactor(shop);
  const owner = await shop.signUp({ teamRole: 'owner' });
  const remove = (id: string, token = owner.token) => shop.call(contract.removeSecondFactor, { token, params: { id } });
  expect(await remove(account.id, (await shop.signUp({ teamRole: 'staff' })).token)).toMatchObject({ body: { code: 'role_too_low' } });
  expect(await remove(owner.id)).toMatchObject({ body: { code: 'own_second_factor' } });
  expect(await remove(account.id)).toMatchObject({ status: 200, body: { isTold: true } });
  expect((await shop.call(checkUser, { token: account.token })).status).toBe(401);
  expect((await account.start()).status).toBe(200);
  expect(await remove(account.id)).toMatchObject({ body: { code: 'second_factor_off' } });
  expect((await remove('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect(await listRemovals()).toEqual([{ kind: 'second factor removed', to: ada.email }]);
});

test('[FACTOR-7] the owner sees if no email notifies the member: without a mail server, or with an unconfirmed address', async () => {
  const account = await registerWithFactor(shop);
  const eve = await registerWithFactor(shop, { ...ada, email: 'eve@example.com' });
  const { token } = await shop.signUp({ teamRole: 'owner' });
  const remove = (id: string) => shop.call(contract.removeSecondFactor, { token, params: { id } });
  setupWarnings.push('emails_to_files');
  expect(await remove(account.id)).toMatchObject({ status: 200, body: { isTold: false } });
  setupWarnings.length = 0;
  await updateUser(db, eve.id, { isEmailUnconfirmed: true });
  expect(await remove(eve.id)).toMatchObject({ status: 200, body: { isTold: false } });
  expect((await listRemovals()).map(({ to }) => to)).toEqual([ada.email]);
});

test('[FACTOR-13] the list of the team and an account’s page show who has a second factor', async () => {
  const account = await registerWithFactor(shop);
  const { id, token } = await shop.signUp({ teamRole: 'owner' });
  await updateUser(db, account.id, { role: 1, teamRole: 'staff' });
  const { members } = (await shop.call(listTeam, { token })).body;
  expect(Object.fromEntries(members.map((it) => [it._id, it.hasSecondFactor]))).toEqual({ [id]: false, [account.id]: true });
  const read = async (of: string) => (await shop.call(readCustomer, { token, params: { id: of } })).body.customer.hasSecondFactor;
  expect([await read(account.id), await read(id)]).toEqual([true, false]);
});

test('[FACTOR-15] only owners see who has a second factor: not the rest of the team, and no API key', async () => {
  const account = await registerWithFactor(shop);
  await updateUser(db, account.id, { role: 1, teamRole: 'staff' });
  const owner = await shop.signUp({ teamRole: 'owner' });
  const { key } = (await shop.call(createApiKey, { token: owner.token, body: { name: 'Reader', scopes: ['read'] } })).body;
  const tokens = [(await shop.signUp({ teamRole: 'staff' })).token, (await shop.signUp({ teamRole: 'read-only' })).token, key];
  for (const token of tokens) {
    const { members } = (await shop.call(listTeam, { token })).body;
    expect(members.map(({ _id }) => _id)).toContain(account.id);
    expect(members.some((it) => 'hasSecondFactor' in it)).toBe(false);
    const { body } = await shop.call(readCustomer, { token, params: { id: account.id } });
    expect(body.customer._id).toBe(account.id);
    expect(body.customer).not.toHaveProperty('hasSecondFactor');
  }
});

test('[FACTOR-7] if the operator sets a new password, the lost second factor is removed, and an email reports it', async () => {
  const account = await registerWithFactor(shop);
  await createAdmin(shop.deps, { email: ada.email, password: 'battery staple' });
  expect((await account.start({ password: 'battery staple' })).status).toBe(200);
  expect(await db.select().from(recoveryCodes)).toEqual([]);
  expect(await listRemovals()).toEqual([{ kind: 'second factor removed', to: ada.email }]);
  await createAdmin(shop.deps, { email: ada.email, password: 'another staple' });
  expect(await listRemovals()).toHaveLength(1);
});

test('[FACTOR-14] without the secret that encrypts them codes are refused with a message, the log says what to do, and recovery codes still work', {
  tags: ['full'],
}, async () => {
  const account = await registerWithFactor(shop);
  await db.delete(settings).where(eq(settings.key, ACCOUNT_SECRET_KEY));
  lines.length = 0;
  const UNREADABLE = { status: 503, body: { success: false, code: 'second_factor_unreadable' } };
  const code = account.nextCode();
  // However often: nobody is locked out by a fault of the shop.
  for (let tries = 0; tries < 12; tries += 1) expect(await finish(shop, await account.startForChallenge(), code)).toMatchObject(UNREADABLE);
  expect(await shop.call(reauthenticate, { token: account.token, body: { code } })).toMatchObject(UNREADABLE);
  const off = (sent: string) =>
    shop.call(contract.switchOffSecondFactor, { token: account.token, body: { password: ada.password, code: sent } });
  expect(await off(code)).toMatchObject(UNREADABLE);
  const log = lines.join('\n');
  expect(log).toContain(account.id);
  expect(log).toContain(`${ACCOUNT_SECRET_KEY} in settings`);
  expect(log).toContain('bring that row back from a backup, or take the second factor away');
  const [first = '', second = ''] = account.recoveryCodes;
  expect((await finish(shop, await account.startForChallenge(), first)).status).toBe(200);
  expect((await off(second)).status).toBe(200);
  const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
  const { secret } = (await shop.call(contract.setUpSecondFactor, { token })).body;
  const body = { code: showCode(secret, shop.deps.now()) };
  expect((await shop.call(contract.confirmSecondFactor, { token, body })).status).toBe(200);
});

test('[FACTOR-14] a factor that was being set up then has to be started again', async () => {
  const { token } = await shop.signUp();
  const { secret } = (await shop.call(contract.setUpSecondFactor, { token })).body;
  await db.delete(settings).where(eq(settings.key, ACCOUNT_SECRET_KEY));
  const confirm = (key: string) => shop.call(contract.confirmSecondFactor, { token, body: { code: showCode(key, shop.deps.now()) } });
  expect(await confirm(secret)).toMatchObject({ status: 503, body: { code: 'second_factor_unreadable' } });
  expect((await confirm((await shop.call(contract.setUpSecondFactor, { token })).body.secret)).status).toBe(200);
});

test.each([
  ['another form', { secret: 7 }],
  ['a short one', { secret: 'short' }],
  ['no secret', {}],
])('[FACTOR-16] if the secret has %s, codes get 503, and the log says what to do', async (_what, value) => {
  const account = await registerWithFactor(shop);
  const { token } = await shop.signUp();
  await db.update(settings).set({ value }).where(eq(settings.key, ACCOUNT_SECRET_KEY));
  lines.length = 0;
  const UNAVAILABLE = { status: 503, body: { success: false, code: 'unavailable' } };
  expect(await shop.call(login, { body: { email: ada.email, password: ada.password } })).toMatchObject(UNAVAILABLE);
  expect(await shop.call(reauthenticate, { token: account.token, body: { code: account.nextCode() } })).toMatchObject(UNAVAILABLE);
  expect(await shop.call(contract.setUpSecondFactor, { token })).toMatchObject(UNAVAILABLE);
  const log = lines.join('\n');
  expect(log).toContain(ACCOUNT_SECRET_KEY);
  expect(log).toContain('bring that row back from a backup');
});
