/** A new shop from its first start until it is open: what a visitor and the owner see, on a phone and on a wide screen. */
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { readOpening, updateOpening } from '../../../src/contract/opening.ts';
import { ADMIN, type ShopProcess, startShop } from '../../support/shop-process.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin } from '../support/api-client.ts';
import { button, fillFields, heading, submitLogin } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits, WIDE } from '../support/visitor.ts';
import { getWorkerOrigin, makeEmptyDataDir } from '../support/worker-shop.ts';
import { dialog, main, saveChanges } from './locators.ts';
import { makePngUpload } from './product-form.ts';

const visit = prepareVisits(getWorkerOrigin());
/** The page of a closed shop is a refusal, which browsers log. */
const REFUSED = /status of 403/;
/** Set to keep pictures of each step. */
const SHOTS = process.env.SHOTS_DIR;

let shop: ShopProcess;

beforeAll(async () => {
  shop = await startShop({ dataDir: makeEmptyDataDir(), env: { DEMO: 'off', START_OPEN: 'off', SECOND_FACTOR: 'optional' } });
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
afterAll(async () => {
  await shop?.stop();
});

/** Wide and light, on a tablet, and narrow and dark; the page is left as it was. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  if (!SHOTS || !before) return;
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [768, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${SHOTS}/${name}-${width}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
}

async function readPassword(): Promise<string> {
  const { token } = await logInAdmin(shop.origin);
  return (await call(shop.origin, readOpening, { token })).opening.passphrase ?? '';
}

async function setOpen(isOpen: boolean): Promise<void> {
  const { token } = await logInAdmin(shop.origin);
  await call(shop.origin, updateOpening, { token, body: { isOpen } });
}

test.each([
  ['phone', NARROW, 'dark'],
  ['wide screen', WIDE, 'light'],
] as const)(
  '[OPEN-2] [OPEN-3] on a %s a visitor of a closed shop enters its password and looks around',
  { tags: ['full'] },
  async (screen, viewport, colorScheme) => {
    await setOpen(false);
    const { page, expectBrowserErrors } = await visit({ origin: shop.origin, viewport, colorScheme });
    expectBrowserErrors(REFUSED);
    await page.goto('/categories?page=2');
    await expect.poll(() => heading(page).textContent()).toBe('eCommerce App');
    expect(await findA11yViolations(page)).toEqual([]);
    expect(await hasNoHorizontalScroll(page)).toBe(true);
    await keepPicture(page, `closed-${screen}`);
    await page.getByLabel('Enter password').fill('let me in');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').textContent()).toBe("That isn't the password");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    await keepPicture(page, `closed-wrong-${screen}`);
    await page.getByLabel('Enter password').fill(await readPassword());
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.waitForURL('**/categories?page=2');
    await page.getByText("This shop isn't open yet.").waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Open shop' }).count()).toBe(0);
    await keepPicture(page, `entered-${screen}`);
  },
);

test('[OPEN-6] [OPEN-1] [OPEN-7] the owner logs in from the closed page, sees the shop, opens it for everybody and pauses it', {
  tags: ['full'],
}, async () => {
  await setOpen(false);
  const { page, expectBrowserErrors } = await visit({ origin: shop.origin });
  expectBrowserErrors(REFUSED);
  const stranger = await visit({ origin: shop.origin, viewport: NARROW });
  stranger.expectBrowserErrors(REFUSED);
  await page.goto('/');
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => page.getByRole('link', { name: /^Cart/ }).count()).toBe(0);
  await keepPicture(page, 'login');
  await submitLogin(page, ADMIN);
  await page.waitForURL('**/dashboard/admin');
  await page.getByText('0 of 11 steps done').waitFor();
  await keepPicture(page, 'setup-list');
  await goTo(page, '/');
  await page.getByText("Your shop isn't open yet.").waitFor();
  await keepPicture(page, 'own-bar');
  await page.getByRole('link', { name: 'Open shop' }).click();
  await page.waitForURL('**/dashboard/admin/settings/opening');
  await page.getByText('There is no product in the shop yet.').waitFor();
  await keepPicture(page, 'opening');
  await button(page, 'Open shop').click();
  await findToast(page, 'Your shop is open').waitFor();
  await stranger.page.goto('/');
  await stranger.page.getByRole('navigation', { name: 'Main' }).waitFor();
  await expect.poll(() => stranger.page.getByText("This shop isn't open").count()).toBe(0);

  await button(page, 'Pause shop').click();
  await keepPicture(page, 'pause');
  await dialog(page).getByRole('button', { name: 'Pause shop' }).click();
  await findToast(page, 'Your shop is closed').waitFor();
  // In the tab that was open meanwhile, too.
  await stranger.page.getByRole('button', { name: 'Menu' }).click();
  await stranger.page.getByRole('link', { name: 'All categories' }).first().click();
  await stranger.page.getByLabel('Enter password').waitFor();
  expect((await fetch(`${shop.origin}${listCategories.path}`)).status).toBe(403);

  await page.getByLabel('Shop password').fill('come-and-see');
  await button(page, 'Save password').click();
  await findToast(page, 'Password saved').waitFor();
  await stranger.page.goto('/?shop-password=come-and-see');
  await stranger.page.getByText("This shop isn't open yet.").waitFor();
  expect(new URL(stranger.page.url()).search).toBe('');
});

test('[SETUP-1] [SETUP-2] [SHIP-9] [SHIP-10] [TAX-8] the steps lead to their fields: name, country, shipping, tax, and the first product with its category', async () => {
  await setOpen(false);
  const { page, expectBrowserErrors } = await visit({ origin: shop.origin, session: await logInAdmin(shop.origin) });
  const list = main(page).getByRole('region', { name: 'Set up your shop' });
  const goHome = () => goTo(page, '/dashboard/admin');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await goHome();
  await list.getByRole('link', { name: 'Start: Name and logo' }).click();
  await expect.poll(focused).toBe('name');
  await goHome();
  await list.getByRole('link', { name: 'Start: Address and legal texts' }).click();
  await expect.poll(focused).toBe('country');
  await page.getByLabel('Country', { exact: true }).selectOption('DE');
  await saveChanges(page);
  await findToast(page, 'Shop details saved').waitFor();

  await goHome();
  await list.getByText('Still missing: email and postal address, legal details, privacy policy').waitFor();
  await list.getByRole('link', { name: 'Start: Shipping' }).click();
  await expect.poll(focused).toBe('defaultCountry');
  await button(page, 'Germany').click();
  await button(page, 'European Union').click();
  await button(page, 'Rest of the world').click();
  for (const zone of ['Zone 1', 'Zone 2', 'Zone 3']) {
    const price = page.getByRole('group', { name: zone }).getByLabel('Price (€)');
    await price.fill('4.90');
  }
  await page.getByRole('group', { name: 'Zone 2' }).getByRole('button', { name: 'Show all 26' }).click();
  await keepPicture(page, 'zones');
  // Another zone takes a continent: what no other zone has of it.
  await button(page, 'Add zone').click();
  const fourth = page.getByRole('group', { name: 'Zone 4' });
  await fourth.getByLabel('Name', { exact: true }).fill('Asia');
  await fourth.getByRole('combobox', { name: 'Countries and regions' }).fill('asia');
  await fourth.getByRole('option', { name: /^Asia \(\d+ countries\)/ }).click();
  await fourth.getByRole('button', { name: /^Show all/ }).waitFor();
  await fourth.getByLabel('Rate name').fill('Air');
  await fourth.getByLabel('Price (€)').fill('19');
  await saveChanges(page);
  await findToast(page, 'Shipping zones saved').waitFor();

  await goHome();
  await list.getByRole('link', { name: 'Start: Tax' }).click();
  await expect.poll(focused).toBe('pricesIncludeTax');
  await button(page, 'Add 19 %').click();
  await keepPicture(page, 'tax');
  await saveChanges(page);
  await findToast(page, 'Tax saved').waitFor();

  await goHome();
  await list.getByText('2 of 11 steps done').waitFor();
  await list.getByRole('button', { name: 'Skip: Look' }).click();
  await list.getByText('3 of 11 steps done').waitFor();
  await page.reload();
  await list.getByRole('button', { name: 'Do it after all: Look' }).waitFor();
  await list.getByRole('link', { name: 'Start: First product' }).click();
  await page.getByLabel('New category').fill('Mugs');
  await page.setInputFiles('input[type="file"][name="image"]', await makePngUpload('teal'));
  await fillFields(page, { Name: 'Everyday mug', Description: 'Holds tea.', Price: '12.50', Quantity: '8' });
  await page.getByLabel('Shipping', { exact: true }).selectOption({ label: 'Yes' });
  await keepPicture(page, 'first-product');
  // The product can't be created: its category is there, chosen, and nothing that was typed is lost.
  await page.route('**/create-product', (route) =>
    route.fulfill({ status: 503, json: { success: false, code: 'unavailable', message: 'x' } }),
  );
  expectBrowserErrors(/status of 503/, /unavailable|busy|moment/i);
  await button(page, 'Submit').click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('Mugs');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Everyday mug');
  await page.unroute('**/create-product');
  await button(page, 'Submit').click();
  await page.waitForURL('**/dashboard/admin/products**');
  await goHome();
  await list.getByText('4 of 11 steps done').waitFor();
  await keepPicture(page, 'setup-list-later');
});
