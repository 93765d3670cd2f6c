/** The settings in pages: their menu, what a bar says is unsaved, and what becomes of it. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, DEFAULT_SHOP_DETAILS, readSettings, updateSettings } from '../../../src/contract/settings.ts';
import { deleteLogo, replaceLogo, updateShopDetails } from '../../../src/contract/shop-details.ts';
import { isFullRun } from '../../support/projects.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, type Session } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { findToast, goTo, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, main, saveBar, saveChanges } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const SETTINGS = '/dashboard/admin/settings';

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

const { logo: _logo, ...DETAILS } = DEFAULT_SHOP_DETAILS;

afterEach(async () => {
  const { token } = session;
  await call(origin, updateShopDetails, { token, body: DETAILS });
  await call(origin, deleteLogo, { token });
  await call(origin, updateSettings, { token, body: { ...DEFAULT_SETTINGS, deliveryTime: '', returnsLine: '', paymentMarks: [] } });
});

const readShop = async () => (await call(origin, readSettings)).settings;
const menu = (page: Page) => page.getByRole('navigation', { name: 'Settings' });
const isFocused = (page: Page, label: string) => page.getByLabel(label, { exact: true }).evaluate((it) => it === document.activeElement);
const chooseLogo = async (page: Page) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 60, height: 12, channels: 4, background: '#0a7f55' } })
      .png()
      .toBuffer(),
  });

describe('the pages', () => {
  test('[SETTINGS-1] every page of the settings is in a menu beside it, which says where one is', { tags: ['full'] }, async () => {
    const { page } = await visit({ session });
    await goTo(page, SETTINGS);
    await menu(page).getByRole('link').first().waitFor();
    const links = await menu(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((it) => [it.getAttribute('href'), it.textContent] as const));
    expect(links.map(([, label]) => label)).toEqual([
      ...['General', 'Domain', 'Opening', 'Search and filters', 'Custom fields', 'Backups'],
      ...['Payments', 'Checkout', 'Shipping and delivery', 'Tax', 'Invoices and terms', 'Law', 'Google and Meta'],
      ...['Mail server', 'Sender and templates', 'Notifications', 'All emails'],
      ...['Team', 'Security', 'Activity log'],
      ...['API keys', 'Webhooks'],
    ]);
    // Whether each page opens is looked at by the tests of pages, too.
    for (const [path, label] of isFullRun ? links : links.filter((_link, index) => index % 4 === 1)) {
      await menu(page)
        .getByRole('link', { name: `${label}`, exact: true })
        .click();
      await page.waitForURL(`**${path}`);
      await expect.poll(() => menu(page).locator('[aria-current="page"]').textContent()).toBe(label);
      await expect.poll(() => heading(page).count()).toBe(1);
      await expect.poll(() => main(page).getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
      await expect.poll(() => main(page).getByRole('button', { name: 'Try again' }).count()).toBe(0);
    }
  });

  test('[SETTINGS-1] on a phone the menu is a list that opens, by the keyboard too', async () => {
    const { page } = await visit({ session, viewport: NARROW });
    await goTo(page, `${SETTINGS}/checkout`);
    await expect.poll(() => menu(page).count()).toBe(0);
    const summary = main(page).locator('summary', { hasText: 'Settings' });
    await expect.poll(() => summary.textContent()).toBe('SettingsCheckout');
    await summary.press('Enter');
    await menu(page).getByRole('link', { name: 'Tax' }).waitFor();
    expect(await findA11yViolations(page)).toEqual([]);
    await menu(page).getByRole('link', { name: 'Tax' }).press('Escape');
    await expect.poll(() => menu(page).count()).toBe(0);
    await expect.poll(() => summary.evaluate((it) => it === document.activeElement)).toBe(true);
    await summary.press('Enter');
    await menu(page).getByRole('link', { name: 'Tax' }).press('Enter');
    await page.waitForURL(`**${SETTINGS}/tax`);
    await expect.poll(() => menu(page).count()).toBe(0);
    await expect.poll(() => heading(page).textContent()).toBe('Tax');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
  });

  test('[SETTINGS-2] former addresses lead to where the fields are now, and an anchor to its field', async () => {
    const { page } = await visit({ session });
    await goTo(page, `${SETTINGS}#policy`);
    await page.waitForURL('**/dashboard/admin/pages/legal#policy');
    await expect.poll(() => isFocused(page, 'Text of Privacy Policy')).toBe(true);
    await goTo(page, '/dashboard/admin/emails?view=settings');
    await page.waitForURL(`**${SETTINGS}/templates`);
    await goTo(page, `${SETTINGS}#legalDetails`);
    await expect.poll(() => isFocused(page, 'Legal details')).toBe(true);
    await goTo(page, '/dashboard/admin');
    await goTo(page, `${SETTINGS}#logo`);
    await expect.poll(() => page.locator('input[type=file]').evaluate((it) => it === document.activeElement)).toBe(true);
    // An anchor that names nothing, or no selector at all, does nothing.
    await goTo(page, '/dashboard/admin');
    await goTo(page, `${SETTINGS}#"]%20x`);
    await page.getByLabel('Shop name').waitFor();
  });
});

describe('the bar that says what is unsaved', () => {
  test('[SETTINGS-3] it names what has changed, and goes when all is as it was', { tags: ['full'] }, async () => {
    const { page } = await visit({ session });
    await goTo(page, SETTINGS);
    await page.getByLabel('Shop name').fill('Owl & Co');
    await saveBar(page).getByText('Unsaved changes: Shop name', { exact: true }).waitFor();
    await page.getByLabel('Use a custom accent color').check();
    await chooseLogo(page);
    await saveBar(page).getByText('Unsaved changes: Logo, Shop name, Accent color', { exact: true }).waitFor();
    expect(await findA11yViolations(page)).toEqual([]);
    await page.getByLabel('Use a custom accent color').uncheck();
    await page.getByLabel('Shop name').fill(DETAILS.name);
    await saveBar(page).getByText('Unsaved changes: Logo', { exact: true }).waitFor();
    await saveBar(page).getByRole('button', { name: 'Discard' }).click();
    await dialog(page).getByRole('button', { name: 'Keep editing' }).click();
    await saveBar(page).getByText('Unsaved changes: Logo', { exact: true }).waitFor();
    await saveBar(page).getByRole('button', { name: 'Discard' }).click();
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => saveBar(page).count()).toBe(0);
    await expect.poll(() => heading(page).evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test('[SETTINGS-3] Ctrl+S and Enter save, and leave the focus where it is', async () => {
    const { page } = await visit({ session });
    await goTo(page, `${SETTINGS}/checkout`);
    await page.getByLabel('Delivery time').fill('  Delivered in 2 days ');
    await page.keyboard.press('Control+s');
    await findToast(page, 'Settings saved').waitFor();
    await expect.poll(() => saveBar(page).count()).toBe(0);
    expect((await readShop()).deliveryTime).toBe('Delivered in 2 days');
    await expect.poll(() => isFocused(page, 'Delivery time')).toBe(true);
    await page.getByLabel('Returns').fill('30 days');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await readShop()).returnsLine).toBe('30 days');
    await expect.poll(() => saveBar(page).count()).toBe(0);
    await expect.poll(() => isFocused(page, 'Returns')).toBe(true);
    // Without a change nothing is sent.
    const sent: string[] = [];
    page.on('request', (it) => void (it.method() === 'PUT' && sent.push(it.url())));
    await page.keyboard.press('Meta+s');
    await page.keyboard.press('Enter');
    expect(sent).toEqual([]);
  });

  test('[SETTINGS-3] Discard shows again what was saved last, rows and switches too', { tags: ['full'] }, async () => {
    const { page } = await visit({ session });
    await goTo(page, `${SETTINGS}/search`);
    await page.getByRole('button', { name: 'Remove range 2', exact: true }).click();
    await page.getByLabel('Minimum of range 1', { exact: true }).fill('5');
    await saveChanges(page);
    await findToast(page, 'Settings saved').waitFor();
    await page.getByLabel('Minimum of range 1', { exact: true }).fill('70');
    await page.getByRole('button', { name: 'Add range' }).click();
    await page.getByRole('switch', { name: 'Add to cart from every list' }).uncheck();
    await page.getByLabel('Synonyms').fill('x');
    await saveBar(page).getByText('Unsaved changes: Price ranges, Add to cart from every list, Synonyms', { exact: true }).waitFor();
    await saveBar(page).getByRole('button', { name: 'Discard' }).click();
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => page.getByLabel('Minimum of range 1', { exact: true }).inputValue()).toBe('5');
    await expect.poll(() => page.getByLabel(/^Minimum of range/).count()).toBe(10);
    await expect.poll(() => page.getByRole('switch').isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel('Synonyms').inputValue()).toContain('sofa, couch');
    await expect.poll(() => saveBar(page).count()).toBe(0);
  });

  test('[SETTINGS-4] one Save saves several things; what is refused is named, stays as it was typed, and the rest is saved', async () => {
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 5\d\d/, /console:/);
    await goTo(page, SETTINGS);
    await page.getByLabel('Shop name').fill('Half saved');
    await chooseLogo(page);
    await page.route(`**${replaceLogo.path}`, (route) => route.fulfill({ status: 507, json: { success: false, message: 'Disk full' } }));
    await saveChanges(page);
    await findToast(page, "The logo wasn't saved").waitFor();
    await saveBar(page).getByText('Unsaved changes: Logo', { exact: true }).waitFor();
    expect(await readShop()).toMatchObject({ shop: { name: 'Half saved', logo: null } });
    await page.unroute(`**${replaceLogo.path}`);
    await page.getByLabel('Headline').fill('All saved');
    await saveChanges(page);
    await findToast(page, 'All changes saved').waitFor();
    await expect.poll(() => saveBar(page).count()).toBe(0);
    expect((await readShop()).shop).toMatchObject({ headline: 'All saved', logo: expect.any(String) });
  });

  test('[SETTINGS-4] of several refused things the first has the focus, and a field that is missing is asked for before anything is sent', {
    tags: ['full'],
  }, async () => {
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 400/);
    await goTo(page, `${SETTINGS}/search`);
    await page.getByLabel('Maximum of range 1', { exact: true }).fill('0');
    await page.getByLabel('Synonyms').fill('alone');
    await saveChanges(page);
    await findToast(page, "The settings weren't saved").waitFor();
    await findToast(page, "The synonyms weren't saved").waitFor();
    await expect.poll(() => isFocused(page, 'Maximum of range 1')).toBe(true);
    await saveBar(page).getByText('Unsaved changes: Price ranges, Synonyms', { exact: true }).waitFor();
    await page.getByLabel('Maximum of range 1', { exact: true }).fill('99');
    await page.getByLabel('Synonyms').fill('');
    await saveBar(page).getByRole('button', { name: 'Discard' }).click();
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => main(page).locator('[aria-invalid="true"]').count()).toBe(0);
    await goTo(page, SETTINGS);
    await page.getByLabel('Headline').fill('Not sent');
    await page.getByLabel('Shop name').fill('');
    await saveChanges(page);
    await expect.poll(() => isFocused(page, 'Shop name')).toBe(true);
    expect((await readShop()).shop.headline).toBe('');
  });

  test('[SETTINGS-5] two people who change different pages of the same settings don’t hinder each other; on the same one they are asked', async () => {
    const { token } = session;
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 409/);
    await goTo(page, `${SETTINGS}/checkout`);
    await page.getByLabel('Returns').fill('Mine');
    const { settings } = await call(origin, readSettings);
    await call(origin, updateSettings, { token, body: { ...settings, quickAdd: false } });
    await saveChanges(page);
    await findToast(page, 'Settings saved').waitFor();
    expect(await readShop()).toMatchObject({ quickAdd: false, returnsLine: 'Mine' });

    await page.getByLabel('Returns').fill('Mine again');
    await call(origin, updateSettings, { token, body: { ...settings, returnsLine: 'Theirs', deliveryTime: 'Soon' } });
    await saveChanges(page);
    await page.getByText('Changed while you were editing').waitFor();
    // What only somebody else has changed isn't unsaved.
    await saveBar(page).getByText('Unsaved changes: Returns', { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Delivery time').inputValue()).toBe('Soon');
    await page.getByRole('radio', { name: 'There now Theirs' }).check();
    await saveChanges(page);
    await expect.poll(() => saveBar(page).count()).toBe(0);
    expect(await readShop()).toMatchObject({ returnsLine: 'Theirs', deliveryTime: 'Soon' });
  });
});

test('[SETTINGS-6] the page Security says whether the team has to log in in two steps, and who doesn’t yet', async () => {
  const { page } = await visit({ session });
  await goTo(page, `${SETTINGS}/security`);
  const panel = main(page).getByRole('region', { name: 'Two-step login of your team' });
  await panel.getByText(/^\d+ of \d+ members log in in two steps/).waitFor();
  await panel.getByText(/Not yet:/).waitFor();
  await main(page).getByRole('link', { name: 'Open the activity log' }).waitFor();
  await main(page).getByRole('link', { name: 'Open your security page' }).click();
  await page.waitForURL('**/dashboard/user/security');
  await expect.poll(() => heading(page).textContent()).toBe('Security');
});
