/** Security events that no row of the shop's tables tells: refused logins, limits and calls; and the end of the chain, which is told. */
import { asc } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { login, register } from '../../../../contract/auth.ts';
import { createCategory } from '../../../../contract/category-admin.ts';
import { listAllOrders } from '../../../../contract/order-admin.ts';
import { createApiKey } from '../../../../contract/team.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { perform } from '../../../cli/command-operations.ts';
import { listSecurityEventCounters } from '../../../platform/monitoring/counters.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { settings } from '../../database/schema/content.ts';
import { emails } from '../../database/schema/messages.ts';
import { queueDailySummary } from '../../reports/daily-summary.service.ts';
import { readHead } from './audit.repository.ts';
import { sealAuditLog } from './audit.service.ts';

const shop = await openShop();
const { db } = shop.deps;

const listEvents = async () =>
  (await db.select().from(auditLog).orderBy(asc(auditLog.id))).map(
    ({ kind, action, actorKind, actorId, objectType, objectId, personal }) => {
      expect([kind, personal?.network]).toEqual(['security', '127.0.0.1']);
      return [action, actorId ?? actorKind, objectType, objectId];
    },
  );

beforeEach(() => shop.advanceClock(0));

test('[AUDIT-10] each failed login leaves a row, with the account if it exists, without the input; a reached limit leaves one a minute', async () => {
  const { user } = (await shop.call(register, { body: ada })).body as unknown as { user: { _id: string } };
  const tryLogin = async (email: string) => (await shop.call(login, { body: { email, password: 'a guess of mine' } })).status;
  expect(await tryLogin('a guess of mine@example.com')).not.toBe(200);
  for (let n = 0; n < 5; n += 1) expect(await tryLogin(ada.email)).toBe(401);
  for (let n = 0; n < 3; n += 1) expect(await tryLogin(ada.email)).toBe(429);
  const events = await listEvents();
  expect(events.filter(([, , , id]) => id === user._id)).toEqual(Array(5).fill(['login_failed', 'nobody', 'account', user._id]));
  expect(events.filter(([action]) => action === 'limit_reached')).toEqual([['limit_reached', 'nobody', 'call', 'POST /api/v1/auth/login']]);
  expect(JSON.stringify(await db.select().from(auditLog))).not.toMatch(/guess|ada@/);
});

test('[AUDIT-10] a forbidden call leaves a row, at most once a minute, and names an API key by its name', async () => {
  const owner = await shop.signUp({ role: 1, teamRole: 'owner' });
  const customer = await shop.signUp();
  const reader = await shop.signUp({ role: 1, teamRole: 'read-only' });
  const made = (await shop.call(createApiKey, { token: owner.token, body: { name: 'Books', scopes: ['orders'] } })).body;
  await db.delete(auditLog);
  for (let n = 0; n < 3; n += 1) expect((await shop.call(listAllOrders, { token: customer.token })).status).toBe(403);
  for (const token of [reader.token, made.key]) expect((await shop.call(createCategory, { token, body: { name: 'x' } })).status).toBe(403);
  expect((await shop.call(listAllOrders)).status).toBe(401);
  const orders = `GET ${listAllOrders.path}`;
  const category = `POST ${createCategory.path}`;
  const once = [
    ['refused', customer.id, 'call', orders],
    ['refused', reader.id, 'call', category],
    ['refused', made.keys[0]?._id, 'call', category],
  ];
  expect(await listEvents()).toEqual(once);
  shop.advanceClock(MINUTE);
  expect((await shop.call(listAllOrders, { token: customer.token })).status).toBe(403);
  expect(await listEvents()).toEqual([...once, once[0]]);
});

test('[AUDIT-10] each event is counted once, when it is added to the chain', async () => {
  const count = () => listSecurityEventCounters().get('refused') ?? 0;
  const before = count();
  const { token } = await shop.signUp();
  await shop.call(listAllOrders, { token });
  await sealAuditLog(db);
  await sealAuditLog(db);
  expect(count()).toBe(before + 1);
});

test('[AUDIT-11] a command and the daily email show the end of the chain, so that it can be kept elsewhere', async () => {
  expect(await perform(shop.deps, 'audit-head', {})).toBeNull();
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  await shop.call(createCategory, { token, body: { name: 'Tea' } });
  const head = await perform(shop.deps, 'audit-head', {});
  expect(head).toEqual({ position: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await readHead(db)).toEqual(head);
  const value = { email: 'boss@example.com', eachOrder: false, dailySummary: true };
  await db.insert(settings).values({ key: 'private:notifications', value });
  const at = () => new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
  await queueDailySummary({ ...shop.deps, now: at });
  const [email] = await db.select().from(emails);
  expect(email?.text).toContain((head as { hash: string }).hash);
  expect(email?.html).toContain((head as { hash: string }).hash);
});
