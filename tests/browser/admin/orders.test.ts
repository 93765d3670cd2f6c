/** Everybody's orders: found, read, sent, refunded. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AdminOrder, listAllOrders, listOrders, readAnyOrder, shipOrder, startCheckout } from '../../../src/contract/order.ts';
import type { Product } from '../../../src/contract/product.ts';
import { prepareShelf, stockOf } from '../buy/shelf.ts';
import { ownOrigin } from '../own.ts';
import { button, fill, GOOD_CARD, heading, payWith } from '../steps.ts';
import { goTo, hasNoSidewaysScroll, NARROW, prepareVisits, toastOf } from '../visitor.ts';
import { call, logInAdmin, makeShopper, type Person, type Session } from '../wire.ts';
import { dialog, main, rowOf } from './screen.ts';

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
  const products = Array.from({ length: count }, () => ({ _id: product._id }));
  const { url } = await call(origin, startCheckout, { token: buyer.token, body: { products } });
  const { page } = await visit({ session: buyer });
  await page.goto(url);
  await payWith(page, GOOD_CARD);
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
  const { orders } = await call(origin, listOrders, { token: buyer.token });
  return orders[0]?._id ?? '';
}

describe('the list', () => {
  test('[ADM-1] [ORDER-6] the menu leads to it; it finds by number, name and e-mail, all of which the address keeps', async () => {
    const { orders, total } = await call(origin, listAllOrders, { token: admin.token });
    const some = orders.find(({ buyer }) => buyer.name === 'Sam Rivera') ?? orders[0];
    if (!some) throw new Error('the demo shop has no orders');
    const { page } = await visit({ session: admin });
    await goTo(page, '/dashboard/admin');
    await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Orders' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Orders');
    await main(page)
      .getByText(/^\d+ orders$/)
      .waitFor();
    expect(total).toBeGreaterThan(20);
    const rows = main(page).getByRole('row');
    await expect.poll(() => rows.count()).toBe(21);
    for (const keyword of [String(some.number), some.buyer.name, some.buyer.email.toUpperCase()]) {
      await main(page).getByRole('searchbox', { name: 'Number, name or e-mail' }).fill(keyword);
      await page.keyboard.press('Enter');
      await main(page)
        .getByText(/^\d+ found$/)
        .waitFor();
      await page.waitForURL((url) => url.searchParams.get('keyword') === keyword);
      await rowOf(page, `#${some.number}`).waitFor();
      for (const row of await rows.allTextContents()) expect(row).toMatch(/Buyer|Sam Rivera/);
    }
    await page.reload();
    await rowOf(page, `#${some.number}`).getByRole('link').click();
    await expect.poll(() => heading(page).textContent()).toBe(`Order #${some.number}`);
    await main(page).getByText(some.address).waitFor();
    await page.goBack();
    await expect.poll(() => main(page).getByRole('searchbox').inputValue()).toBe(some.buyer.email.toUpperCase());
  });

  test('[ADM-1] a state filters, its pages keep it, back brings all; beyond the last page is the last page', async () => {
    const { page } = await visit({ session: admin });
    await goTo(page, '/dashboard/admin/orders');
    const state = main(page).getByLabel('State', { exact: true });
    await state.selectOption({ label: 'Paid' });
    await page.waitForURL('**/orders?status=paid');
    await main(page)
      .getByText(/^\d+ found$/)
      .waitFor();
    const states = () =>
      main(page)
        .getByRole('cell')
        .filter({ hasText: /^(Paid|Cancelled|Not paid in time|Awaiting payment)$/ });
    expect(new Set(await states().allTextContents())).toEqual(new Set(['Paid']));
    await main(page).getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/orders?status=paid&page=2');
    expect(await state.inputValue()).toBe('paid');
    await goTo(page, '/dashboard/admin/orders?status=paid&page=999999');
    await page.waitForURL((url) => url.searchParams.get('status') === 'paid' && Number(url.searchParams.get('page')) < 100);
    await state.selectOption({ label: 'All states' });
    await page.waitForURL((url) => url.search === '');
    await main(page)
      .getByText(/^\d+ orders$/)
      .waitFor();
  });

  test('[ADM-1] nothing found says so and leads back; nonsense in the address is no filter', async () => {
    const { page } = await visit({ session: admin });
    await goTo(page, `/dashboard/admin/orders?keyword=${encodeURIComponent('%_\'"<b>')}`);
    await main(page).getByText('No order fits').waitFor();
    await main(page).getByRole('link', { name: 'Show all orders' }).click();
    await rowOf(page, '#').first().waitFor();
    await goTo(page, `/dashboard/admin/orders?status=constructor&page=-3&keyword=${' '.repeat(200)}`);
    await main(page)
      .getByText(/^\d+ orders$/)
      .waitFor();
    await goTo(page, `/dashboard/admin/orders?keyword=${'x'.repeat(5000)}`);
    await main(page).getByText('No order fits').waitFor();
  });

  test('[ADM-1] the latest orders of the overview lead to their pages', async () => {
    const { page } = await visit({ session: admin });
    await goTo(page, '/dashboard/admin');
    await main(page)
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click();
    await page.waitForURL('**/dashboard/admin/orders/*');
    await expect.poll(() => heading(page).textContent()).toMatch(/^Order #\d+$/);
    await main(page).getByRole('link', { name: 'All orders' }).click();
    await page.waitForURL('**/dashboard/admin/orders');
  });
});

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
    expect(await history(page).getByRole('listitem').first().textContent()).toContain(`by ${admin.user.name}`);
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
    expect(await stockOf(product)).toBe(5);
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
    expect(await history(page).getByRole('listitem').first().textContent()).toMatch(
      /Being checked.*Paid.*The bank confirmed it.*Ada Admin/,
    );
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
