/** Berlin, London, New York, Zürich and Tokyo buy, each by another way to pay, and see what the law there wants before they order. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAddress } from '../../../src/contract/connections.ts';
import { issueGiftCard } from '../../../src/contract/gift-card.ts';
import { readAnyOrder } from '../../../src/contract/order-admin.ts';
import { readPaymentMethods, updatePaymentMethods } from '../../../src/contract/payment-method.ts';
import { connectPaypal } from '../../../src/contract/paypal-connection.ts';
import { updatePriceNotes } from '../../../src/contract/price-notes.ts';
import { updateShippingSettings, updateTaxSettings } from '../../../src/contract/pricing-settings.ts';
import type { Product } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { readShopDetails, updateShopDetails } from '../../../src/contract/shop-details.ts';
import { CLIENT_ID, CLIENT_SECRET, type FakePaypal, startFakePaypal } from '../../support/paypal/paypal-server.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { call, logInAdmin, makeCategory, makeProduct, makeShopper, type Session } from '../support/api-client.ts';
import { payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { fillAddress } from './address-form.ts';
import { orderButton, readCartTotal } from './test-products.ts';

const RATES = [
  { country: 'DE', region: '', rate: 19 },
  { country: 'GB', region: '', rate: 20 },
  { country: 'US', region: 'NY', rate: 8.875 },
  { country: 'CH', region: '', rate: 8.1 },
  { country: 'JP', region: '', rate: 10 },
];

let paypal: FakePaypal;
let shop: ShopProcess;
let owner: Session;
let client: Session & { email: string };
let lamp: Product;
let giftCode: string;

beforeAll(async () => {
  paypal = await startFakePaypal(() => new Date());
  shop = await startShop({ dataDir: makeEmptyDataDir(), env: { DEMO: 'on', SECOND_FACTOR: 'optional', PAYPAL_API_BASE: paypal.baseUrl } });
  const { origin } = shop;
  owner = await logInAdmin(origin);
  const { token } = owner;
  await call(origin, connectAddress, { token, body: { url: origin } });
  await call(origin, connectPaypal, { token, params: { mode: 'test' }, body: { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } });
  const { shop: details } = await call(origin, readShopDetails, { token });
  const { logo: _logo, ...sent } = details;
  await call(origin, updateShopDetails, {
    token,
    body: { ...sent, address: 'Torstraße 1\n10119 Berlin', country: 'DE', withdrawalDays: 14 },
  });
  const rate = { name: 'Post', basis: 'flat' as const, tiers: [{ from: 0, price: 6 }], freeFrom: null, deliveryDays: { min: 2, max: 4 } };
  const places = RATES.map(({ country }) => ({ country, region: '' }));
  await call(origin, updateShippingSettings, { token, body: { defaultCountry: 'DE', zones: [{ name: 'All', places, rates: [rate] }] } });
  await call(origin, updateTaxSettings, { token, body: { pricesIncludeTax: true, taxShipping: true, rates: RATES } });
  await call(origin, updatePriceNotes, { token, body: { lowestPrice: true, taxAndShipping: true, shippingPage: '' } });
  client = await makeShopper(origin, undefined, { hasAddress: false });
  const { methods } = await call(origin, readPaymentMethods, { token });
  const account = { holder: 'Lamps GmbH', iban: 'DE89370400440532013000', bic: '', details: '' };
  const byHand = [
    { kind: 'bank_transfer' as const, name: 'Bank transfer', isOn: true, account },
    { kind: 'invoice' as const, name: 'On invoice', isOn: true, daysToPay: 30, customers: [client.email] },
  ];
  await call(origin, updatePaymentMethods, { token, body: { methods: [...methods, ...byHand] } });
  giftCode = (await call(origin, issueGiftCard, { token, body: { amount: 500, reason: 'A present' } })).code;
  const made = await makeProduct(origin, token, (await makeCategory(origin, token))._id, { price: 119, quantity: 50 });
  await call(origin, updateProduct, { token, params: { id: made._id }, body: { shipping: 1 } });
  lamp = { ...made, shipping: 1 };
});
afterAll(async () => {
  await shop.stop();
  await paypal.close();
});

const visit = prepareVisits('');
const main = (page: Page) => page.locator('main');
const form = (page: Page) => page.getByRole('form', { name: 'Checkout' });

interface City {
  address: Parameters<typeof fillAddress>[1];
  tax: string;
  /** From the button that orders to the page that says it is done. */
  pay: (page: Page) => Promise<void>;
  /** How the order was paid. */
  order: object;
  isClient?: true;
}

const choose = (page: Page, way: RegExp) => form(page).getByRole('radio', { name: way }).check();

const CITIES: Record<string, City> = {
  Berlin: {
    address: { country: 'Germany', recipient: 'Bert Berliner', street: 'Invalidenstraße 1', city: 'Berlin', region: '', postcode: '10115' },
    tax: '19%',
    pay: async (page) => {
      await choose(page, /Bank transfer/);
      await orderButton(page).click();
      await page.waitForURL('**/success?**');
      await expect.poll(() => main(page).textContent()).toContain('DE89 3704 0044 0532 0130 00');
    },
    order: { status: 'pending', paymentMethod: { kind: 'bank_transfer' } },
  },
  London: {
    address: {
      country: 'United Kingdom',
      recipient: 'Lily London',
      street: '10 Fleet Street',
      city: 'London',
      region: '',
      postcode: 'EC4Y 1AA',
    },
    tax: '20%',
    pay: async (page) => {
      await choose(page, /PayPal/);
      await orderButton(page).click();
      await page.waitForURL(`${paypal.baseUrl}/checkoutnow**`);
      await page.getByRole('button', { name: 'Pay now' }).click();
      await page.waitForURL('**/success?**');
    },
    order: { status: 'paid', paymentMethod: { name: 'PayPal' } },
  },
  'New York': {
    address: {
      country: 'United States',
      recipient: 'Nora York',
      street: '1 Wall Street',
      city: 'New York',
      region: 'New York',
      postcode: '10005',
    },
    tax: '8.875%',
    pay: async (page) => {
      await choose(page, /^(Card|Pay online)/);
      await orderButton(page).click();
      await payWithCard(page, VALID_CARD);
      await page.waitForURL('**/success?**');
    },
    order: { status: 'paid' },
  },
  Zürich: {
    address: { country: 'Switzerland', recipient: 'Zoë Züri', street: 'Bahnhofstrasse 1', city: 'Zürich', region: '', postcode: '8001' },
    tax: '8.1%',
    isClient: true,
    pay: async (page) => {
      await choose(page, /On invoice/);
      await orderButton(page).click();
      await page.waitForURL('**/success?**');
    },
    order: { status: 'pending', paymentMethod: { kind: 'invoice' } },
  },
  Tokyo: {
    address: {
      country: 'Japan',
      recipient: '山田 花子',
      street: '銀座 4-5-6',
      city: '中央区',
      region: '東京都 (Tokyo)',
      postcode: '104-0061',
    },
    tax: '10%',
    pay: async (page) => {
      await form(page).getByRole('button', { name: 'Add a gift card' }).click();
      await form(page).getByLabel('Gift card code').fill(giftCode);
      await page.keyboard.press('Enter');
      await form(page).getByText('Nothing is left to pay: no payment page follows.').waitFor();
      await orderButton(page).click();
      await page.waitForURL('**/success?**');
    },
    order: { status: 'paid', balance: { amount: 125, due: 0 } },
  },
};

test.each(Object.entries(CITIES))('[PAYWAY-1] [CHECKOUT-13] somebody in %s buys', async (name, { address, tax, pay, order, isClient }) => {
  const { page } = await visit({ origin: shop.origin, storage: { cart: [lamp] }, ...(isClient && { session: client }) });
  await goTo(page, `/product/${lamp.slug}`);
  await expect.poll(() => main(page).textContent()).toContain('incl. VAT, plus shipping');
  await goTo(page, '/checkout');
  if (!isClient)
    await form(page)
      .getByLabel('Email', { exact: true })
      .fill(`${name.replace(/\W/g, '')}@example.com`);
  await fillAddress(form(page), address);
  await expect.poll(() => readCartTotal(page)).toBe('$125.00');
  // Before the button: the tax of the place, when it arrives, and the sum that is to be paid.
  for (const part of [tax, 'Arrives ', '$125.00']) await expect.poll(() => main(page).textContent()).toContain(part);
  await pay(page);
  const id = new URL(page.url()).searchParams.get('order') ?? '';
  const { order: kept } = await call(shop.origin, readAnyOrder, { token: owner.token, params: { id } });
  expect(kept).toMatchObject({ total: 125, ...order });
  expect(kept.taxes?.map(({ rate }) => `${rate}%`)).toEqual([tax]);
  expect(kept.estimatedDelivery).toEqual({ from: expect.any(String), to: expect.any(String) });
  await goTo(page, '/');
  await page.locator('footer').getByRole('link', { name: 'Withdraw from contract' }).waitFor();
});
