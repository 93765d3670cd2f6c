/** One order of anybody's: read, sent, refunded. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AdminOrder, listAllOrders, readAnyOrder, shipOrder } from '../../../src/contract/order.ts';
import type { Product } from '../../../src/contract/product.ts';
import { openOrder, prepareShelf, stockOf } from '../buy/shelf.ts';
import { ownOrigin } from '../own.ts';
import { button, fill, GOOD_CARD, heading, payWith } from '../steps.ts';
import { goTo, hasNoSidewaysScroll, NARROW, prepareVisits, toastOf } from '../visitor.ts';
import { call, logInAdmin, makeShopper, type Person, type Session } from '../wire.ts';
import { dialog, main } from './screen.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareShelf();

let admin: Session;

beforeAll(async () => {
  admin = await logInAdmin(origin);
});

const history = (page: Page) => main(page).getByRole('region', { name: 'History' });
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const readOne = async (id: string) => (await call(origin, readAnyOrder, { token: admin.token, params: { id } })).order;

/** Bought and paid for, as people do it. */
async function paidOrder(buyer: Person, product: Product, count = 1): Promise<string> {
  const { url, order } = await openOrder(buyer, [product, count]);
  const { page } = await visit({ session: buyer });
  await page.goto(url);
  await payWith(page, GOOD_CARD);
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
  return order;
}

describe('one order', () => {
  test('[ADM-1] [USER-3] [ORDER-4] [ORDER-5] shipped, delivered, a part of the money back, then the rest with the goods: each with who and why', async () => {
    const product = await newProduct({ price: 20, quantity: 5 });
    const buyer = await makeShopper(origin, 'Nora Buyer');
    const id = await paidOrder(buyer, product, 2);
    const { page } = await visit({ session: admin });
    await goTo(page, `/dashboard/admin/orders/${id}`);
    await main(page).getByText(buyer.email).waitFor();
    await main(page).getByText('Have left the shelf').waitFor();

    await button(page, 'Mark as shipped').click();
    await dialog(page).getByLabel('Carrier', { exact: true }).fill('Parcel Post');
    await dialog(page).getByLabel('Tracking', { exact: true }).fill('RR 42');
    await inDialog(page, 'Mark as shipped').click();
    await toastOf(page, 'Marked as shipped').waitFor();
    await expect.poll(() => dialog(page).count()).toBe(0);
    await history(page).getByText('Shipped with Parcel Post, RR 42').waitFor();
    await expect.poll(() => history(page).getByRole('listitem').first().textContent()).toContain(`by ${admin.user.name}`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

    const shopper = await visit({ session: buyer });
    await goTo(shopper.page, `/dashboard/user/orders/${id}`);
    await main(shopper.page).getByText('Parcel Post').waitFor();
    await main(shopper.page).getByText('It is on its way to you').waitFor();

    await button(page, 'Mark as delivered').click();
    await inDialog(page, 'Cancel').click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect((await readOne(id)).status).toBe('shipped');
    await button(page, 'Mark as delivered').click();
    await inDialog(page, 'Mark as delivered').click();
    await main(page).getByText('It has arrived').waitFor();

    await button(page, 'Refund').click();
    expect(await dialog(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('40.00');
    await fill(page, { Amount: '15.5', Reason: 'A scratch' });
    await inDialog(page, 'Give it back').click();
    await history(page).getByText('$15.50 went back: A scratch').waitFor();
    await main(page).getByText('−$15.50').waitFor();
    await main(page).getByText('$24.50', { exact: true }).waitFor();
    expect(await readOne(id)).toMatchObject({ status: 'delivered', refunded: 15.5, stock: 'sold' });

    await button(page, 'Refund').click();
    await fill(page, { Reason: 'Sent back' });
    await dialog(page).getByRole('switch', { name: 'Put the goods back on the shelf' }).check();
    await inDialog(page, 'Give it back').click();
    await main(page).getByText('All of the money went back').waitFor();
    expect(await button(page, 'Refund').count()).toBe(0);
    expect(await readOne(id)).toMatchObject({ status: 'refunded', refunded: 40, stock: 'none' });
    await expect.poll(() => stockOf(product)).toBe(5);
    await shopper.page.reload();
    await main(shopper.page).getByText('All of your money went back').waitFor();
  });

  test('[ADM-1] too much, nothing, and no reason are refused in the dialog, and what was typed stays', async () => {
    const id = await paidOrder(await makeShopper(origin), await newProduct({ price: 20 }));
    const { page, expectComplaints } = await visit({ session: admin });
    expectComplaints(/status of 4(00|09)/);
    await goTo(page, `/dashboard/admin/orders/${id}`);
    await button(page, 'Refund').click();
    await fill(page, { Amount: '20.01', Reason: 'Too much' });
    await inDialog(page, 'Give it back').click();
    await dialog(page).getByText('At most $20.00 of this order can still go back').waitFor();
    expect(await dialog(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('20.01');
    for (const amount of ['-5', '0', 'ten', '1.005', '12,50']) {
      await fill(page, { Amount: amount });
      await inDialog(page, 'Give it back').click();
      await expect.poll(() => dialog(page).getByLabel('Amount', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    }
    await fill(page, { Amount: '5', Reason: '   ' });
    await inDialog(page, 'Give it back').click();
    await expect.poll(() => dialog(page).getByLabel('Reason', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await readOne(id)).toMatchObject({ status: 'paid', refunded: 0 });
  });

  test('[ADM-1] [ORDER-5] a refund without a clear answer is not asked for twice: the dialog closes and the page says why', async () => {
    const id = await paidOrder(await makeShopper(origin), await newProduct());
    const { page, expectComplaints } = await visit({ session: admin });
    expectComplaints(/status of 502/, /Failed to load resource/, /console:.*(noted|reached)/);
    await goTo(page, `/dashboard/admin/orders/${id}`);
    const message = "The payment provider doesn't answer. The refund is noted and tried again.";
    for (const [answer, said] of [
      ['502', /tried again\. Don't ask for it a second time/],
      ['none', /look at the history before you ask again/],
    ] as const) {
      await page.route('**/refund', (route) =>
        answer === 'none' ? route.abort('connectionreset') : route.fulfill({ status: 502, json: { success: false, message } }),
      );
      await button(page, 'Refund').click();
      await fill(page, { Reason: 'Sent back' });
      await inDialog(page, 'Give it back').click();
      await main(page).getByRole('alert').filter({ hasText: said }).waitFor();
      expect(await dialog(page).count()).toBe(0);
      await page.unroute('**/refund');
    }
  });

  test('[ADM-1] somebody else was faster: the dialog says so, and behind it stands what is true', async () => {
    const id = await paidOrder(await makeShopper(origin), await newProduct());
    const { page, expectComplaints } = await visit({ session: admin });
    expectComplaints(/status of 409/);
    await goTo(page, `/dashboard/admin/orders/${id}`);
    await button(page, 'Mark as shipped').click();
    await call(origin, shipOrder, { token: admin.token, params: { id }, body: { carrier: 'Other', tracking: '' } });
    await dialog(page).getByLabel('Carrier', { exact: true }).fill('Mine');
    await inDialog(page, 'Mark as shipped').click();
    await dialog(page).getByRole('alert').filter({ hasText: 'Only a paid order can be shipped' }).waitFor();
    await history(page).getByText('Shipped with Other').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Mark as delivered').waitFor();
    expect((await readOne(id)).carrier).toBe('Other');
  });

  test('[ADM-1] [ORDER-4] a review is accepted with a reason, and the history shows who did it', async () => {
    const id = await paidOrder(await makeShopper(origin), await newProduct());
    const paid = await readOne(id);
    let shown: AdminOrder = { ...paid, status: 'review', stock: 'none' };
    const { page } = await visit({ session: admin });
    const asked: unknown[] = [];
    await page.route(`**/order/admin/orders/${id}`, (route) => route.fulfill({ json: { success: true, order: shown } }));
    await page.route(`**/order/admin/orders/${id}/accept`, (route) => {
      asked.push(route.request().postDataJSON());
      const change = { at: new Date().toISOString(), by: 'Ada Admin', from: 'review', to: 'paid', why: 'The bank confirmed it' } as const;
      shown = { ...paid, history: [...paid.history, change] };
      return route.fulfill({ json: { success: true, order: shown } });
    });
    await goTo(page, `/dashboard/admin/orders/${id}`);
    await main(page).getByText('something is wrong with it').waitFor();
    await button(page, 'Accept the order').click();
    await fill(page, { Reason: 'The bank confirmed it' });
    await inDialog(page, 'Accept the order').click();
    await toastOf(page, 'The order counts as paid').waitFor();
    expect(asked).toEqual([{ why: 'The bank confirmed it' }]);
    await expect
      .poll(() => history(page).getByRole('listitem').first().textContent())
      .toMatch(/Being checked.*Paid.*The bank confirmed it.*Ada Admin/);
    await button(page, 'Mark as shipped').waitFor();
  });

  test('[ADM-1] names of 5,000 letters, markup and either direction stay text in list and page, and nothing scrolls sideways', async () => {
    const { orders } = await call(origin, listAllOrders, { token: admin.token });
    const markup = '<img src=x onerror=alert(1)>';
    const odd = orders.slice(0, 2).map((order, index) => ({
      ...order,
      buyer: { ...order.buyer, name: `${markup} ${(index ? 'مرحبا' : 'x').repeat(5000)}`, email: `${'e'.repeat(240)}@example.com` },
      address: 'z'.repeat(5000),
      carrier: 'c'.repeat(100),
      tracking: 't'.repeat(200),
      history: order.history.map((change) => ({ ...change, by: 'b'.repeat(200), why: `${markup} ${'w'.repeat(500)}` })),
    }));
    const { page } = await visit({ session: admin, viewport: NARROW });
    await page.route('**/order/admin/orders?*', (route) =>
      route.fulfill({ json: { success: true, orders: odd, total: 2, page: 1, limit: 20 } }),
    );
    await page.route('**/order/admin/orders/*', (route) => route.fulfill({ json: { success: true, order: odd[0] } }));
    for (const address of ['/dashboard/admin/orders', `/dashboard/admin/orders/${odd[0]?._id}`]) {
      await goTo(page, address);
      await main(page).getByText(markup).first().waitFor();
      expect(await main(page).locator('[onerror]').count()).toBe(0);
      for (const width of [320, 390, 700, 1100, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        expect([address, width, await hasNoSidewaysScroll(page)]).toEqual([address, width, true]);
      }
    }
  });

  test('[ADM-1] [NAV-7] one that is not there says so; a shopper sees none of it', async () => {
    const { page, expectComplaints } = await visit({ session: admin });
    expectComplaints(/status of 40[04]/, /console:/);
    for (const id of ['nonsense', crypto.randomUUID()]) {
      await goTo(page, `/dashboard/admin/orders/${id}`);
      await main(page).getByText('There is no such order').waitFor();
    }
    const shopper = await visit({ session: await makeShopper(origin) });
    shopper.expectComplaints(/status of 403/, /console:/);
    await goTo(shopper.page, '/dashboard/admin/orders');
    await shopper.page.getByText('This page is for admins').waitFor();
  });
});
