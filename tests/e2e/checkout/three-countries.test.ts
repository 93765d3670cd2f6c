/** A Californian, a Berliner and a guest from Tokyo buy: address, tax and shipping are the same on every page and paper. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAnyOrder } from '../../../src/contract/order-admin.ts';
import {
  readShippingSettings,
  readTaxSettings,
  type ShippingSettings,
  type TaxSettings,
  updateShippingSettings,
  updateTaxSettings,
} from '../../../src/contract/pricing-settings.ts';
import type { Product } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { takeFirst } from '../../support/projects.ts';
import { call, logInAdmin, makeShopper, type Session } from '../support/api-client.ts';
import { payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { fillAddress } from './address-form.ts';
import { orderButton, prepareProducts, readCartTotal } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { adminToken, newProduct } = prepareProducts();

const DELIVERY = { min: 2, max: 4 };

const zone = (name: string, country: string, price: number): ShippingSettings['zones'][number] => ({
  name,
  places: [{ country, region: '' }],
  rates: [{ name: `To ${name}`, basis: 'flat', tiers: [{ from: 0, price }], freeFrom: null, deliveryDays: DELIVERY }],
});

const SHIPPING: ShippingSettings = {
  defaultCountry: 'US',
  zones: [zone('America', 'US', 5), zone('Germany', 'DE', 12), zone('Japan', 'JP', 20)],
};

const TAX: TaxSettings = {
  pricesIncludeTax: false,
  taxShipping: false,
  rates: [
    { country: 'US', region: 'CA', rate: 7.25 },
    { country: 'DE', region: '', rate: 19 },
    { country: 'JP', region: '', rate: 10 },
  ],
};

let admin: Session;
let restore: () => Promise<unknown>;
let parcel: Product;

beforeAll(async () => {
  admin = await logInAdmin(origin);
  const { token } = admin;
  const { shipping } = await call(origin, readShippingSettings, { token });
  const { tax } = await call(origin, readTaxSettings, { token });
  restore = async () => {
    await call(origin, updateShippingSettings, { token, body: shipping });
    await call(origin, updateTaxSettings, { token, body: tax });
  };
  await call(origin, updateShippingSettings, { token, body: SHIPPING });
  await call(origin, updateTaxSettings, { token, body: TAX });
  const product = await newProduct({ price: 100, quantity: 50 });
  await call(origin, updateProduct, { token: adminToken(), params: { id: product._id }, body: { shipping: 1 } });
  parcel = { ...product, shipping: 1 };
});

afterAll(() => restore());

interface Buyer {
  address: Parameters<typeof fillAddress>[1];
  /** As it is printed. */
  text: string;
  shipping: string;
  tax: string;
  total: string;
}

const CALIFORNIAN: Buyer = {
  address: {
    country: 'United States',
    recipient: 'Cal Fornia',
    street: '1 Market Street',
    city: 'San Francisco',
    region: 'California',
    postcode: '94105',
  },
  text: 'Cal Fornia\n1 Market Street\nSan Francisco, CA 94105\nUnited States',
  shipping: '$5.00',
  tax: 'Tax (7.25%)',
  total: '$112.25',
};

const BERLINER: Buyer = {
  address: {
    country: 'Germany',
    recipient: 'Bert Berliner',
    street: 'Invalidenstraße 1',
    city: 'Berlin',
    region: '',
    postcode: '10115',
  },
  text: 'Bert Berliner\nInvalidenstraße 1\n10115 Berlin\nGermany',
  shipping: '$12.00',
  tax: 'Tax (19%)',
  total: '$131.00',
};

const TOKYOITE: Buyer = {
  address: {
    country: 'Japan',
    recipient: '山田 花子',
    street: '銀座 4-5-6',
    city: '中央区',
    region: '東京都 (Tokyo)',
    postcode: '104-0061',
  },
  text: '〒104-0061\n東京都\n中央区\n銀座 4-5-6\n山田 花子\nJapan',
  shipping: '$20.00',
  tax: 'Tax (10%)',
  total: '$130.00',
};

const main = (page: Page) => page.locator('main');

/** The days of delivery, as the order has them. */
async function expectDelivery(page: Page, days: string): Promise<void> {
  for (const part of ['Estimated delivery', days]) await expect.poll(() => main(page).textContent()).toContain(part);
}

async function expectAll(page: Page, { text, shipping, tax, total }: Buyer): Promise<void> {
  for (const part of [text, shipping, tax, total]) await expect.poll(() => main(page).textContent()).toContain(part);
}

/** What the checkout says, such as `Tue, Nov 24 – Thu, Nov 26`. */
async function readArrival(page: Page): Promise<string> {
  const text = await main(page)
    .getByText(/^Arrives /)
    .first()
    .textContent();
  return (text ?? '').replace('Arrives ', '');
}

/** The papers and pages of an order that was paid: `page` shows it to its buyer. */
async function expectAgreement(page: Page, id: string, buyer: Buyer, days: string): Promise<void> {
  await expectAll(page, buyer);
  await expectDelivery(page, days);
  await main(page).getByRole('link', { name: 'Invoice' }).click();
  await main(page).getByRole('article').waitFor();
  await expectAll(page, buyer);
  const { order } = await call(origin, readAnyOrder, { token: admin.token, params: { id } });
  expect([order.address, `$${order.total.toFixed(2)}`]).toEqual([buyer.text, buyer.total]);
  const { page: office } = await visit({ session: admin });
  await goTo(office, `/dashboard/admin/orders/${id}`);
  await expectAll(office, buyer);
  await expectDelivery(office, days);
  await goTo(office, `/dashboard/admin/orders/print?kind=slip&orders=${id}`);
  const slip = main(office).getByRole('article');
  await slip.getByText('Packing slip').waitFor();
  await expectDelivery(office, days);
  await expect.poll(() => slip.textContent()).toContain(buyer.text);
  await expect.poll(async () => (await slip.textContent())?.split(buyer.address.recipient).length).toBe(2);
  await goTo(office, `/dashboard/admin/orders?keyword=${encodeURIComponent(buyer.address.recipient)}`);
  await main(office).getByText(`Ships to ${buyer.address.recipient}`).first().waitFor();
}

test.each(
  takeFirst(
    [
      ['a Californian', CALIFORNIAN],
      ['a Berliner', BERLINER],
    ],
    1,
  ),
)('[ADDR-8] [ADDR-11] [SHIP-8] %s buys with an account', { tags: ['full'] }, async (_who, buyer) => {
  const session = await makeShopper(origin, undefined, { hasAddress: false });
  const { page } = await visit({ session, storage: { cart: [parcel] } });
  await goTo(page, '/checkout');
  await fillAddress(main(page), buyer.address);
  await expect.poll(() => readCartTotal(page)).toBe(buyer.total);
  for (const part of [buyer.shipping, buyer.tax]) await expect.poll(() => main(page).textContent()).toContain(part);
  const days = await readArrival(page);
  await orderButton(page).click();
  await page.waitForURL('**/pay/**');
  await expect.poll(() => page.locator('body').textContent()).toContain(buyer.total);
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await main(page).getByText(buyer.address.recipient).first().waitFor();
  await expectDelivery(page, days);
  const id = new URL(page.url()).searchParams.get('order') ?? '';
  await goTo(page, `/dashboard/user/orders/${id}`);
  await expectAgreement(page, id, buyer, days);
});

test('[ADDR-8] [ADDR-11] [ADDR-12] [SHIP-8] a guest from Tokyo buys; until they choose a country that the shop ships to the button waits', {
  tags: ['full'],
}, async () => {
  const { page } = await visit({ storage: { cart: [parcel] } });
  await goTo(page, '/cart');
  await page.getByText('Estimated for United States.').waitFor();
  await page.getByRole('link', { name: 'Check out as guest' }).click();
  const form = page.getByRole('form', { name: 'Checkout' });
  await expect
    .poll(() => form.getByLabel('Country').locator('option').allTextContents())
    .toEqual(['Choose a country', 'Germany', 'Japan', 'United States']);
  await form.getByLabel('Email', { exact: true }).fill('hanako@example.com');
  await fillAddress(form, TOKYOITE.address);
  await expect.poll(() => readCartTotal(page)).toBe(TOKYOITE.total);
  const submit = orderButton(page);
  // As typed for a shop that shipped there: France stays, says so, and nobody gets further.
  await page.evaluate(() => {
    sessionStorage.setItem('guest', JSON.stringify({ ...JSON.parse(sessionStorage.getItem('guest') ?? '{}'), country: 'FR', region: '' }));
  });
  await page.reload();
  await form.getByText("We don't ship to this country").waitFor();
  await expect.poll(() => submit.isDisabled()).toBe(true);
  await fillAddress(form, TOKYOITE.address);
  const days = await readArrival(page);
  await submit.click();
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await main(page).getByRole('link', { name: 'View order' }).click();
  await page.waitForURL('**/guest/orders/**');
  await expectAgreement(page, /orders\/([\w-]+)#/.exec(page.url())?.[1] ?? '', TOKYOITE, days);
});
