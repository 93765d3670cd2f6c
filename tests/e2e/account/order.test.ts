/** The page of an order, as its customer sees it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readOrder } from '../../../src/contract/order.ts';
import type { Order } from '../../../src/contract/order-fields.ts';
import { createPendingOrder, prepareProducts, readStock } from '../checkout/test-products.ts';
import { call, logIn, makeShopper } from '../support/api-client.ts';
import { button, heading } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareProducts();

const main = (page: Page) => page.locator('main');
const dialog = (page: Page) => page.getByRole('alertdialog');
const timelineSteps = (page: Page) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
const readFocusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

const MOCK_ORDER: Order = {
  _id: '6f2b1f0a-5c1d-4d7e-9a53-0d6a3c1e7b11',
  number: 4711,
  status: 'shipped',
  currency: 'USD',
  total: 49,
  subtotal: 49,
  discount: 0,
  code: null,
  shipping: 0,
  shippingName: null,
  estimatedDelivery: null,
  tax: 0,
  taxRate: 0,
  taxIncluded: false,
  taxAutomatic: false,
  shipTo: null,
  address: '1 Market Street, Springfield',
  createdAt: '2026-11-01T10:00:00.000Z',
  paidAt: '2026-11-02T10:00:00.000Z',
  payableUntil: null,
  processingSince: null,
  refunded: 0,
  carrier: 'Post',
  tracking: 'RR 123 456 789',
  timeline: [
    { status: 'pending', at: '2026-11-01T10:00:00.000Z' },
    { status: 'paid', at: '2026-11-02T10:00:00.000Z' },
    { status: 'shipped', at: '2026-11-03T10:00:00.000Z' },
  ],
  request: null,
  messages: [],
  lines: [
    { product: null, slug: 'a-thing', name: 'A thing', price: 24.5, quantity: 2, image: '/uploads/none-640.webp', discount: 0, tax: 0 },
  ],
};

/** Opens the page of an order from a stubbed response. Its image doesn't exist. `show` opens it again as another order. */
async function openMockOrder(overrides: Partial<Order>, viewport = NARROW) {
  const { page, expectBrowserErrors } = await visit({ session: await makeShopper(origin), viewport });
  expectBrowserErrors(/status of 404.*uploads/);
  let order = MOCK_ORDER;
  await page.route(`**/order/orders/${MOCK_ORDER._id}`, (route) => route.fulfill({ json: { success: true, order } }));
  const show = async (changes: Partial<Order>) => {
    order = { ...MOCK_ORDER, ...changes };
    await goTo(page, `/dashboard/user/orders/${MOCK_ORDER._id}`);
    await main(page).getByRole('heading', { name: 'Items', exact: true }).waitFor();
  };
  await show(overrides);
  return { page, show };
}

describe('an order', () => {
  test('[USER-3] [ORDER-7] the list links to an order: lines, total, address, and its status as a timeline', async () => {
    const { page } = await visit({ session: await logIn(origin, 'shopper@example.com', 'demo-shopper-1') });
    await goTo(page, '/dashboard/user/orders');
    const card = main(page).getByRole('article').filter({ hasText: 'Paid' }).first();
    const name = await card.getByRole('heading').textContent();
    const total = (await card.locator('footer strong').textContent()) ?? '?';
    await card.getByRole('link', { name: name ?? '' }).click();
    await page.waitForURL('**/dashboard/user/orders/*');
    await expect.poll(() => heading(page).textContent()).toBe(name);
    await expect.poll(() => main(page).textContent()).toContain(total);
    await expect
      .poll(() => timelineSteps(page).allTextContents())
      .toMatchObject([expect.stringMatching(/^Placed/), expect.stringMatching(/^Paid/)]);
    await expect.poll(() => main(page).locator('[aria-current="step"]').textContent()).toMatch(/^Paid/);
    await main(page).getByText('27 Alder Street').waitFor();
    const menu = page.getByRole('navigation', { name: 'My account' });
    await expect.poll(() => menu.getByRole('link', { name: 'Orders' }).getAttribute('aria-current')).toBe('page');
    await main(page).getByRole('link', { name: 'All orders' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Order Details');
  });

  test('[USER-3] [ORDER-7] carrier and tracking are shown as text, and the next steps as upcoming', { tags: ['full'] }, async () => {
    const { page } = await openMockOrder({});
    await expect.poll(() => main(page).textContent()).toContain('RR 123 456 789');
    await expect.poll(() => main(page).getByRole('listitem').filter({ hasText: 'Delivered' }).textContent()).toMatch(/upcoming/);
  });

  const STATUS_TEXTS: [Order['status'], Partial<Order>, RegExp][] = [
    ['pending', { number: null, paidAt: null }, /holding your items until you pay/],
    ['pending', { number: null, paidAt: null, processingSince: '2026-11-02T10:00:00.000Z' }, /Payment processing.*can take a few days/s],
    ['paid', {}, /Thank you/],
    ['paid', { refunded: 12.5 }, /\$12\.50 was refunded.*Net total\s*\$36\.50/s],
    ['delivered', {}, /has been delivered/],
    ['cancelled', { number: null, paidAt: null }, /was cancelled\. You have not been charged/],
    ['expired', { number: null, paidAt: null }, /wasn't paid in time.*You have not been charged/],
    ['refunded', { refunded: 49 }, /refunded in full.*−\$49\.00/s],
    ['review', {}, /reviewing your order/],
  ];

  test('[USER-3] [ORDER-7] each status is explained to the customer', { tags: ['full'] }, async () => {
    const { page, show } = await openMockOrder({});
    for (const [status, changes, expectedText] of STATUS_TEXTS) {
      await show({ status, ...changes });
      await expect.poll(() => main(page).innerText(), { message: status }).toMatch(expectedText);
      const cancelButtons = status === 'pending' && !changes.processingSince ? 1 : 0;
      await expect.poll(() => button(page, 'Cancel checkout').count(), { message: status }).toBe(cancelButtons);
    }
  });

  test('[USER-3] [ORDER-7] [ORDER-9] printed, there is the order or its invoice, and no header, menu or button', {
    tags: ['full'],
  }, async () => {
    const { page, expectBrowserErrors } = await visit({
      session: await logIn(origin, 'shopper@example.com', 'demo-shopper-1'),
      colorScheme: 'dark',
    });
    await goTo(page, '/dashboard/user/orders');
    await main(page)
      .getByRole('link', { name: /^Order #/ })
      .first()
      .click();
    await button(page, 'Print').waitFor();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await button(page, 'Print').click();
    await expect.poll(() => page.locator('body').getAttribute('data-printed')).toBe('yes');
    const seeNoControls = async () => {
      await page.emulateMedia({ media: 'print' });
      for (const selector of ['header nav', 'footer nav, body > footer', 'main nav', 'main button']) {
        await expect.poll(() => page.locator(selector).filter({ visible: true }).count(), { message: selector }).toBe(0);
      }
    };
    await seeNoControls();
    await expect.poll(() => heading(page).isVisible()).toBe(true);
    await expect.poll(() => main(page).getByRole('heading', { name: 'Items', exact: true }).isVisible()).toBe(true);
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
    await expect.poll(() => heading(page).evaluate((it) => getComputedStyle(it).color)).toBe('rgb(25, 23, 19)');

    await page.emulateMedia({ media: 'screen' });
    await main(page).getByRole('link', { name: 'Invoice' }).click();
    const invoice = main(page).getByRole('article', { name: /^Invoice #\d+$/ });
    await invoice.getByText('shopper@example.com').waitFor();
    await invoice.getByText('Total', { exact: true }).waitFor();
    await seeNoControls();
    await expect.poll(() => invoice.evaluate((it) => getComputedStyle(it).color)).toBe('rgb(25, 23, 19)');
    await page.emulateMedia({ media: 'screen' });
    const others = await createPendingOrder(await makeShopper(origin), [await newProduct({ quantity: 1 }), 1]);
    expectBrowserErrors(/status of 404/);
    await goTo(page, `/dashboard/user/orders/${others.order}?invoice`);
    await main(page).getByText('This order doesn’t exist, or it was never paid.').waitFor();
  });

  test('[USER-3] [ORDER-7] an unpaid checkout can be cancelled, after a question, and its stock is available again', {
    tags: ['full'],
  }, async () => {
    const product = await newProduct({ quantity: 4 });
    const session = await makeShopper(origin);
    const { order: id } = await createPendingOrder(session, [product, 3]);
    const { page } = await visit({ session });
    await goTo(page, `/dashboard/user/orders/${id}`);
    await button(page, 'Cancel checkout').click();
    await dialog(page).getByRole('button', { name: 'Keep checkout' }).click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    await expect.poll(() => readStock(product)).toBe(1);
    await button(page, 'Cancel checkout').click();
    await dialog(page).getByRole('button', { name: 'Cancel checkout' }).click();
    await findToast(page, 'Checkout cancelled').waitFor();
    await main(page).getByText('This checkout was cancelled').waitFor();
    await expect.poll(() => button(page, 'Cancel checkout').count()).toBe(0);
    await expect.poll(() => readFocusedTag(page)).toBe('H1');
    await expect.poll(() => readStock(product)).toBe(4);
  });

  test('[USER-3] [ORDER-7] cancelling a checkout that was paid meanwhile says so in the dialog, and shows it as paid', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin);
    const { order: id } = await createPendingOrder(session, [await newProduct(), 1]);
    const { order: pendingOrder } = await call(origin, readOrder, { token: session.token, params: { id } });
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 409/);
    await goTo(page, `/dashboard/user/orders/${id}`);
    await button(page, 'Cancel checkout').click();
    const message = "This order is paid, so it can't be cancelled here";
    await page.route('**/orders/*/cancel', (route) => route.fulfill({ status: 409, json: { success: false, message } }));
    await page.route(`**/order/orders/${id}`, (route) =>
      route.fulfill({ json: { success: true, order: { ...pendingOrder, status: 'paid' } } }),
    );
    await dialog(page).getByRole('button', { name: 'Cancel checkout' }).click();
    await dialog(page).getByRole('alert').filter({ hasText: message }).waitFor();
    await main(page).getByText('Paid', { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
  });

  test("[USER-3] [ORDER-7] somebody else's is not there; one that doesn't come says so and comes with Try again", {
    tags: ['full'],
  }, async () => {
    const owner = await makeShopper(origin);
    const { order: id } = await createPendingOrder(owner, [await newProduct(), 1]);
    const stranger = await visit({ session: await makeShopper(origin) });
    stranger.expectBrowserErrors(/status of 40[04]/, /console:/);
    for (const orderId of [id, 'nonsense', crypto.randomUUID()]) {
      await goTo(stranger.page, `/dashboard/user/orders/${orderId}`);
      await stranger.page.getByText('Order not found').waitFor();
    }
    const { page, expectBrowserErrors } = await visit({ session: owner });
    expectBrowserErrors(/status of 503/, /console:.*busy/);
    await page.route('**/order/orders/*', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await goTo(page, `/dashboard/user/orders/${id}`);
    await page.getByRole('alert').filter({ hasText: 'busy' }).waitFor();
    await page.unroute('**/order/orders/*');
    await button(page, 'Try again').click();
    await expect.poll(() => heading(page).textContent()).toBe('Checkout');
  });

  test('[USER-3] [ORDER-7] names and tracking numbers of any length, with markup or right-to-left, are shown as text, and nothing scrolls sideways', {
    tags: ['full'],
  }, async () => {
    const markup = '<img src=x onerror=alert(1)><b>bold</b>';
    const name = `${markup} مرحبا بالعالم ${'x'.repeat(5000)}`;
    const tracking = `https://example.com/${'9'.repeat(180)}`;
    const lines = MOCK_ORDER.lines.map((line) => ({ ...line, name, quantity: 1_000_000, price: 999_999.99 }));
    const { page } = await openMockOrder({
      lines,
      tracking,
      carrier: 'y'.repeat(100),
      address: `${markup}\n${'z'.repeat(460)}`,
      total: 99_999_999.99,
    });
    await expect.poll(() => main(page).textContent()).toContain('<img src=x onerror=alert(1)>');
    await expect.poll(() => main(page).locator('[onerror], b').count()).toBe(0);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => hasNoHorizontalScroll(page), { message: `${width}` }).toBe(true);
    }
  });
});
