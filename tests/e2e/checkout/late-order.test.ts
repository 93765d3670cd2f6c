/** An order that runs late: a new day by the team, and the choice of its customer on a phone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listOrders, readOrder } from '../../../src/contract/order.ts';
import { addDays } from '../../../src/contract/time-zone.ts';
import { buy, call, first, logInAdmin, makeShopper } from '../support/api-client.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { prepareProducts, readStock } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareProducts();
const main = (page: Page) => page.locator('main');

test('[LATE-10] the team sets a new day for an order of the list, and its customer cancels on a phone and is refunded', async () => {
  const product = await newProduct({ price: 24.5, quantity: 5 });
  const shopper = await makeShopper(origin);
  await buy(origin, shopper.token, product._id);
  const order = first((await call(origin, listOrders, { token: shopper.token })).orders);

  const { page: admin } = await visit({ session: await logInAdmin(origin) });
  await goTo(admin, `/dashboard/admin/orders?keyword=${order.number}`);
  await main(admin)
    .getByRole('checkbox', { name: new RegExp(`#${order.number}`) })
    .check();
  await main(admin).getByRole('button', { name: 'Set a new day' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('New delivery day').fill(addDays(new Date().toISOString().slice(0, 10), 60));
  await dialog.getByLabel('What happened').fill('The kiln broke.');
  await dialog.getByRole('button', { name: 'Set day and tell customers' }).click();
  await dialog.waitFor({ state: 'detached' });

  const { page } = await visit({ session: shopper });
  await page.setViewportSize(NARROW);
  await goTo(page, `/dashboard/user/orders/${order._id}`);
  await main(page).getByText('The kiln broke.').waitFor();
  await main(page).getByRole('link', { name: 'Wait or cancel' }).click();
  await page.waitForURL('**/late-order#*');
  await main(page).getByText(`1 × ${product.name}`).waitFor();
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await main(page).getByRole('button', { name: 'Wait for it' }).click();
  await main(page).getByRole('button', { name: 'Back' }).click();
  await main(page).getByRole('button', { name: 'Cancel the order' }).click();
  // Nothing is sent before the second step.
  expect((await call(origin, readOrder, { token: shopper.token, params: { id: order._id } })).order.status).toBe('paid');
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await main(page).getByRole('button', { name: 'Yes, cancel it' }).click();
  await main(page).getByText('Your order is cancelled').waitFor();
  expect((await call(origin, readOrder, { token: shopper.token, params: { id: order._id } })).order.status).toBe('refunded');
  expect(await readStock(product)).toBe(5);

  await page.reload();
  await main(page).getByText('Your order is cancelled').waitFor();
});
