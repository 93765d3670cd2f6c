/** A person's copy of what the shop keeps of them. */
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { addCustomerNote } from '../../../../contract/account.ts';
import { createAddress } from '../../../../contract/address.ts';
import { login, reauthenticate, register } from '../../../../contract/auth.ts';
import { exportCustomerData, exportOwnData } from '../../../../contract/privacy.ts';
import { HOUR, MINUTE } from '../../../../contract/values.ts';

const shop = await openShopWithPayments();

async function registerAndLogIn(): Promise<string> {
  await shop.call(register, { body: ada });
  return (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body.token;
}

test('[DATA-1] the copy has account, addresses, sessions, orders and emails of this person only, and no secret', async () => {
  const token = await registerAndLogIn();
  const other = await shop.signUp({ name: 'Somebody Else' });
  const place = { recipient: 'Ada', street: '12 St James Square', postcode: 'SW1Y 4LE', city: 'London', region: '', country: 'GB' };
  await shop.call(createAddress, { token, body: { ...place, isDefault: true } });
  for (const buyer of [token, other.token]) {
    const { body } = await shop.checkOut(buyer, await seedProducts(shop, [{ priceCents: 1000, quantity: 5 }]));
    await shop.pay(body.url);
  }
  await shop.checkOut(token, await seedProducts(shop, [{ priceCents: 500, quantity: 5 }]));
  const { status, body } = await shop.call(exportOwnData, { token });
  expect(status).toBe(200);
  const { account, addresses, sessions, orders, emails } = body.data;
  expect(account).toMatchObject({ name: ada.name, email: ada.email, phone: ada.phone, address: ada.address });
  expect(addresses.map(({ city }) => city)).toEqual(['London']);
  expect(sessions).toHaveLength(1);
  expect(orders.map(({ status: it, total }) => [it, total])).toEqual([
    ['pending', 5],
    ['paid', 10],
  ]);
  expect(emails.map(({ subject }) => subject).join()).toMatch(/order/i);
  const text = JSON.stringify(body);
  for (const secret of [ada.password, ada.answer, token, other.email, 'hash', '$argon2']) expect(text).not.toContain(secret);
});

test('[DATA-2] the copy asks for the password, and can be downloaded ten times an hour', async () => {
  const token = await registerAndLogIn();
  shop.advanceClock(6 * MINUTE);
  expect(await shop.call(exportOwnData, { token })).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  await shop.call(reauthenticate, { token, body: { password: ada.password } });
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await shop.call(exportOwnData, { token })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  shop.advanceClock(HOUR);
  await shop.call(reauthenticate, { token, body: { password: ada.password } });
  expect((await shop.call(exportOwnData, { token })).status).toBe(200);
  expect((await shop.call(exportOwnData)).status).toBe(401);
});

test('[DATA-3] staff can export a person’s data, without the team’s own notes', async () => {
  const customer = await shop.signUp({ name: 'Grace' });
  const staff = await shop.signUp({ teamRole: 'staff' });
  const params = { id: customer.id };
  await shop.call(addCustomerNote, { token: staff.token, params, body: { text: 'A difficult one' } });
  const { body } = await shop.call(exportCustomerData, { token: staff.token, params });
  expect(body.data.account.name).toBe('Grace');
  expect(JSON.stringify(body)).not.toContain('difficult');
  const readOnly = await shop.signUp({ teamRole: 'read-only' });
  for (const token of [readOnly.token, customer.token]) expect((await shop.call(exportCustomerData, { token, params })).status).toBe(403);
  const nobody = { id: '00000000-0000-4000-8000-000000000000' };
  expect((await shop.call(exportCustomerData, { token: staff.token, params: nobody })).status).toBe(404);
});
