/** Accounts save cards at Stripe, see and remove them here; nothing of a card is stored. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import { checkOutAsGuest } from '../../../../../tests/support/guests.ts';
import { openStripeShop } from '../../../../../tests/support/stripe/stripe-shop.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { listSavedCards, removeSavedCard } from '../../../../contract/saved-cards.ts';
import { readSettings, updateSettings } from '../../../../contract/settings.ts';
import { eraseAccount } from '../../customers/privacy/privacy.service.ts';
import { orders } from '../../database/schema/order.ts';
import { paymentCustomers } from '../../database/schema/payment.ts';
import { deleteErasedCustomers, provideCustomer } from './saved-cards.service.ts';

const { shop, stripe } = await openStripeShop();
const { db } = shop.deps;
const { cards } = stripe.state;

let mug = '';
let ada: Awaited<ReturnType<typeof shop.signUp>>;
let admin = '';
beforeEach(async () => {
  [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 100 }]);
  ada = await shop.signUp({ name: 'Ada' });
  admin = (await shop.signUp({ role: 1, teamRole: 'owner' })).token;
  stripe.calls.length = 0;
  await switchOn(true);
});

async function switchOn(savesCards: boolean) {
  const { shop: _shop, payment: _payment, footerPages: _pages, ...settings } = (await shop.call(readSettings)).body.settings;
  expect((await shop.call(updateSettings, { token: admin, body: { ...settings, savesCards } })).status).toBe(200);
}

const checkOut = async (token = ada.token) => {
  const { status, body } = await shop.call(startCheckout, { token, body: { products: [{ _id: mug }] } });
  expect([status, body.message]).toEqual([200, undefined]);
  const session = stripe.state.sessions.get(body.id);
  if (!session) throw new Error('Stripe has no such session');
  return session;
};
const list = async (token = ada.token) => (await shop.call(listSavedCards, { token })).body.cards;
const remove = async (id: string, token = ada.token) => (await shop.call(removeSavedCard, { token, params: { id } })).status;
const listRows = () => db.select().from(paymentCustomers);
const listPaths = () => stripe.calls.map(({ method, path }) => `${method} ${path}`);

test('[SAVEDCARD-1] off, as it is by default, nobody is known at the provider, no page says anything, and nothing is asked there', async () => {
  await switchOn(false);
  const session = await checkOut();
  expect([session.customer, session.saved_payment_method_options]).toEqual([null, {}]);
  expect((await shop.call(readSettings)).body.settings).not.toHaveProperty('payment.keepsCards');
  expect([await list(), await remove('pm_1')]).toEqual([[], 404]);
  expect([listPaths(), await listRows()]).toEqual([['POST /v1/checkout/sessions'], []]);
});

test('[SAVEDCARD-2] an account is one customer at the provider, whose page shows and saves cards; a guest is none', async () => {
  expect((await shop.call(readSettings)).body.settings.payment.keepsCards).toBe(true);
  const first = await checkOut();
  expect(first.saved_payment_method_options).toEqual({ payment_method_save: 'enabled' });
  expect(first.customer_email).toBeNull();
  expect((await checkOut()).customer).toBe(first.customer);
  expect(await listRows()).toMatchObject([{ id: first.customer, userId: ada.id, providerAccount: 'acct_standin/test' }]);
  const other = await shop.signUp({ name: 'Grace' });
  expect((await checkOut(other.token)).customer).not.toBe(first.customer);
  const { body } = await checkOutAsGuest(shop, [mug], { email: ada.email });
  expect(stripe.state.sessions.get(body.id)).toMatchObject({ customer: null, saved_payment_method_options: {} });
});

test('[SAVEDCARD-3] the account sees brand, last digits and end of its cards, and removes one; nobody else’s, and none is stored', async () => {
  expect(await list()).toEqual([]);
  const { customer } = await checkOut();
  const card = cards.save(customer ?? '', '4444');
  cards.save(customer ?? '', '1881');
  expect(await list()).toEqual([
    { _id: card.id, brand: 'visa', last4: '4444', expiryMonth: 12, expiryYear: 2049 },
    expect.objectContaining({ last4: '1881' }),
  ]);
  const other = await shop.signUp({ name: 'Grace' });
  expect([await list(other.token), await remove(card.id, other.token)]).toEqual([[], 404]);
  await checkOut(other.token);
  expect([await remove(card.id, other.token), await remove('pm_unknown'), await remove('../cus')]).toEqual([404, 404, 400]);
  expect((await shop.call(listSavedCards)).status).toBe(401);
  expect([await remove(card.id), await remove(card.id)]).toEqual([200, 404]);
  expect((await list()).map(({ last4 }) => last4)).toEqual(['1881']);
  const stored = JSON.stringify([await listRows(), await db.select().from(orders)]);
  expect(stored).not.toMatch(/4444|1881|pm_/);
});

test('[SAVEDCARD-4] an erased account’s customer is deleted at the provider, also if that fails at first', async () => {
  const { customer } = await checkOut();
  stripe.state.expireSession([...stripe.state.sessions.keys()].at(-1) ?? '');
  await db.update(orders).set({ status: 'expired', stock: 'none' }).where(eq(orders.userId, ada.id));
  await eraseAccount(shop.deps, ada.id);
  expect(await listRows()).toMatchObject([{ id: customer, userId: null }]);
  stripe.failures.push({ timing: 'before', kind: '500' }, { timing: 'before', kind: '500' });
  await expect(deleteErasedCustomers(shop.deps)).rejects.toThrow();
  expect(stripe.state.tax.customers.has(customer ?? '')).toBe(true);
  expect(await deleteErasedCustomers(shop.deps)).toBe(1);
  expect([stripe.state.tax.customers.has(customer ?? ''), await listRows()]).toEqual([false, []]);
  // Of an account there that isn't connected, it waits.
  await db.insert(paymentCustomers).values({ id: 'cus_other', providerAccount: 'acct_other/live', userId: null, createdAt: new Date() });
  expect([await deleteErasedCustomers(shop.deps), (await listRows()).length]).toEqual([0, 1]);
});

test('[SAVEDCARD-5] a customer who was deleted there, a refusal, and two checkouts at once stop no checkout', async () => {
  const { customer } = await checkOut();
  stripe.state.tax.customers.delete(customer ?? '');
  expect((await checkOut()).customer).toBeNull();
  expect(await listRows()).toEqual([]);
  const anew = (await checkOut()).customer;
  expect(anew).not.toBe(customer);
  stripe.state.tax.customers.delete(anew ?? '');
  expect([await list(), await listRows()]).toEqual([[], []]);
  const limited = stripe.accounts.get('sk_test_standin');
  limited?.forbidden.push('customers');
  expect((await checkOut()).customer).toBeNull();
  limited?.forbidden.pop();
  const person = { userId: ada.id, email: ada.email, name: 'Ada' };
  const { payment } = shop.deps;
  if (!payment) throw new Error('the shop has no provider');
  const provide = () => provideCustomer(shop.deps, payment, person);
  const [{ customer: one }, other] = await Promise.all([provide(), provide()]);
  expect(other).toEqual({ customer: one });
  expect((await listRows()).filter(({ userId }) => userId === ada.id)).toHaveLength(1);
  await deleteErasedCustomers(shop.deps);
  expect([...stripe.state.tax.customers.keys()].filter((id) => id === one)).toEqual([one]);
  stripe.failures.push({ timing: 'before', kind: '500' }, { timing: 'before', kind: '500' });
  expect((await shop.call(listSavedCards, { token: ada.token })).status).toBe(502);
});
