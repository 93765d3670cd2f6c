/** The first hour of a merchant: an empty shop becomes one that sells, in the browser alone, and its first order is paid, shipped and refunded. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readShopDetails } from '../../../src/contract/shop-details.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { API_KEY, type FakeStripe, startFakeStripe } from '../../support/stripe/stripe-server.ts';
import { signStripeEvent } from '../../support/stripe/webhook-signature.ts';
import { fillAddress } from '../checkout/address-form.ts';
import { checkoutButton, orderButton } from '../checkout/test-products.ts';
import { call, logInAdmin, type Session } from '../support/api-client.ts';
import { button, fillFields, heading, VALID_CARD } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { dialog, findRow, main, saveChanges } from './locators.ts';
import { makePngUpload } from './product-form.ts';

let stripe: FakeStripe;
let shop: ShopProcess;
let owner: Session;

beforeAll(async () => {
  stripe = await startFakeStripe(() => new Date());
  const env = { DEMO: 'off', START_OPEN: 'off', SECOND_FACTOR: 'optional', STRIPE_API_BASE: stripe.baseUrl };
  shop = await startShop({ dataDir: makeEmptyDataDir(), env });
  owner = await logInAdmin(shop.origin);
});
afterAll(async () => {
  await shop.stop();
  await stripe.close();
});

const visit = prepareVisits('');
const BERLIN = { country: 'Germany', recipient: 'Ada Guest', street: 'Am Wald 3', city: 'Berlin', region: '', postcode: '10115' };
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** From the home page of the admin area, by the step's button. */
async function startStep(page: Page, step: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Home' }).click();
  await main(page)
    .getByRole('link', { name: `Start: ${step}` })
    .click();
}

/** As Stripe does: the customer pays on its page, it reports that, and leads back. */
async function payAtStripe(page: Page): Promise<void> {
  await page.waitForURL('https://checkout.stripe.com/**');
  const id = page.url().split('/').at(-1) ?? '';
  const created = stripe.calls.findLast(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
  expect(stripe.state.pay(id)).toBe(true);
  await deliverEvents();
  await page.goto(String(created?.form.success_url));
}

async function deliverEvents(): Promise<void> {
  const [webhook] = stripe.state.webhooks.endpoints.values();
  for (const event of stripe.state.events.splice(0)) {
    const body = JSON.stringify(event);
    const headers = signStripeEvent(body, new Date(), webhook?.secret ?? '');
    expect((await fetch(webhook?.url ?? '', { method: 'POST', body, headers })).status).toBe(200);
  }
}

async function putIntoCart(page: Page): Promise<void> {
  await main(page).locator('article').getByText('Fir honey').first().click();
  await button(page, 'Add to Cart').first().click();
  await page.getByRole('link', { name: 'View cart' }).click();
}

test('[SETUP-1] [SHOP-7] [SHIP-10] [TAX-8] [OPEN-5] [TESTORD-1] a stranger opens a shop in an hour: name, product, shipping, tax, payment, a test order, and a guest buys', {
  tags: ['full'],
  timeout: 240_000,
}, async () => {
  const { page } = await visit({ session: owner, origin: shop.origin, timezoneId: 'Europe/Berlin' });
  await goTo(page, '/dashboard/admin');
  await startStep(page, 'Name and logo');
  await main(page).getByLabel('Shop name').fill('Tannhof');
  // The country brings what goes with it.
  await main(page).getByLabel('Country', { exact: true }).selectOption('DE');
  await saveChanges(page);
  await findToast(page, 'Shop details saved').waitFor();
  expect((await call(shop.origin, readShopDetails, { token: owner.token })).shop).toMatchObject({
    name: 'Tannhof',
    ...{ country: 'DE', currency: 'EUR', priceLocale: 'de-DE', timeZone: 'Europe/Berlin' },
  });

  // A text that is right as it came is taken by one click.
  await goTo(page, '/dashboard/admin/pages/legal');
  await button(page, 'Use this text for About').click();
  await findToast(page, 'About saved').waitFor();
  await button(page, 'Use this text for About').waitFor({ state: 'detached' });

  await startStep(page, 'First product');
  await page.getByLabel('New category').fill('Honey');
  await page.setInputFiles('input[type="file"][name="image"]', await makePngUpload('teal'));
  await fillFields(page, { Name: 'Fir honey', Description: 'Dark.', Price: '9,50', Quantity: '8' });
  await page.getByLabel('Shipping', { exact: true }).selectOption({ label: 'Yes' });
  await button(page, 'Submit').click();
  await findToast(page, 'successfully created product').waitFor();
  await page.waitForURL('**/dashboard/admin/products');
  await main(page).getByText('9,50').waitFor();

  await startStep(page, 'Shipping');
  await button(page, 'Germany').click();
  await expect.poll(() => focusedName(page)).toBe('zone-0-rate-0-tier-0-price');
  await page.keyboard.type('4,90');
  await saveChanges(page);
  await findToast(page, 'Shipping zones saved').waitFor();

  await startStep(page, 'Tax');
  await button(page, 'Add 19 %').click();
  await expect.poll(() => main(page).getByRole('switch', { name: 'Prices include tax' }).isChecked()).toBe(true);
  await saveChanges(page);
  await findToast(page, 'Tax saved').waitFor();

  await startStep(page, 'Payment');
  await main(page).getByRole('link', { name: 'Set the address' }).click();
  await button(page, 'Confirm address').click();
  await findToast(page, 'Address confirmed').waitFor();
  await startStep(page, 'Payment');
  const keys = main(page).getByRole('region', { name: 'Test', exact: true });
  await keys.getByLabel('Secret key').fill(API_KEY);
  await keys.getByRole('button', { name: 'Connect test key' }).click();
  await findToast(page, 'Connected to Stand-in Ltd').waitFor();

  // The shop isn't open yet: what the test page reports of the payment arrives all the same.
  await startStep(page, 'Test order');
  await expect.poll(() => focusedText(page)).toBe('Turn on for 24 hours');
  await page.keyboard.press('Enter');
  await main(page).getByRole('link', { name: 'Place a test order' }).click();
  await putIntoCart(page);
  await checkoutButton(page).click();
  await fillAddress(main(page), BERLIN);
  await orderButton(page).click();
  await page.waitForURL('**/pay/**');
  await fillFields(page, { 'Card number': VALID_CARD, 'Expiry (MM/YY)': '12/40', CVC: '123', 'Name on card': 'Anna' });
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toBe('Payment successful');

  await goTo(page, '/dashboard/admin');
  await startStep(page, 'Opening');
  await expect.poll(() => focusedText(page)).toBe('Open shop');
  await page.keyboard.press('Enter');
  await findToast(page, 'Your shop is open').waitFor();

  const guest = await visit({ origin: shop.origin });
  await guest.page.route('https://checkout.stripe.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Stripe</h1>' }));
  await goTo(guest.page, '/');
  await putIntoCart(guest.page);
  await guest.page.getByRole('link', { name: 'Check out as guest' }).click();
  await main(guest.page).getByLabel('Email', { exact: true }).fill('ada@example.com');
  await fillAddress(main(guest.page), BERLIN);
  await expect.poll(() => orderButton(guest.page).textContent()).toBe('Order and pay 14,40\u00a0€');
  await orderButton(guest.page).click();
  await payAtStripe(guest.page);
  await expect.poll(() => heading(guest.page).textContent()).toBe('Payment successful');

  await goTo(page, '/dashboard/admin/orders');
  await findRow(page, '#1001').getByRole('link').first().click();
  await button(page, 'Mark as shipped').click();
  await dialog(page).getByLabel('Carrier').fill('DHL');
  await dialog(page).getByRole('button', { name: 'Mark as shipped' }).click();
  await findToast(page, 'Marked as shipped').waitFor();
  await button(page, 'Refund').click();
  // The whole sum is proposed.
  await dialog(page).getByLabel('Reason').fill('Broken on the way');
  await dialog(page).getByRole('button', { name: 'Issue refund' }).click();
  await findToast(page, 'Refund issued').waitFor();
  await main(page).getByText('Refunded in full').first().waitFor();
  expect(stripe.state.refunds.map(({ amount, currency }) => [amount, currency])).toEqual([[1440, 'eur']]);
});
