/** A company in Vienna buys from a shop in Germany: without VAT once VIES has confirmed its VAT ID, and with VAT while VIES is away. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readInvoiceSettings, updateInvoiceSettings } from '../../../src/contract/documents.ts';
import { readAnyOrder } from '../../../src/contract/order-admin.ts';
import { updateShippingSettings, updateTaxSettings } from '../../../src/contract/pricing-settings.ts';
import type { Product } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { readShopDetails, updateShopDetails } from '../../../src/contract/shop-details.ts';
import { AUSTRIAN_ID, COMPANY_TAX, GERMAN_ID } from '../../support/company-examples.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { type FakeVies, startFakeVies } from '../../support/vies-server.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session } from '../support/api-client.ts';
import { payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { fillAddress } from './address-form.ts';
import { orderButton, readCartTotal } from './test-products.ts';

let vies: FakeVies;
let shop: ShopProcess;
let owner: Session;
let lamp: Product;

beforeAll(async () => {
  vies = await startFakeVies({ known: [AUSTRIAN_ID] });
  shop = await startShop({ dataDir: makeEmptyDataDir(), env: { VIES_URL: vies.url, DEMO: 'on' } });
  const { origin } = shop;
  owner = await logInAdmin(origin);
  const { token } = owner;
  const zone = { name: 'All', places: ['DE', 'AT'].map((country) => ({ country, region: '' })) };
  const rate = { name: 'Post', basis: 'flat' as const, tiers: [{ from: 0, price: 6 }], freeFrom: null };
  await call(origin, updateShippingSettings, { token, body: { defaultCountry: 'DE', zones: [{ ...zone, rates: [rate] }] } });
  await call(origin, updateTaxSettings, { token, body: COMPANY_TAX });
  const { shop: details } = await call(origin, readShopDetails, { token });
  const { logo: _logo, ...sent } = details;
  await call(origin, updateShopDetails, { token, body: { ...sent, address: 'Torstraße 1\n10119 Berlin', country: 'DE' } });
  const { settings } = await call(origin, readInvoiceSettings, { token });
  await call(origin, updateInvoiceSettings, { token, body: { ...settings, isOn: true, vatId: GERMAN_ID } });
  const category = await makeCategory(origin, token);
  const made = await makeProduct(origin, token, category._id, { price: 20, quantity: 50 });
  await call(origin, updateProduct, { token, params: { id: made._id }, body: { shipping: 1 } });
  lamp = { ...made, shipping: 1 };
});
afterAll(async () => {
  await shop.stop();
  await vies.close();
});

const visit = prepareVisits('');
const VIENNA = { country: 'Austria', recipient: 'Werkstatt Wien', street: 'Praterstraße 1', city: 'Wien', region: '', postcode: '1020' };
const main = (page: Page) => page.locator('main');

async function openCheckout(): Promise<Page> {
  const { page, expectBrowserErrors } = await visit({ origin: shop.origin, storage: { cart: [lamp] } });
  // A VAT ID of another country.
  expectBrowserErrors(/status of 400.*vat-id/);
  await goTo(page, '/checkout');
  await main(page).getByLabel('Email').fill('einkauf@example.com');
  await fillAddress(main(page), VIENNA);
  await expect.poll(() => readCartTotal(page)).toBe('$26.00');
  await main(page).getByLabel('I buy for a company').check();
  await main(page).getByLabel('Company name').fill('Werkstatt Wien GmbH');
  return page;
}

/** Typed as people do, and the field is left. */
async function typeVatId(page: Page, vatId: string): Promise<void> {
  await main(page).getByLabel('VAT ID').fill(vatId);
  await main(page).getByLabel('VAT ID').blur();
}

async function pay(page: Page): Promise<string> {
  await orderButton(page).click();
  await page.waitForURL('**/pay/**');
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  return new URL(page.url()).searchParams.get('order') ?? '';
}

const readOrder = async (id: string) => (await call(shop.origin, readAnyOrder, { token: owner.token, params: { id } })).order;

test('[COMPANY-12] with a confirmed VAT ID no VAT is charged, and order, invoice and team say why', { timeout: 120_000 }, async () => {
  vies.fault = null;
  const page = await openCheckout();
  await typeVatId(page, 'DE 136 695 976');
  await main(page).getByText('belongs to another country').first().waitFor();
  await typeVatId(page, 'at u 135.856-27');
  await main(page).getByText('No VAT is charged').waitFor();
  await expect.poll(() => readCartTotal(page)).toBe('$21.67');
  const id = await pay(page);
  const order = await readOrder(id);
  expect(order).toMatchObject({
    total: 21.67,
    tax: 0,
    billing: { vatId: AUSTRIAN_ID, reverseCharge: true, company: 'Werkstatt Wien GmbH' },
  });
  const { page: office } = await visit({ session: owner, origin: shop.origin });
  await goTo(office, `/dashboard/admin/orders/${id}`);
  await main(office).getByText('Consultation number WAPIAAAA').waitFor();
  await main(office).getByText('Reverse charge: no VAT is charged.').waitFor();
  await goTo(office, '/dashboard/admin/tax-report');
  await main(office).getByText('Reverse charge').first().waitFor();
  await main(office).getByRole('button', { name: 'Download sales to EU companies' }).waitFor();
});

test('[COMPANY-12] while VIES is away VAT is charged, and the checkout says so', { timeout: 120_000 }, async () => {
  vies.fault = 'MS_UNAVAILABLE';
  vies.known.add('ATU10223006');
  const page = await openCheckout();
  await typeVatId(page, 'ATU10223006');
  await main(page).getByText("The EU's register doesn't answer right now").waitFor();
  await main(page).getByText('Total without VAT').waitFor();
  expect(await readCartTotal(page)).toBe('$26.00');
  await main(page).getByLabel('Send the invoice to another address').check();
  await orderButton(page).click();
  // The address is asked for before anything is sent.
  await expect.poll(() => main(page).locator('[name="billing.address.street"]').getAttribute('aria-invalid')).toBe('true');
  await main(page).getByLabel('Send the invoice to another address').uncheck();
  const order = await readOrder(await pay(page));
  expect(order).toMatchObject({ total: 26, tax: 4.33, billing: { vatStatus: 'unavailable' } });
});
