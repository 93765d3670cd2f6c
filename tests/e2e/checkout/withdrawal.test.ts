/** Withdrawing from an order, from the footer's link and the order's page to the refund. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOrders } from '../../../src/contract/order.ts';
import { readShopDetails, updateShopDetails } from '../../../src/contract/shop-details.ts';
import { buy, call, first, logInAdmin, makeShopper } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { prepareProducts } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareProducts();
const main = (page: Page) => page.locator('main');

async function setDays(withdrawalDays: number) {
  const { token } = await logInAdmin(origin);
  const { shop, version } = await call(origin, readShopDetails, { token });
  const { logo: _logo, ...details } = shop;
  await call(origin, updateShopDetails, { token, body: { ...details, withdrawalDays, version } });
}
beforeAll(() => setDays(14));
afterAll(() => setDays(0));

test('[WITHDRAW-10] a customer withdraws from an order in two steps, and the admin refunds it from Home', async () => {
  const product = await newProduct({ price: 24.5, quantity: 5 });
  const shopper = await makeShopper(origin);
  await buy(origin, shopper.token, product._id);
  const order = first((await call(origin, listOrders, { token: shopper.token })).orders);
  const { page } = await visit({ session: shopper });

  // The footer's link asks for number and email, and keeps what was typed.
  await page.setViewportSize(NARROW);
  await goTo(page, '/');
  await page.locator('footer').getByRole('link', { name: 'Withdraw from contract' }).click();
  await expect.poll(() => heading(page).textContent()).toBe('Withdraw from contract');
  await main(page).getByLabel('Order number').fill('#999999999');
  await main(page).getByLabel('Email of the order').fill('nobody@example.com');
  await main(page).getByLabel('Your name').fill('Ada Shopper');
  await main(page).getByRole('button', { name: 'Continue' }).click();
  await main(page).getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => main(page).getByLabel('Order number').inputValue()).toBe('#999999999');
  await main(page).getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await main(page).getByRole('button', { name: 'Confirm withdrawal' }).click();
  await main(page).getByText('Your withdrawal has been sent').waitFor();

  // The order's link knows the order.
  await goTo(page, `/dashboard/user/orders/${order._id}`);
  await main(page).getByRole('link', { name: 'Withdraw from contract' }).click();
  await main(page).getByText(`Order #${order.number}`).waitFor();
  await expect.poll(() => main(page).getByLabel('Your name').inputValue()).toBe('Ada Shopper');
  await main(page).getByRole('button', { name: 'Continue' }).click();
  await main(page).getByText(`1 × ${product.name}`).waitFor();
  await main(page).getByRole('button', { name: 'Confirm withdrawal' }).click();
  await main(page).getByText('Your withdrawal has been received').waitFor();
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);

  const { page: admin } = await visit({ session: await logInAdmin(origin) });
  await goTo(admin, '/dashboard/admin');
  await main(admin)
    .getByRole('link', { name: /withdrawals? to refund, the first by / })
    .click();
  await admin.waitForURL('**/orders?status=withdrawn');
  await goTo(admin, `/dashboard/admin/orders/${order._id}`);
  await main(admin).getByRole('button', { name: 'Refund withdrawal' }).click();
  const dialog = admin.getByRole('dialog');
  await expect.poll(() => dialog.getByLabel(/^Amount/).inputValue()).toBe('24.50');
  await dialog.getByLabel('Reason').fill('Withdrawal');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => main(admin).getByRole('region', { name: 'The customer has withdrawn from' }).textContent()).toContain('Refunded');
});
