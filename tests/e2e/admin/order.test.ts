/** The admin's page of an order: status, shipping, refunds. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAllOrders, readAnyOrder } from '../../../src/contract/order-admin.ts';
import type { AdminOrder } from '../../../src/contract/order-fields.ts';
import { shipOrder } from '../../../src/contract/order-shipping.ts';
import type { Product } from '../../../src/contract/product.ts';
import { ADMIN } from '../../support/shop-process.ts';
import { prepareProducts, readStock } from '../checkout/test-products.ts';
import { call, logInAdmin, makeShopper, type RegisteredUser, type Session } from '../support/api-client.ts';
import { button, fillFields } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, main } from './locators.ts';
import { createPaidOrder } from './paid-order.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareProducts();

let admin: Session;

beforeAll(async () => {
  admin = await logInAdmin(origin);
});

const history = (page: Page) => main(page).getByRole('region', { name: 'Timeline' });
const dialogButton = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const fetchOrder = async (id: string) => (await call(origin, readAnyOrder, { token: admin.token, params: { id } })).order;

const buy = async (buyer: RegisteredUser, product: Product, quantity = 1): Promise<string> =>
  createPaidOrder((await visit({ session: buyer })).page, buyer, product, quantity);

describe('one order', () => {
  test('[ADM-1] [USER-3] [ORDER-4] [ORDER-5] shipped, delivered, refunded in part, then in full and restocked: each with who and why', async () => {
    const product = await newProduct({ price: 20, quantity: 5 });
    const buyer = await makeShopper(origin, 'Nora Buyer');
    const id = await buy(buyer, product, 2);
    const { page } = await visit({ session: admin });
    await goTo(page, `/dashboard/admin/orders/${id}`);
    await main(page).getByText(buyer.email).waitFor();
    await main(page).getByText('Stock: deducted').waitFor();

    await button(page, 'Mark as shipped').click();
    await dialog(page).getByLabel('Carrier', { exact: true }).fill('Parcel Post');
    await dialog(page).getByLabel('Tracking', { exact: true }).fill('RR 42');
    await dialogButton(page, 'Mark as shipped').click();
    await findToast(page, 'Marked as shipped').waitFor();
    await expect.poll(() => dialog(page).count()).toBe(0);
    await history(page).getByText('Shipped with Parcel Post, RR 42').waitFor();
    await expect.poll(() => history(page).getByRole('listitem').first().textContent()).toContain(`by ${admin.user.name}`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

    const shopper = await visit({ session: buyer });
    await goTo(shopper.page, `/dashboard/user/orders/${id}`);
    await main(shopper.page).getByText('Parcel Post').waitFor();
    await main(shopper.page).getByText('Your order is on its way').waitFor();

    await button(page, 'Mark as delivered').click();
    await dialogButton(page, 'Cancel').click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect((await fetchOrder(id)).status).toBe('shipped');
    await button(page, 'Mark as delivered').click();
    await dialogButton(page, 'Mark as delivered').click();
    await main(page).getByText('Delivered. Nothing left to do.').waitFor();

    await button(page, 'Refund').click();
    await expect.poll(() => dialog(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('40.00');
    await fillFields(page, { Amount: '15.5', Reason: 'A scratch' });
    await dialogButton(page, 'Issue refund').click();
    await history(page).getByText('$15.50 refunded: A scratch').waitFor();
    await main(page).getByText('−$15.50').waitFor();
    await main(page).getByText('$24.50', { exact: true }).waitFor();
    expect(await fetchOrder(id)).toMatchObject({ status: 'delivered', refunded: 15.5, stock: 'sold' });

    await button(page, 'Refund').click();
    await fillFields(page, { Reason: 'Sent back' });
    await dialog(page).getByRole('switch', { name: 'Restock items' }).check();
    await dialogButton(page, 'Issue refund').click();
    await main(page).getByText('Refunded in full').waitFor();
    await expect.poll(() => button(page, 'Refund').count()).toBe(0);
    expect(await fetchOrder(id)).toMatchObject({ status: 'refunded', refunded: 40, stock: 'none' });
    await expect.poll(() => readStock(product)).toBe(5);
    await shopper.page.reload();
    await main(shopper.page).getByText('Your payment was refunded in full').waitFor();
  });

  test('[ADM-1] too high an amount, none, and no reason are refused in the dialog, and what was typed stays', {
    tags: ['full'],
  }, async () => {
    const id = await buy(await makeShopper(origin), await newProduct({ price: 20 }));
    const { page, expectBrowserErrors } = await visit({ session: admin });
    expectBrowserErrors(/status of 4(00|09)/);
    await goTo(page, `/dashboard/admin/orders/${id}`);
    await button(page, 'Refund').click();
    await fillFields(page, { Amount: '20.01', Reason: 'Too much' });
    await dialogButton(page, 'Issue refund').click();
    await dialog(page).getByText('At most $20.00 of this order can still be refunded').waitFor();
    await expect.poll(() => dialog(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('20.01');
    for (const amount of ['-5', '0', 'ten', '1.005', '12,5,0']) {
      await fillFields(page, { Amount: amount });
      await dialogButton(page, 'Issue refund').click();
      await expect.poll(() => dialog(page).getByLabel('Amount', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    }
    await fillFields(page, { Amount: '5', Reason: '   ' });
    await dialogButton(page, 'Issue refund').click();
    await expect.poll(() => dialog(page).getByLabel('Reason', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await fetchOrder(id)).toMatchObject({ status: 'paid', refunded: 0 });
  });

  test('[REAUTH-2] long after the login a refund asks for the password, continues by itself, and is not made if the password is not given', {
    tags: ['full'],
  }, async () => {
    const id = await buy(await makeShopper(origin), await newProduct({ price: 20 }));
    const { page, expectBrowserErrors } = await visit({ session: admin });
    expectBrowserErrors(/status of 403/);
    await goTo(page, `/dashboard/admin/orders/${id}`);
    // The shop's clock can't be moved here: the first answers are what it says to a login of sixteen minutes ago.
    const refusal = { status: 403, json: { success: false, code: 'reauthentication_required', message: 'x' } };
    await page.route('**/refund', (route) => route.fulfill(refusal), { times: 2 });
    const refund = page.getByRole('dialog', { name: 'Refund', exact: true });
    const prompt = page.getByRole('dialog', { name: "Confirm it's you" });
    await button(page, 'Refund').click();
    await fillFields(page, { Amount: '5', Reason: 'Long ago' });
    await refund.getByRole('button', { name: 'Issue refund' }).click();
    await prompt.getByText('Cancel', { exact: true }).click();
    await refund.getByText('Nothing was changed: this needs your password').waitFor();
    expect(await fetchOrder(id)).toMatchObject({ status: 'paid', refunded: 0 });
    await expect.poll(() => refund.getByLabel('Reason', { exact: true }).inputValue()).toBe('Long ago');
    await refund.getByRole('button', { name: 'Issue refund' }).click();
    await prompt.getByLabel('Current password', { exact: true }).fill(ADMIN.password);
    await prompt.getByRole('button', { name: 'Continue' }).click();
    await history(page).getByText('$5.00 refunded: Long ago').waitFor();
    expect(await fetchOrder(id)).toMatchObject({ refunded: 5 });
  });

  test('[ADM-1] [ORDER-5] a refund without a clear answer is not asked for twice: the dialog closes and the page says why', {
    tags: ['full'],
  }, async () => {
    const id = await buy(await makeShopper(origin), await newProduct());
    const { page, expectBrowserErrors } = await visit({ session: admin });
    expectBrowserErrors(/status of 502/, /Failed to load resource/, /console:.*(saved|reach)/);
    await goTo(page, `/dashboard/admin/orders/${id}`);
    const message = "The payment provider doesn't answer. The refund is saved and will be retried.";
    for (const [failure, expectedMessage] of [
      ['502', /will be retried\. Don't request it again/],
      ['none', /Check the timeline before you try again/],
    ] as const) {
      await page.route('**/refund', (route) =>
        failure === 'none'
          ? route.abort('connectionreset')
          : route.fulfill({ status: 502, json: { success: false, message, code: 'payment_provider_failed' } }),
      );
      await button(page, 'Refund').click();
      await fillFields(page, { Reason: 'Sent back' });
      await dialogButton(page, 'Issue refund').click();
      await main(page).getByRole('alert').filter({ hasText: expectedMessage }).waitFor();
      await expect.poll(() => dialog(page).count()).toBe(0);
      await page.unroute('**/refund');
    }
  });

  test('[ADM-1] if somebody else was faster, the dialog says so, and the page behind it shows the current state', {
    tags: ['full'],
  }, async () => {
    const id = await buy(await makeShopper(origin), await newProduct());
    const { page, expectBrowserErrors } = await visit({ session: admin });
    expectBrowserErrors(/status of 409/);
    await goTo(page, `/dashboard/admin/orders/${id}`);
    await button(page, 'Mark as shipped').click();
    await call(origin, shipOrder, { token: admin.token, params: { id }, body: { carrier: 'Other', tracking: '' } });
    await dialog(page).getByLabel('Carrier', { exact: true }).fill('Mine');
    await dialogButton(page, 'Mark as shipped').click();
    await dialog(page).getByRole('alert').filter({ hasText: 'Only a paid order can be shipped' }).waitFor();
    await history(page).getByText('Shipped with Other').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Mark as delivered').waitFor();
    expect((await fetchOrder(id)).carrier).toBe('Other');
  });

  test('[ADM-1] [ORDER-4] a review is accepted with a reason, and the history shows who did it', { tags: ['full'] }, async () => {
    const id = await buy(await makeShopper(origin), await newProduct());
    const paidOrderBefore = await fetchOrder(id);
    let mockedOrder: AdminOrder = { ...paidOrderBefore, status: 'review', stock: 'none' };
    const { page } = await visit({ session: admin });
    const requestBodies: unknown[] = [];
    await page.route(`**/order/admin/orders/${id}`, (route) => route.fulfill({ json: { success: true, order: mockedOrder } }));
    await page.route(`**/order/admin/orders/${id}/accept`, (route) => {
      requestBodies.push(route.request().postDataJSON());
      const historyEntry = {
        at: new Date().toISOString(),
        by: 'Ada Admin',
        from: 'review',
        to: 'paid',
        why: 'The bank confirmed it',
      } as const;
      mockedOrder = { ...paidOrderBefore, history: [...paidOrderBefore.history, historyEntry] };
      return route.fulfill({ json: { success: true, order: mockedOrder } });
    });
    await goTo(page, `/dashboard/admin/orders/${id}`);
    await main(page).getByText('something needs your decision').waitFor();
    await button(page, 'Accept order').click();
    await fillFields(page, { Reason: 'The bank confirmed it' });
    await dialogButton(page, 'Accept order').click();
    await findToast(page, 'Order accepted').waitFor();
    expect(requestBodies).toEqual([{ why: 'The bank confirmed it', version: paidOrderBefore.version }]);
    await expect
      .poll(() => history(page).getByRole('listitem').first().textContent())
      .toMatch(/On hold.*Paid.*The bank confirmed it.*Ada Admin/);
    await button(page, 'Mark as shipped').waitFor();
  });

  test('[ADM-1] names of 5,000 letters, markup and either direction stay text in list and page, and nothing scrolls sideways', {
    tags: ['full'],
  }, async () => {
    const { orders } = await call(origin, listAllOrders, { token: admin.token });
    const markup = '<img src=x onerror=alert(1)>';
    const extremeOrders = orders.slice(0, 2).map((order, index) => ({
      ...order,
      buyer: { ...order.buyer, name: `${markup} ${(index ? 'مرحبا' : 'x').repeat(5000)}`, email: `${'e'.repeat(240)}@example.com` },
      address: 'z'.repeat(5000),
      carrier: 'c'.repeat(100),
      tracking: 't'.repeat(200),
      history: order.history.map((historyEntry) => ({ ...historyEntry, by: 'b'.repeat(200), why: `${markup} ${'w'.repeat(500)}` })),
    }));
    const { page } = await visit({ session: admin, viewport: NARROW });
    await page.route('**/order/admin/orders?*', (route) =>
      route.fulfill({ json: { success: true, orders: extremeOrders, total: 2, page: 1, limit: 20 } }),
    );
    await page.route('**/order/admin/orders/*', (route) => route.fulfill({ json: { success: true, order: extremeOrders[0] } }));
    for (const url of ['/dashboard/admin/orders', `/dashboard/admin/orders/${extremeOrders[0]?._id}`]) {
      await goTo(page, url);
      await main(page).getByText(markup).first().waitFor();
      await expect.poll(() => main(page).locator('[onerror]').count()).toBe(0);
      for (const width of [320, 390, 700, 1100, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => hasNoHorizontalScroll(page), { message: `${url} at ${width}` }).toBe(true);
      }
    }
  });

  test('[ADM-1] [NAV-7] an order that doesn’t exist says so; a shopper sees none of it', { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit({ session: admin });
    expectBrowserErrors(/status of 40[04]/, /console:/);
    for (const id of ['nonsense', crypto.randomUUID()]) {
      await goTo(page, `/dashboard/admin/orders/${id}`);
      await main(page).getByText('Order not found').waitFor();
    }
    const shopper = await visit({ session: await makeShopper(origin) });
    shopper.expectBrowserErrors(/status of 403/, /console:/);
    await goTo(shopper.page, '/dashboard/admin/orders');
    await shopper.page.getByText('This page is for admins').waitFor();
  });
});
