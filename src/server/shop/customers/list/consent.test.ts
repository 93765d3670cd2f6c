/** Whether customers agreed to get offers by email: asked only where the merchant wants it, given by themselves alone. */
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { guest } from '../../../../../tests/support/guests.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { readProfile, updateProfile } from '../../../../contract/account.ts';
import { login, register } from '../../../../contract/auth.ts';
import { endConsent, listCustomers } from '../../../../contract/customer.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { readSettings, updateSettings } from '../../../../contract/settings.ts';
import { DAY } from '../../../../contract/values.ts';

const shop = await openShopWithPayments();

let mug = '';
let owner = '';
beforeEach(async () => {
  [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 100 }]);
  ({ token: owner } = await shop.signUp({ role: 1, teamRole: 'owner' }));
});

async function ask(asksForConsent: boolean): Promise<void> {
  const { priceRanges, quickAdd } = (await shop.call(readSettings)).body.settings;
  await shop.call(updateSettings, { token: owner, body: { priceRanges, quickAdd, asksForConsent } });
}

const listConsents = async () => {
  const { customers } = (await shop.call(listCustomers, { token: owner, query: { consent: 'given' } })).body;
  return customers.map(({ name, consentAt }) => [name, consentAt]);
};

async function buy(acceptsOffers: unknown, isPaid = true) {
  const { status, body } = await shop.call(startCheckout, {
    body: { products: [{ _id: mug }], guest: { ...guest, acceptsOffers } } as never,
  });
  if (status === 200 && isPaid) await shop.pay(body.url);
  return status;
}

test('[CUST-9] a shop that doesn’t ask keeps no consent, and its pages don’t mention it', async () => {
  expect((await shop.call(readSettings)).body.settings).not.toHaveProperty('asksForConsent');
  await buy(true);
  await shop.call(register, { body: { ...ada, acceptsOffers: true } });
  const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
  expect((await shop.call(readProfile, { token })).body).not.toHaveProperty('acceptsOffers');
  const { name, address } = ada;
  await shop.call(updateProfile, { token, body: { name, address, acceptsOffers: true } });
  expect(await listConsents()).toEqual([]);
});

test('[CUST-9] a guest who ticked the box has agreed from the first paid order on', async () => {
  await ask(true);
  await buy(true, false);
  expect(await listConsents()).toEqual([]);
  await buy(true);
  const first = await listConsents();
  expect(first).toEqual([[guest.name, expect.any(String)]]);
  shop.advanceClock(DAY);
  await buy(true);
  await buy(undefined);
  expect(await listConsents()).toEqual(first);
  for (const other of ['yes', 1, null]) expect(await buy(other)).toBe(400);
});

test('[CUST-9] a customer agrees at registration or in the profile, and can withdraw it, even if the shop no longer asks', async () => {
  await ask(true);
  await shop.call(register, { body: { ...ada, acceptsOffers: true } });
  expect(await listConsents()).toEqual([[ada.name, expect.any(String)]]);
  const { token } = (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body;
  const { name, address } = ada;
  const save = (acceptsOffers?: boolean) =>
    shop.call(updateProfile, { token, body: { name, address, ...(acceptsOffers !== undefined && { acceptsOffers }) } });
  // A form of before doesn't send it.
  await save();
  expect((await shop.call(readProfile, { token })).body.acceptsOffers).toBe(true);
  await ask(false);
  expect((await shop.call(readProfile, { token })).body.acceptsOffers).toBe(true);
  await save(false);
  expect((await shop.call(readProfile, { token })).body).not.toHaveProperty('acceptsOffers');
  expect(await listConsents()).toEqual([]);
});

test('[CUST-9] the team can withdraw a consent, but can’t give one', async () => {
  await ask(true);
  await buy(true);
  const [found] = (await shop.call(listCustomers, { token: owner, query: { filter: 'guests' } })).body.customers;
  const params = { id: String(found?._id) };
  for (let n = 0; n < 2; n += 1)
    expect((await shop.call(endConsent, { token: owner, params })).body.customer).toMatchObject({ consentAt: null, kind: 'guest' });
  expect(await listConsents()).toEqual([]);
  expect((await shop.call(endConsent, { token: owner, params: { id: mug } })).body).toMatchObject({ code: 'customer_not_found' });
});
