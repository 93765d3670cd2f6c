/** What the shop demands of its team: a second factor, after a week. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openShop, type TestResponse } from '../../../../../tests/support/harness.ts';
import { finish, registerWithFactor, showCode } from '../../../../../tests/support/second-factor.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { checkAdmin, checkUser } from '../../../../contract/auth.ts';
import { readWaiting } from '../../../../contract/email.ts';
import type { TeamRole } from '../../../../contract/endpoint.ts';
import { listOrders } from '../../../../contract/order.ts';
import * as contract from '../../../../contract/second-factor.ts';
import { changeTeamRole, createApiKey, listTeam, removeTeamMember } from '../../../../contract/team.ts';
import { DAY, SECOND } from '../../../../contract/values.ts';
import { endpoints } from '../../../platform/http/route.ts';
import { updateUser } from '../login/user.repository.ts';
import { createSession } from '../sessions/session.service.ts';

const settings = { demandsSecondFactor: true };
const shop = await openShop({ deps: ({ accounts }) => ({ accounts: Object.assign(settings, { ...accounts, ...settings }) }) });
const { db } = shop.deps;

const REFUSAL = { status: 403, body: { success: false, code: 'second_factor_setup_required' } };
const GRACE = 7 * DAY;

const signUp = (teamRole: TeamRole) => shop.signUp({ teamRole });
/** A new session: one that isn't used ends after a week, too. */
const logIn = (id: string) => createSession(db, id, shop.deps.now());
const readDueAt = async (token: string) => (await shop.call(readWaiting, { token })).body.secondFactorDueAt;
const isRefused = ({ body }: TestResponse<unknown>) => (body as { code?: string }).code === REFUSAL.body.code;

async function setUp(token: string): Promise<void> {
  const { secret } = (await shop.call(contract.setUpSecondFactor, { token })).body;
  const body = { code: showCode(secret, shop.deps.now()) };
  expect((await shop.call(contract.confirmSecondFactor, { token, body })).status).toBe(200);
}

test.each(['owner', 'staff'] as const)('[FACTOR-11] %s have a week from the first call, and see the deadline', async (role) => {
  const { id, token } = await signUp(role);
  const begun = shop.deps.now().getTime();
  const dueAt = Date.parse((await readDueAt(token)) ?? '');
  expect(Math.abs(dueAt - begun - GRACE)).toBeLessThan(60 * SECOND);
  expect((await shop.call(contract.readSecondFactor, { token })).body).toMatchObject({ isOn: false, isDemanded: true });
  shop.advanceClock(GRACE - 60 * SECOND);
  const later = await logIn(id);
  expect(Date.parse((await readDueAt(later)) ?? '')).toBe(dueAt);
  shop.advanceClock(60 * SECOND);
  expect(await shop.call(readWaiting, { token: later })).toMatchObject(REFUSAL);
});

test('[FACTOR-11] after the week only calls that need a role are refused, until a factor is set up', async () => {
  const { id, token: first } = await signUp('owner');
  await readDueAt(first);
  shop.advanceClock(GRACE);
  const token = await logIn(id);
  const ofTeam = endpoints.filter((it) => !['public', 'guest', 'user'].includes(it.access) && it.path !== checkAdmin.path);
  expect(ofTeam.length).toBeGreaterThan(40);
  const params = { id: randomUUID(), note: randomUUID(), name: 'about' };
  for (const it of ofTeam) expect(await shop.call(it, { token, params, body: {} }), `${it.method} ${it.path}`).toMatchObject(REFUSAL);
  for (const it of [checkUser, checkAdmin, listOrders, contract.readSecondFactor])
    expect(await shop.call(it, { token }), it.path).toMatchObject({ status: 200 });
  await setUp(token);
  expect(await shop.call(readWaiting, { token })).toMatchObject({ status: 200, body: { secondFactorDueAt: null } });
});

test('[FACTOR-11] switching a factor off or taking it away gives no second week', async () => {
  const account = await registerWithFactor(shop);
  await updateUser(db, account.id, { role: 1, teamRole: 'staff' });
  const { token } = (await finish(shop, await account.startForChallenge(), account.nextCode())).body;
  expect(await readDueAt(token)).toBeNull();
  const body = { password: ada.password, code: account.recoveryCodes[0] ?? '' };
  expect((await shop.call(contract.switchOffSecondFactor, { token, body })).status).toBe(200);
  const dueAt = await readDueAt(token);
  expect(dueAt).not.toBeNull();
  shop.advanceClock(DAY);
  const later = await logIn(account.id);
  await setUp(later);
  expect(await readDueAt(later)).toBeNull();
  const owner = await signUp('owner');
  await shop.call(contract.removeSecondFactor, { token: owner.token, params: { id: account.id } });
  expect(await readDueAt(await logIn(account.id))).toBe(dueAt);
});

test('[FACTOR-11] read-only members, customers and API keys need no second factor', async () => {
  const [owner, reader, customer] = [await signUp('owner'), await signUp('read-only'), await shop.signUp()];
  const body = { name: 'Till', scopes: ['read'] };
  const { key } = (await shop.call(createApiKey, { token: owner.token, body })).body;
  for (const { token } of [reader, customer])
    expect((await shop.call(contract.readSecondFactor, { token })).body).toMatchObject({ isDemanded: false, dueAt: null });
  shop.advanceClock(GRACE);
  expect(isRefused(await shop.call(listTeam, { token: await logIn(owner.id) }))).toBe(true);
  expect((await shop.call(listTeam, { token: await logIn(reader.id) })).status).toBe(200);
  expect((await shop.call(listTeam, { token: key })).status).toBe(200);
  expect((await shop.call(checkUser, { token: await logIn(customer.id) })).status).toBe(200);
});

test('[FACTOR-11] the week starts with the first request for it: after a new role, a return, or a change of the setting', async () => {
  const [owner, reader] = [await signUp('owner'), await signUp('read-only')];
  settings.demandsSecondFactor = false;
  onTestFinished(() => {
    settings.demandsSecondFactor = true;
  });
  expect(await readDueAt(owner.token)).toBeNull();
  expect(await readDueAt(reader.token)).toBeNull();
  shop.advanceClock(3 * GRACE);
  const token = await logIn(owner.id);
  expect((await shop.call(listTeam, { token })).status).toBe(200);
  settings.demandsSecondFactor = true;
  const due = (from: number) => Math.abs(from - shop.deps.now().getTime() - GRACE) < 60 * SECOND;
  expect(due(Date.parse((await readDueAt(token)) ?? ''))).toBe(true);
  const params = { id: reader.id };
  await shop.call(changeTeamRole, { token, params, body: { role: 'staff' } });
  expect(due(Date.parse((await readDueAt(await logIn(reader.id))) ?? ''))).toBe(true);
  shop.advanceClock(2 * DAY);
  await shop.call(removeTeamMember, { token: await logIn(owner.id), params });
  await updateUser(db, reader.id, { role: 1, teamRole: 'staff' });
  expect(due(Date.parse((await readDueAt(await logIn(reader.id))) ?? ''))).toBe(true);
});

test('[FACTOR-11] two simultaneous first calls start one week', async () => {
  const { token } = await signUp('staff');
  await Promise.all([readDueAt(token), readDueAt(token), readDueAt(token)]);
  const dueAt = await readDueAt(token);
  shop.advanceClock(DAY);
  expect(await readDueAt(token)).toBe(dueAt);
});
