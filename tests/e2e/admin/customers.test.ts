/** The list of users with its search and filters, and the page of one customer. */
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { checkUser, login } from '../../../src/contract/auth.ts';
import { startCheckout } from '../../../src/contract/order.ts';
import { listAllOrders } from '../../../src/contract/order-admin.ts';
import { readSettings, updateSettings } from '../../../src/contract/settings.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import {
  buy,
  call,
  logInAdmin,
  makeCategory,
  makeProduct,
  makeShopper,
  payOnDemoPage,
  type Session,
  sendRequest,
  uniqueName,
} from '../support/api-client.ts';
import { heading, submitLogin } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let admin: Session;

beforeAll(async () => {
  admin = await logInAdmin(origin);
});

test('[PEOPLE-1] [PEOPLE-2] [PEOPLE-3] [PEOPLE-4] [PEOPLE-5] [ACCT-4] a customer is found by name, opened, given a note, exported, logged out, disabled', {
  tags: ['full'],
}, async () => {
  const name = uniqueName('Grace Shopper');
  const shopper = await makeShopper(origin, name);
  const product = await makeProduct(origin, admin.token, (await makeCategory(origin, admin.token))._id, { price: 12 });
  await buy(origin, shopper.token, product._id);
  const { page } = await visit({ session: admin });
  await goTo(page, '/dashboard/admin/users');
  await main(page).getByRole('searchbox', { name: 'Name or email' }).fill(name.toUpperCase());
  await page.keyboard.press('Enter');
  await main(page).getByText('1 found', { exact: true }).waitFor();
  await main(page).getByLabel('Show', { exact: true }).selectOption({ label: 'With orders' });
  await page.waitForURL((url) => url.searchParams.get('show') === 'ordered' && url.searchParams.get('keyword') === name.toUpperCase());
  await main(page).getByText('1 found', { exact: true }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), main(page).getByRole('button', { name: 'Export CSV' }).click()]);
  // The browser is another process: the file comes by its stream.
  const lines = (await text(await download.createReadStream())).trim().split('\r\n');
  expect(lines.length).toBe(2);
  expect(lines[1]).toContain(`${name},${shopper.email},`);

  await findRow(page, name).click();
  await expect.poll(() => heading(page).textContent()).toBe(name);
  await main(page).getByRole('definition').filter({ hasText: '$12.00' }).waitFor();
  await main(page).getByRole('table', { name: 'Latest orders' }).getByRole('row').nth(1).waitFor();
  await main(page).getByRole('textbox', { name: 'New note' }).fill('Prefers the blue one');
  await main(page).getByRole('button', { name: 'Add note' }).click();
  await main(page).getByRole('listitem').filter({ hasText: 'Prefers the blue one' }).filter({ hasText: admin.user.name }).waitFor();
  await main(page).getByRole('button', { name: 'Log out everywhere' }).click();
  await dialog(page).getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByText('Logged out of 1 device').waitFor();
  expect((await sendRequest(origin, checkUser, { token: shopper.token })).status).toBe(401);
  await main(page).getByRole('button', { name: 'Disable account' }).click();
  await dialog(page).getByRole('button', { name: 'Disable account' }).click();
  await main(page).getByRole('button', { name: 'Enable account' }).waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  expect(await hasNoHorizontalScroll(page)).toBe(true);

  const visitor = await visit();
  visitor.expectBrowserErrors(/status of 403/);
  await goTo(visitor.page, '/login');
  await submitLogin(visitor.page, shopper);
  await main(visitor.page).getByRole('alert').filter({ hasText: 'This account is disabled. Please contact the shop.' }).waitFor();
  await main(page).getByRole('button', { name: 'Enable account' }).click();
  await main(page).getByRole('button', { name: 'Disable account' }).waitFor();
  const { status } = await sendRequest(origin, login, { body: { email: shopper.email, password: shopper.password } });
  expect(status).toBe(200);
});

test('[DATA-1] [DATA-3] [ERASE-1] [ERASE-4] [ERASE-6] a customer saves their data and deletes their account; an owner deletes one', async () => {
  const shoppers = [await makeShopper(origin, uniqueName('Leaver')), await makeShopper(origin, uniqueName('Left'))] as const;
  const { page } = await visit({ session: shoppers[0] });
  await goTo(page, '/dashboard/user/security');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');
  expect(JSON.parse(await text(await download.createReadStream())).account.email).toBe(shoppers[0].email);
  await main(page).getByRole('button', { name: 'Delete account' }).click();
  await dialog(page).getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await findToast(page, 'Your account is deleted').waitFor();
  await expect.poll(() => readLocalStorage(page, 'auth')).toBeNull();
  expect((await sendRequest(origin, login, { body: { email: shoppers[0].email, password: shoppers[0].password } })).status).toBe(401);

  const owner = await visit({ session: admin });
  await goTo(owner.page, `/dashboard/admin/users/${shoppers[1].user._id}`);
  const [data] = await Promise.all([
    owner.page.waitForEvent('download'),
    main(owner.page).getByRole('button', { name: 'Download data' }).click(),
  ]);
  expect(data.suggestedFilename()).toBe('customer-data.json');
  await main(owner.page).getByRole('button', { name: 'Delete account' }).click();
  await dialog(owner.page).getByRole('button', { name: 'Delete account' }).click();
  await owner.page.waitForURL((url) => url.pathname === '/dashboard/admin/users');
  await findToast(owner.page, 'Account deleted').waitFor();
  expect((await sendRequest(origin, checkUser, { token: shoppers[1].token })).status).toBe(401);
});

async function buyAsGuest(email: string, name: string, product: string): Promise<void> {
  const shipTo = { recipient: name, street: '1 Rue de Rivoli', postcode: '75001', city: 'Paris', region: '', country: 'FR' };
  const { url } = await call(origin, startCheckout, { body: { products: [{ _id: product }], guest: { email, name, shipTo } } });
  await payOnDemoPage(url);
}

test('[CUST-1] [CUST-3] [CUST-4] [CUST-5] [CUST-7] guests are found, filtered, tagged, opened and erased', { tags: ['full'] }, async () => {
  const product = await makeProduct(origin, admin.token, (await makeCategory(origin, admin.token))._id, { price: 30, quantity: 50 });
  const [name, other] = [uniqueName('Guest'), uniqueName('Guest')];
  const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.com`;
  await buyAsGuest(email, name, product._id);
  await buyAsGuest(email, name, product._id);
  await buyAsGuest(`other-${email}`, other, product._id);
  const { page } = await visit({ session: admin });
  await goTo(page, '/dashboard/admin/users');
  await main(page).getByRole('searchbox', { name: 'Name or email' }).fill(email);
  await page.keyboard.press('Enter');
  await main(page).getByText('2 found', { exact: true }).waitFor();
  await main(page).getByLabel('Show', { exact: true }).selectOption({ label: 'Guests' });
  await page.waitForURL((url) => url.searchParams.get('show') === 'guests');
  // With what the shop asks for shipping.
  const { orders } = await call(origin, listAllOrders, { token: admin.token, query: { keyword: name } });
  const spent = orders.reduce((sum, { total }) => sum + total, 0).toFixed(2);
  expect(Number(spent)).toBeGreaterThanOrEqual(60);
  await expect.poll(() => findRow(page, name).textContent()).toMatch(new RegExp(`Guest.*2.*\\$${spent.replace('.', '\\.')}`));

  // Both are tagged from the list.
  await main(page).getByRole('checkbox', { name: 'Select all on this page' }).check();
  await main(page).getByRole('button', { name: 'Add tags' }).click();
  const tag = uniqueName('VIP');
  await dialog(page).getByLabel('Tags', { exact: true }).fill(`${tag}, Paris`);
  await dialog(page).getByRole('button', { name: 'Add tags' }).click();
  await findToast(page, '2 customers changed').waitFor();
  await expect.poll(() => findRow(page, name).textContent()).toContain(tag);

  await main(page).getByText('More filters').click();
  await main(page).getByLabel('Orders, at least').fill('2');
  await page.keyboard.press('Enter');
  await main(page).getByText('1 found', { exact: true }).waitFor();
  await main(page).getByRole('combobox', { name: 'Country' }).selectOption('FR');
  await page.waitForURL((url) => url.searchParams.get('country') === 'FR' && url.searchParams.get('orders') === '2');
  await expect.poll(() => main(page).getByLabel('Orders, at least').inputValue()).toBe('2');
  expect(await findA11yViolations(page)).toEqual([]);

  await findRow(page, name).getByRole('link', { name }).click();
  await expect.poll(() => heading(page).textContent()).toBe(name);
  await main(page).getByText('1 Rue de Rivoli').waitFor();
  await main(page).getByRole('button', { name: 'Remove the tag Paris' }).click();
  await expect.poll(() => main(page).getByRole('list', { name: 'Tags' }).getByRole('listitem').allTextContents()).toEqual([tag]);
  await main(page).getByRole('textbox', { name: 'New note' }).fill('Waits at the door');
  await main(page).getByRole('button', { name: 'Add note' }).click();
  await main(page).getByRole('listitem').filter({ hasText: 'Waits at the door' }).waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  expect(await hasNoHorizontalScroll(page)).toBe(true);
  await main(page).getByRole('button', { name: 'Delete guest' }).click();
  await dialog(page).getByRole('button', { name: 'Delete guest' }).click();
  await findToast(page, 'Guest deleted').waitFor();
  await goTo(page, `/dashboard/admin/users?keyword=${encodeURIComponent(email)}`);
  await main(page).getByText('1 found', { exact: true }).waitFor();
  expect(await hasNoHorizontalScroll(page)).toBe(true);
});

test('[CUST-9] where the merchant asks, registering and the checkout of guests have a box for offers that nobody ticked', {
  tags: ['full'],
}, async () => {
  const product = await makeProduct(origin, admin.token, (await makeCategory(origin, admin.token))._id);
  const ask = async (asksForConsent: boolean) => {
    const { priceRanges, quickAdd } = (await call(origin, readSettings)).settings;
    await call(origin, updateSettings, { token: admin.token, body: { priceRanges, quickAdd, asksForConsent } });
  };
  await ask(true);
  try {
    const { page } = await visit({ storage: { cart: [product] } });
    for (const path of ['/register', '/checkout']) {
      await goTo(page, path);
      const box = main(page).getByRole('checkbox', { name: /^Email me news and offers/ });
      await expect.poll(() => box.isChecked()).toBe(false);
      expect(await findA11yViolations(page)).toEqual([]);
    }
    await ask(false);
    await goTo(page, '/checkout');
    await main(page).getByLabel('Email', { exact: true }).waitFor();
    expect(
      await main(page)
        .getByRole('checkbox', { name: /offers/ })
        .count(),
    ).toBe(0);
  } finally {
    await ask(false);
  }
});
