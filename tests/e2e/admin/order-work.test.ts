/** A merchant's work with orders: lists by what is to be done, shipping many at once, and from one order to the next. */
import { beforeAll, expect, test } from 'vitest';
import { readAnyOrder } from '../../../src/contract/order-admin.ts';
import type { AdminOrder } from '../../../src/contract/order-fields.ts';
import { shipOrder } from '../../../src/contract/order-shipping.ts';
import { createPendingOrder, prepareProducts } from '../checkout/test-products.ts';
import { call, logInAdmin, makeShopper, type Session } from '../support/api-client.ts';
import { button, heading } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareProducts();

const CARD = { number: '4242 4242 4242 4242', expiry: '12/49', cvc: '123', name: 'Ada Shopper' };

let admin: Session;

beforeAll(async () => {
  admin = await logInAdmin(origin);
});

const read = async (id: string) => (await call(origin, readAnyOrder, { token: admin.token, params: { id } })).order;

/** The oldest first, each paid on the provider's page. */
async function createPaidOrders(name: string, count: number, pieces = 1): Promise<AdminOrder[]> {
  const product = await newProduct({ price: 20, quantity: 10 });
  const buyer = await makeShopper(origin, name);
  const orders: AdminOrder[] = [];
  for (let index = 0; index < count; index += 1) {
    const { url, order } = await createPendingOrder(buyer, [product, pieces]);
    await fetch(url, { method: 'POST', body: new URLSearchParams(CARD), redirect: 'manual' });
    await expect.poll(async () => (await read(order)).status).toBe('paid');
    orders.push(await read(order));
  }
  return orders;
}

test('[OWORK-1] [OWORK-3] [OWORK-4] [OWORK-5] [OWORK-6] orders to ship are selected, their tracking numbers pasted, previewed and sent; then each order leads to the next', async () => {
  const name = `Bulk ${Date.now()}`;
  const orders = await createPaidOrders(name, 3);
  const [first, second, third] = orders.map(({ number }) => String(number));
  const { page } = await visit({ session: admin });
  await goTo(page, `/dashboard/admin/orders?keyword=${encodeURIComponent(name)}`);
  await main(page).getByRole('navigation', { name: 'Lists of orders' }).getByRole('link', { name: 'To ship' }).click();
  await page.waitForURL((url) => url.searchParams.get('status') === 'to_ship' && url.searchParams.get('keyword') === name);
  await findRow(page, `#${third}`).waitFor();
  await main(page).getByLabel('Period', { exact: true }).selectOption({ label: 'Today' });
  await page.waitForURL((url) => url.searchParams.has('from'));
  await expect.poll(() => main(page).getByRole('row').count()).toBe(4);

  await main(page).getByLabel('Select all orders of this page').check();
  await main(page).getByText('3 selected').waitFor();
  await main(page).getByRole('region', { name: 'Selected orders' }).getByRole('link', { name: 'Mark as shipped' }).click();
  const lines = main(page).getByLabel('Orders and tracking numbers');
  await expect.poll(() => lines.inputValue()).toBe(`${third}, \n${second}, \n${first}, `);
  await lines.fill(`Order\tTracking\n${first}\t1Z999AA10123456784\n${second}, RR 42\n${third},RR 43,DHL\nlamp, 1\n999999999,1`);
  await main(page).getByLabel('Carrier', { exact: true }).fill('Parcel Post');
  await button(page, 'Preview').click();
  await main(page).getByText('3 orders ready, 2 lines with an error').waitFor();
  await findRow(page, 'lamp, 1').getByText('No order number').waitFor();
  await findRow(page, '999999999').getByText('There is no such order').waitFor();

  // Another admin is quicker with one of them.
  await call(origin, shipOrder, { token: admin.token, params: { id: String(orders[1]?._id) }, body: { carrier: 'GLS', tracking: '7' } });
  await button(page, 'Mark 3 orders as shipped').click();
  await main(page).getByText('2 orders shipped, 1 not: see below').waitFor();
  await findRow(page, `#${second}`).getByText('Only a paid order can be shipped').waitFor();
  const shipped = await Promise.all(orders.map(({ _id }) => read(_id)));
  expect(shipped.map(({ status, carrier, tracking }) => [status, carrier, tracking])).toEqual([
    ['shipped', 'Parcel Post', '1Z999AA10123456784'],
    ['shipped', 'GLS', '7'],
    ['shipped', 'DHL', 'RR 43'],
  ]);

  await goTo(page, `/dashboard/admin/orders?status=shipped&keyword=${encodeURIComponent(name)}`);
  // Far from the number: the whole row is its link.
  await findRow(page, `#${third}`).click();
  await expect.poll(() => heading(page).textContent()).toBe(`Order #${third}`);
  await main(page).getByRole('link', { name: 'RR 43', exact: true }).waitFor();
  await expect.poll(() => main(page).getByRole('link', { name: 'RR 43', exact: true }).getAttribute('href')).toContain('dhl.com');
  await expect.poll(() => button(page, 'Previous order').isDisabled()).toBe(true);
  for (const number of [second, first]) {
    await main(page).getByRole('link', { name: 'Next order' }).click();
    await expect.poll(() => heading(page).textContent()).toBe(`Order #${number}`);
  }
  await expect.poll(() => button(page, 'Next order').isDisabled()).toBe(true);
  await main(page).getByRole('link', { name: 'Back to the list' }).click();
  await page.waitForURL((url) => url.searchParams.get('status') === 'shipped' && url.searchParams.get('keyword') === name);
});

test('[OWORK-1] on a phone orders are cards that can be selected, and nothing is wider than the screen', { tags: ['full'] }, async () => {
  const { page } = await visit({ session: admin, viewport: NARROW });
  await goTo(page, '/dashboard/admin/orders');
  await main(page)
    .getByLabel(/^Select order #/)
    .first()
    .check();
  await main(page).getByText('1 selected').waitFor();
  expect(await hasNoHorizontalScroll(page)).toBe(true);
});

test('[OWORK-7] [OWORK-8] one of two items is refunded and restocked; a note reaches the team, a message the customer', {
  tags: ['full'],
}, async () => {
  const name = `Refund ${Date.now()}`;
  const [order] = await createPaidOrders(name, 1, 2);
  const { page } = await visit({ session: admin });
  await goTo(page, `/dashboard/admin/orders/${order?._id}`);
  await button(page, 'Refund').click();
  const pieces = dialog(page).getByLabel(`Refund of ${order?.lines[0]?.name}`);
  await pieces.fill('7');
  await expect.poll(() => pieces.inputValue()).toBe('2');
  await pieces.fill('1');
  await expect.poll(() => dialog(page).getByLabel('Amount', { exact: true }).inputValue()).toBe('20.00');
  await dialog(page).getByLabel('Reason', { exact: true }).fill('A scratch');
  await dialog(page).getByRole('button', { name: 'Issue refund' }).click();
  await main(page).getByText('$20.00 refunded: A scratch').waitFor();
  await main(page).getByText('1 refunded').waitFor();
  expect(await read(String(order?._id))).toMatchObject({ refunded: 20, lines: [{ refunded: 1 }] });

  await main(page).getByLabel('Add a note').fill('Pack it well');
  await button(page, 'Add note').click();
  await main(page).getByText('Pack it well').waitFor();
  await main(page).getByLabel('Add a note').fill('We are sorry.');
  await main(page).getByLabel('For', { exact: true }).selectOption({ label: 'The customer, by email' });
  await button(page, 'Send message').click();
  await main(page).getByRole('listitem').filter({ hasText: 'Message to the customer' }).getByText('We are sorry.').waitFor();
  expect((await read(String(order?._id))).messages).toMatchObject([{ text: 'We are sorry.' }]);
});

test('[OWORK-9] [OWORK-10] slips and invoices of selected orders are a page each, on A4 and Letter, and the list is saved as CSV', {
  tags: ['full'],
}, async () => {
  const name = `Print ${Date.now()}`;
  const orders = await createPaidOrders(name, 2);
  const { page } = await visit({ session: admin });
  await goTo(page, `/dashboard/admin/orders?keyword=${encodeURIComponent(name)}`);
  await findRow(page, `#${orders[0]?.number}`).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()]);
  expect(download.suggestedFilename()).toBe('orders.csv');
  await main(page).getByLabel('Select all orders of this page').check();
  await main(page).getByRole('link', { name: 'Packing slips' }).click();
  const sheets = main(page).getByRole('article');
  await expect.poll(() => sheets.count()).toBe(2);
  await sheets.first().getByText('Ship to').waitFor();
  await expect.poll(() => sheets.getByText('$20.00').count()).toBe(0);
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(2);
  }
  await goTo(page, `/dashboard/admin/orders/print?kind=invoice&orders=${orders[0]?._id},nonsense`);
  await sheets.getByText(`Number #${orders[0]?.number}`).waitFor();
  await sheets.getByText(name).waitFor();
  await expect.poll(() => sheets.getByText('$20.00').count()).toBeGreaterThan(0);
});
