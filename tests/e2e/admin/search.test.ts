/** The admin's search over everything, and the keys. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listUsers } from '../../../src/contract/account.ts';
import { listAllOrders } from '../../../src/contract/order-admin.ts';
import { call, first, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { adminBar, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const findInput = (page: Page) => page.getByRole('combobox', { name: 'Search the admin area' });
/** Keys work once the page is there for who is logged in. */
async function openAdminPage(page: Page, path: string): Promise<void> {
  await goTo(page, `/dashboard/admin/${path}`);
  await adminBar(page).getByRole('button', { name: 'Search', exact: true }).waitFor();
}

const findResult = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

test('[AREA-2] pages, orders, products and customers are found from anywhere, and opened by the keyboard', async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id, { name: uniqueName('Kaleidoscope') });
  const order = first((await call(origin, listAllOrders, { token: session.token, query: { keyword: 'Sam Rivera' } })).orders);
  const customer = first((await call(origin, listUsers, { token: session.token, query: { keyword: order.buyer.email } })).users);
  const { page } = await visit({ session });
  await openAdminPage(page, 'emails');
  const search = async (keyword: string, result: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await findInput(page).fill(keyword);
    await findResult(page, result).first().waitFor();
    // Of a customer's email the orders come first.
    for (let n = 0; n < 20; n += 1) {
      if (await findResult(page, result).and(page.locator('[aria-selected="true"]')).count()) break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => findInput(page).count()).toBe(0);
    await expect.poll(() => heading(page).evaluate((it) => it === document.activeElement)).toBe(true);
  };
  await search('discount', 'Discount codes');
  await expect.poll(() => heading(page).textContent()).toBe('Discount codes');
  await search('new coupon', 'Discount codes');
  // A page of the settings, by its name and by that of a field on it.
  await search('tax', 'Tax');
  await expect.poll(() => heading(page).textContent()).toBe('Tax');
  await search('ways to pay', 'Checkout');
  await expect.poll(() => heading(page).textContent()).toBe('Checkout');
  await search(`#${order.number}`, `Order #${order.number} · Sam Rivera`);
  await expect.poll(() => heading(page).textContent()).toBe(`Order #${order.number}`);
  // The heading of the order that was loading had it before.
  await expect.poll(() => heading(page).evaluate((it) => it === document.activeElement)).toBe(true);
  await search(product.name, new RegExp(product.name));
  await page.waitForURL(`**/dashboard/admin/update-product/${product.slug}`);
  await search(customer.email, new RegExp(customer.email));
  await page.waitForURL(`**/dashboard/admin/users/${customer._id}`);

  await adminBar(page).getByRole('button', { name: 'Search', exact: true }).click();
  await findInput(page).fill('nothing is called so');
  await page.getByText('Nothing matches “nothing is called so”').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => findInput(page).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(`/dashboard/admin/users/${customer._id}`);
});

test('[AREA-2] without a connection the search says so, and pages are found all the same', { tags: ['full'] }, async () => {
  const { page, expectBrowserErrors } = await visit({ session: await logInAdmin(origin) });
  expectBrowserErrors(/ERR_FAILED/, /couldn't reach the shop/);
  await openAdminPage(page, 'emails');
  await page.route('**/api/v1/product/table*', (route) => route.abort());
  await page.keyboard.press('/');
  await findInput(page).fill('Sett');
  await page.getByText('The search failed').waitFor();
  await findResult(page, 'Settings').click();
  await expect.poll(() => heading(page).textContent()).toBe('General');
});

test('[AREA-3] / and ? are keys outside of fields, which ? tells and a switch ends', async () => {
  const { page } = await visit({ session: await logInAdmin(origin) });
  await openAdminPage(page, 'orders');
  await main(page).getByRole('searchbox').first().fill('a/b?');
  await expect.poll(() => main(page).getByRole('searchbox').first().inputValue()).toBe('a/b?');
  await main(page).getByRole('searchbox').first().press('/');
  await expect.poll(() => main(page).getByRole('searchbox').first().inputValue()).toBe('a/b?/');
  await heading(page).focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Show these shortcuts').waitFor();
  await help.getByRole('switch', { name: 'Single keys' }).click();
  await expect.poll(() => help.getByText('Show these shortcuts').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => help.count()).toBe(0);
  await page.reload();
  await adminBar(page).getByRole('button', { name: 'Search', exact: true }).waitFor();
  await heading(page).focus();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  // The first press would have been typed into it.
  await expect.poll(() => findInput(page).inputValue()).toBe('');
});
