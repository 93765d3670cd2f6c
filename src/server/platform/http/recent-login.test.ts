/** Steps that can't be undone, as the contract declares them, tried by a session that has been open for a while. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { takeTurn } from '../../../../tests/support/projects.ts';
import { ada } from '../../../../tests/support/users.ts';
import { login, reauthenticate, register } from '../../../contract/auth.ts';
import { createDiscountCode, updateDiscountCode } from '../../../contract/discount-code.ts';
import { MINUTE, SECOND } from '../../../contract/values.ts';
import { users } from '../../shop/database/schema/account.ts';
import { endpoints } from './route.ts';

const shop = await openShop();

const REFUSAL = { status: 403, body: { success: false, code: 'reauthentication_required' } };
const declared = endpoints.filter((it) => it.recentLogin !== undefined);
const toTestCases = (list: typeof declared) => list.map((it) => [`${it.method} ${it.path}`, it] as const);
const buildParams = () => ({ id: randomUUID() });

async function logInOwner(): Promise<string> {
  await shop.call(register, { body: ada });
  await shop.deps.db.update(users).set({ role: 1, teamRole: 'owner' });
  return (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body.token;
}

/** Written out, so that a declaration that got lost is noticed. */
test('[REAUTH-1] [KEY-8] the contract declares which calls need a recent login, and how recent', () => {
  expect(declared.map(({ method, path, recentLogin }) => `${method} ${path}: ${recentLogin}`).toSorted()).toEqual(
    [
      'PUT /api/v1/account/answer: 5',
      'PUT /api/v1/account/email: 5',
      'GET /api/v1/auth/users.csv: 15',
      'GET /api/v1/product/key-lists/{id}/keys.csv: 15',
      'PUT /api/v1/pricing/admin/payment-methods: 15',
      'POST /api/v1/auth/users/{id}/disable: 15',
      'POST /api/v1/account/second-factor: 15',
      'POST /api/v1/account/second-factor/recovery-codes: 15',
      'DELETE /api/v1/auth/users/{id}/second-factor: 15',
      'POST /api/v1/order/admin/orders/{id}/refund: 15',
      'POST /api/v1/gift-card/admin/cards: 15',
      'POST /api/v1/gift-card/admin/cards/{id}/code: 15',
      'POST /api/v1/gift-card/admin/cards/{id}/adjust: 15',
      'POST /api/v1/gift-card/admin/cards/{id}/send: 15',
      'POST /api/v1/gift-card/admin/customers/{id}/credit: 15',
      'POST /api/v1/order/admin/test-orders: 15',
      'GET /api/v1/imported-orders.csv: 15',
      'POST /api/v1/product/imports/{id}/invitations: 15',
      'PUT /api/v1/pricing/admin/tax: 15',
      'PUT /api/v1/shop/connections/address: 15',
      'PUT /api/v1/shop/connections/email: 15',
      'POST /api/v1/shop/connections/address/disconnect: 15',
      'POST /api/v1/shop/connections/email/disconnect: 15',
      'POST /api/v1/shop/connections/email/test: 15',
      'PUT /api/v1/shop/connections/backups: 15',
      'POST /api/v1/shop/connections/backups/passphrase: 15',
      'POST /api/v1/shop/connections/backups/confirm: 15',
      'POST /api/v1/shop/connections/backups/disconnect: 15',
      'POST /api/v1/shop/connections/payments/{mode}/activate: 15',
      'PUT /api/v1/shop/connections/payments/{mode}: 15',
      'POST /api/v1/shop/connections/payments/{mode}/disconnect: 15',
      'PUT /api/v1/shop/connections/paypal/{mode}: 15',
      'POST /api/v1/shop/connections/paypal/{mode}/activate: 15',
      'POST /api/v1/shop/connections/paypal/{mode}/disconnect: 15',
      'PUT /api/v1/shop/notifications: 15',
      'PUT /api/v1/team/members/{id}: 15',
      'DELETE /api/v1/team/members/{id}: 15',
      'POST /api/v1/team/invitations: 15',
      'POST /api/v1/team/invitations/{id}/resend: 15',
      'DELETE /api/v1/team/invitations/{id}: 15',
      'POST /api/v1/api-keys: 15',
      'POST /api/v1/webhooks/endpoints: 15',
      'PUT /api/v1/webhooks/endpoints/{id}: 15',
      'POST /api/v1/webhooks/endpoints/{id}/rotate-secret: 15',
      'GET /api/v1/account/data: 5',
      'DELETE /api/v1/account: 5',
      'GET /api/v1/auth/users/{id}/data: 15',
      'DELETE /api/v1/auth/users/{id}: 15',
      'GET /api/v1/customers.csv: 15',
      'GET /api/v1/customers/{id}/data: 15',
      'DELETE /api/v1/customers/{id}: 15',
      'POST /api/v1/audit/entries/{id}/restore: 15',
    ].toSorted(),
  );
  for (const { access } of declared) expect(['public', 'guest']).not.toContain(access);
});

test.each(toTestCases(takeTurn(declared, 0, 8)))(
  '[REAUTH-1] %s asks for the password after an older login, whatever is sent, and then works',
  async (_name, it) => {
    const token = await logInOwner();
    const send = async () => shop.call(it, { token, params: buildParams(), body: {} });
    const minutes = it.recentLogin ?? 0;
    shop.advanceClock(minutes * MINUTE - 10 * SECOND);
    expect(await send()).not.toMatchObject({ body: REFUSAL.body });
    shop.advanceClock(11 * SECOND);
    expect(await send()).toMatchObject(REFUSAL);
    expect((await shop.call(reauthenticate, { token, body: { password: ada.password } })).status).toBe(200);
    expect(await send()).not.toMatchObject({ body: REFUSAL.body });
  },
);

test.each(toTestCases(declared))(
  '[REAUTH-1] %s tells callers without the right only that, and never asks for their password',
  async (_name, it) => {
    const { token } = await shop.signUp();
    shop.advanceClock(60 * MINUTE);
    expect((await shop.call(it, { params: buildParams() })).status).toBe(401);
    const { body } = await shop.call(it, { token, params: buildParams(), body: {} });
    expect(body).toMatchObject({ code: it.access === 'user' ? 'reauthentication_required' : 'forbidden' });
  },
);

const CODE = { startsAt: null, endsAt: null, minimum: 0, categories: [], products: [], maxUses: null, maxUsesPerCustomer: null };

test('[REAUTH-3] a code for 100% off asks for the password after an older login, when it is created or changed to that; others don’t', async () => {
  const token = await logInOwner();
  shop.advanceClock(16 * MINUTE);
  const make = (code: string, value: number) => shop.call(createDiscountCode, { token, body: { ...CODE, code, kind: 'percent', value } });
  expect(await make('ALL', 100)).toMatchObject(REFUSAL);
  const half = await make('HALF', 50);
  expect(half.status).toBe(200);
  const params = { id: half.body.code._id };
  const change = (value: number) => shop.call(updateDiscountCode, { token, params, body: { ...CODE, kind: 'percent', value } });
  expect(await change(100)).toMatchObject(REFUSAL);
  expect((await change(99)).body.code.value).toBe(99);
  await shop.call(reauthenticate, { token, body: { password: ada.password } });
  expect([(await make('ALL', 100)).status, (await change(100)).status]).toEqual([200, 200]);
});
