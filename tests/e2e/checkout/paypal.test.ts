/** An owner connects PayPal, and customers pay there, or come back without. PayPal is a stand-in on this machine. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAddress } from '../../../src/contract/connections.ts';
import { listOrders } from '../../../src/contract/order.ts';
import type { Product } from '../../../src/contract/product.ts';
import { CLIENT_ID, CLIENT_SECRET, type FakePaypal, startFakePaypal } from '../../support/paypal/paypal-server.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { main } from '../admin/locators.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct, makeShopper, type Session } from '../support/api-client.ts';
import { cartBadge, heading } from '../support/steps.ts';
import { findToast, goTo, NARROW, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { checkoutButton, orderButton } from './test-products.ts';

let paypal: FakePaypal;
let shop: ShopProcess;
let admin: Session;
let mug: Product;

beforeAll(async () => {
  paypal = await startFakePaypal(() => new Date());
  const env = { DEMO: 'off', START_OPEN: 'on', SECOND_FACTOR: 'optional', PAYPAL_API_BASE: paypal.baseUrl };
  shop = await startShop({ dataDir: makeEmptyDataDir(), env });
  admin = await logInAdmin(shop.origin);
  await call(shop.origin, connectAddress, { token: admin.token, body: { url: shop.origin } });
  const { _id: category } = await makeCategory(shop.origin, admin.token);
  mug = await makeProduct(shop.origin, admin.token, category, { price: 12.5, quantity: 5 });
});

afterAll(async () => {
  await shop.stop();
  await paypal.close();
});

const visit = prepareVisits('');

test('[PAYPAL-13] [PAYPAL-15] the owner pastes client id and secret, is told what is wrong, and offers PayPal', async () => {
  const { page, expectBrowserErrors } = await visit({ session: admin, origin: shop.origin });
  expectBrowserErrors(/409 \(Conflict\)/);
  await goTo(page, '/dashboard/admin/settings/payments');
  await main(page).getByText('Your shop takes no payments yet').waitFor();
  const live = main(page).getByRole('region', { name: 'PayPal, Sandbox' });
  await live.getByText('Connect the sandbox').first().click();
  await live.getByLabel('Client ID', { exact: true }).fill(CLIENT_ID);
  await live.getByLabel('Secret', { exact: true }).fill('not-the-secret');
  await live.getByRole('button', { name: 'Connect the sandbox' }).click();
  await live.getByText(/one is mistyped/).waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await live.getByLabel('Secret', { exact: true }).fill(CLIENT_SECRET);
  await live.getByRole('button', { name: 'Connect the sandbox' }).click();
  await findToast(page, 'PayPal is connected').waitFor();
  await main(page)
    .getByText(/Nothing is missing: PayPal accepts/)
    .waitFor();
  await main(page).getByText('Your shop takes no cards').waitFor();
  await expect.poll(() => main(page).getByRole('group', { name: 'PayPal', exact: true }).count()).toBe(1);
  expect(await findA11yViolations(page)).toEqual([]);
  expect(await page.content()).not.toContain(CLIENT_SECRET);
});

test('[PAYPAL-1] who picks PayPal approves there, comes back, and has paid', async () => {
  const session = await makeShopper(shop.origin);
  const { page } = await visit({ session, origin: shop.origin, storage: { cart: [mug, mug] }, viewport: NARROW });
  await goTo(page, '/cart');
  await checkoutButton(page).click();
  await page.waitForURL('**/checkout');
  await page.getByRole('radio', { name: /PayPal/ }).check();
  await page.getByText('You pay at PayPal').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await orderButton(page).click();
  await page.waitForURL(`${paypal.baseUrl}/checkoutnow**`);
  await page.getByText('Pay 25.00 USD').waitFor();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.waitForURL('**/success?order=**');
  await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
  await expect.poll(() => cartBadge(page).textContent()).toBe('0');
  const { orders } = await call(shop.origin, listOrders, { token: session.token });
  expect(orders).toMatchObject([{ status: 'paid', total: 25, paymentMethod: { name: 'PayPal' } }]);
});

test('[PAYPAL-6] a declined card leads back to PayPal; who gives up there has the cart as it was', async () => {
  const session = await makeShopper(shop.origin);
  const { page } = await visit({ session, origin: shop.origin, storage: { cart: [mug] } });
  await goTo(page, '/cart');
  await checkoutButton(page).click();
  await page.waitForURL('**/checkout');
  await orderButton(page).click();
  await page.waitForURL(`${paypal.baseUrl}/checkoutnow**`);
  paypal.state.nextCapture = 'instrument';
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.waitForURL(`${paypal.baseUrl}/checkoutnow**`);
  paypal.state.nextCapture = 'COMPLETED';
  await page.getByRole('link', { name: 'Cancel and return' }).click();
  await page.waitForURL('**/cancel?order=**');
  await page
    .getByRole('link', { name: /checkout/i })
    .first()
    .click();
  await page.waitForURL('**/checkout');
  await page.getByRole('radio', { name: /PayPal/ }).waitFor();
  await goTo(page, '/cart');
  await expect.poll(() => cartBadge(page).textContent()).toBe('1');
  const { orders } = await call(shop.origin, listOrders, { token: session.token, query: { status: 'unpaid' } });
  expect(orders).toMatchObject([{ status: 'cancelled' }]);
});
