/** An owner tries a shop that takes no payments: buys by a test card, works on the order, and deletes it without a trace. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAddress } from '../../../src/contract/address.ts';
import { readWaiting } from '../../../src/contract/email.ts';
import { readOrder as readOwnOrder } from '../../../src/contract/order.ts';
import { type Product, readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { readDashboardStats } from '../../../src/contract/reports.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { checkoutButton, orderButton } from '../checkout/test-products.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, HOME, logInAdmin, makeCategory, makeProduct, makeShopper, type Session } from '../support/api-client.ts';
import { DECLINED_CARD, heading, payWithCard, VALID_CARD } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

let shop: ShopProcess;
let owner: Session;
let mug: Product;

beforeAll(async () => {
  shop = await startShop({ dataDir: makeEmptyDataDir(), env: { DEMO: 'off', SECOND_FACTOR: 'optional' } });
  owner = await logInAdmin(shop.origin);
  const category = await makeCategory(shop.origin, owner.token);
  mug = await makeProduct(shop.origin, owner.token, category._id, { name: 'Everyday Mug', price: 12.5, quantity: 5 });
  await call(shop.origin, updateProduct, { token: owner.token, params: { id: mug._id }, body: { status: 'active' } });
  await call(shop.origin, createAddress, { token: owner.token, body: HOME });
});

afterAll(() => shop.stop());

const visit = prepareVisits('');
const bar = (page: Page) => page.getByRole('region', { name: 'Test orders' });
const readFigures = async () => ({
  stats: await call(shop.origin, readDashboardStats, { token: owner.token }),
  waiting: await call(shop.origin, readWaiting, { token: owner.token }),
  stock: (await call(shop.origin, readProduct, { params: { slug: mug.slug } })).product[0]?.quantity,
});

test('[TESTORD-1] [TESTORD-2] [TESTORD-3] [TESTORD-4] [TESTORD-5] an owner buys, ships, refunds and deletes a test order; stock and figures stay', {
  tags: ['full'],
}, async () => {
  const before = await readFigures();
  const { page, expectBrowserErrors } = await visit({ session: owner, storage: { cart: [mug, mug] }, origin: shop.origin });
  expectBrowserErrors(/status of 402/);
  await goTo(page, '/cart');
  await main(page).getByText('Checkout isn’t available yet').or(main(page).locator('#checkout-unavailable')).first().waitFor();

  await goTo(page, '/dashboard/admin/settings/payments');
  await main(page).getByRole('button', { name: 'Turn on for 24 hours' }).click();
  await findToast(page, 'Test orders are on').waitFor();
  await main(page)
    .getByText(/^On in this browser until/)
    .waitFor();
  expect(await findA11yViolations(page)).toEqual([]);

  await goTo(page, '/cart');
  await bar(page).getByText('Test mode: your orders are tests.').waitFor();
  await checkoutButton(page).click();
  await page.waitForURL('**/checkout');
  await bar(page).waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await orderButton(page).click();
  await page.waitForURL('**/pay/**');
  await payWithCard(page, DECLINED_CARD);
  await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor();
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
  const id = new URL(page.url()).searchParams.get('order') ?? '';
  expect((await call(shop.origin, readOwnOrder, { token: owner.token, params: { id } })).order).toMatchObject({
    status: 'paid',
    isTest: true,
  });
  expect(await readFigures()).toEqual(before);

  await goTo(page, '/dashboard/admin/orders');
  const row = findRow(page, '#900000001');
  await row.getByText('Test', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Test orders', exact: true }).click();
  await page.waitForURL('**status=test');
  await row.getByRole('link').first().click();
  await main(page).getByText('This is a test order').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await main(page).getByRole('button', { name: 'Mark as shipped' }).click();
  await dialog(page).getByLabel('Carrier').fill('UPS');
  await dialog(page).getByRole('button', { name: 'Mark as shipped' }).click();
  await findToast(page, 'Marked as shipped').waitFor();
  await main(page).getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog(page).getByLabel('Amount', { exact: true }).fill('25');
  await dialog(page).getByLabel('Reason').fill('A try');
  await dialog(page).getByRole('button', { name: 'Issue refund' }).click();
  await findToast(page, 'Refund issued').waitFor();
  await main(page).getByText('Refunded', { exact: true }).first().waitFor();
  await goTo(page, `/dashboard/admin/orders/print?kind=slip&orders=${id}`);
  await main(page).getByText('Test order, not a sale').waitFor();
  expect(await readFigures()).toEqual(before);

  await goTo(page, '/dashboard/admin/orders?status=test');
  await row.waitFor();
  await main(page).getByRole('button', { name: 'Delete test orders' }).click();
  await findToast(page, '1 test order deleted').waitFor();
  await main(page).getByText('No matching orders').waitFor();
  await expect.poll(() => row.count()).toBe(0);
  expect(await readFigures()).toEqual(before);
});

test('[TESTORD-1] [TESTORD-2] on a phone the bar leaves the button to order in reach, ends by one click, and customers never see it', {
  tags: ['full'],
}, async () => {
  const { page } = await visit({ session: owner, storage: { cart: [mug] }, origin: shop.origin, viewport: NARROW });
  await goTo(page, '/dashboard/admin/settings/payments');
  await main(page)
    .getByRole('button', { name: /^(Turn on for 24 hours|Turn off)$/ })
    .waitFor();
  const start = main(page).getByRole('button', { name: 'Turn on for 24 hours' });
  if (await start.count()) await start.click();
  await main(page)
    .getByText(/^On in this browser until/)
    .waitFor();
  await goTo(page, '/checkout');
  await bar(page).waitFor();
  await orderButton(page).waitFor();
  const [barBox, button] = await Promise.all([bar(page).boundingBox(), orderButton(page).boundingBox()]);
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0);
  expect((barBox?.y ?? 0) + (barBox?.height ?? 0)).toBeLessThanOrEqual(NARROW.height);
  expect(await hasNoHorizontalScroll(page)).toBe(true);

  const customer = await visit({ session: await makeShopper(shop.origin), storage: { cart: [mug] }, origin: shop.origin });
  await goTo(customer.page, '/cart');
  await customer.page.locator('#checkout-unavailable').waitFor();
  await expect.poll(() => bar(customer.page).count()).toBe(0);

  await bar(page).getByRole('button', { name: 'End' }).click();
  await findToast(page, 'Test orders are off. Your orders are real again.').waitFor();
  await expect.poll(() => bar(page).count()).toBe(0);
  await main(page).getByRole('link', { name: 'Back to cart' }).first().waitFor();
});

test('[TESTORD-2] where test orders ended meanwhile, the checkout says so and orders nothing', { tags: ['full'] }, async () => {
  const session = { ...owner, testOrdersUntil: '2099-01-01T00:00:00.000Z' };
  const storage = { auth: session, cart: [mug] };
  const { page, expectBrowserErrors } = await visit({ storage, origin: shop.origin });
  expectBrowserErrors(/409 \(Conflict\)/, /test_orders_off|Test orders/);
  await goTo(page, '/checkout');
  await orderButton(page).click();
  await findToast(page, /Test orders have ended, so nothing was ordered/).waitFor();
  expect(page.url()).toContain('/checkout');
});
