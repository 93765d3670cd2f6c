/** The colour theme, and the header of a narrow screen. */
import { describe, expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { call, first } from '../support/api-client.ts';
import { cartBadge, heading, navbar } from '../support/steps.ts';
import { goTo, NARROW, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const LIGHT_BACKGROUND = 'rgb(251, 250, 247)';
const DARK_BACKGROUND = 'rgb(19, 18, 16)';

describe('light and dark', () => {
  test("[NAV-1] [THEME-1] the switch changes the theme at once and is remembered; choosing the system's theme follows the system again", async () => {
    const { page } = await visit({ colorScheme: 'light' });
    const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await goTo(page, '/');
    const themeToggle = navbar(page).getByRole('button', { name: 'Dark theme' });
    await expect.poll(readBackground).toBe(LIGHT_BACKGROUND);
    await expect.poll(() => themeToggle.getAttribute('aria-pressed')).toBe('false');
    await themeToggle.click();
    await expect.poll(readBackground).toBe(DARK_BACKGROUND);
    await expect.poll(() => themeToggle.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => readLocalStorage(page, 'theme')).toBe('dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await themeToggle.click();
    await expect.poll(readBackground).toBe(LIGHT_BACKGROUND);
    await page.emulateMedia({ colorScheme: 'light' });
    await themeToggle.click();
    await themeToggle.click();
    await expect.poll(() => readLocalStorage(page, 'theme')).toBe(null);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(readBackground).toBe(DARK_BACKGROUND);
  });

  test('[NAV-1] [THEME-2] the theme is applied before the first paint, without waiting for the page’s script', async () => {
    const { page, expectBrowserErrors } = await visit({ colorScheme: 'light' });
    expectBrowserErrors(/ERR_FAILED.*assets/, /dynamically imported module/);
    await page.goto('/about');
    await page.evaluate(() => localStorage.setItem('theme', '"dark"'));
    await page.context().route('**/assets/*.js', (route) => route.abort());
    await page.reload({ waitUntil: 'domcontentloaded' });
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(DARK_BACKGROUND);
  });

  test('[NAV-1] [THEME-2] an invalid stored theme is ignored', { tags: ['full'] }, async () => {
    const { page } = await visit({ colorScheme: 'dark' });
    await goTo(page, '/about');
    for (const theme of ['x', '"purple"', '{"a":1}', '<script>']) {
      await page.evaluate((it) => localStorage.setItem('theme', it), theme);
      await goTo(page, '/about');
      await expect
        .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor), { message: theme })
        .toBe(DARK_BACKGROUND);
      await expect
        .poll(() => navbar(page).getByRole('button', { name: 'Dark theme' }).getAttribute('aria-pressed'), { message: theme })
        .toBe('true');
    }
  });
});

describe('the header on a narrow screen', () => {
  test("[NAV-3] [NAV-5] [NARROW-1] the menu is a sheet with the header's links and every category; its close button, Escape and a link close it", async () => {
    const { page } = await visit({ viewport: NARROW });
    const { category: categories } = await call(origin, listCategories);
    await goTo(page, '/about');
    const menu = navbar(page).getByRole('button', { name: 'Menu' });
    const sheet = page.locator(':popover-open').filter({ hasText: 'All categories' });
    await menu.click();
    await sheet.getByRole('link', { name: 'Login' }).waitFor();
    await expect.poll(() => sheet.locator('a[href^="/category/"]').count()).toBe(categories.length);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
    await menu.click();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await menu.click();
    const { name, slug } = first(categories);
    await sheet.getByRole('link', { name }).first().click();
    await page.waitForURL(`**/category/${slug}`);
    await expect.poll(() => heading(page).textContent()).toContain(name);
    await sheet.waitFor({ state: 'detached' });
  });

  test('[NAV-7] [NARROW-2] the search opens with the focus in it, closes on Escape, and finds products', async () => {
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, '/about');
    const searchBox = page.getByRole('combobox', { name: 'Search products' });
    const openSearchLink = navbar(page).getByRole('link', { name: 'Search products' });
    await expect.poll(() => searchBox.isVisible()).toBe(false);
    await openSearchLink.click();
    await expect.poll(() => searchBox.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await searchBox.waitFor({ state: 'hidden' });
    await openSearchLink.click();
    await searchBox.fill('lamp');
    await searchBox.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => searchBox.inputValue()).toBe('lamp');
  });

  test('[NAV-3] [NAV-7] [NARROW-1] without JavaScript the menu opens, and the search icon leads to a page that shows the search form', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ viewport: NARROW, javaScriptEnabled: false });
    await page.goto('/about');
    await expect.poll(() => navbar(page).getByRole('button', { name: 'Dark theme' }).count()).toBe(0);
    await navbar(page).getByRole('button', { name: 'Menu' }).click();
    await page.locator('#menu').getByRole('link', { name: 'All categories' }).click();
    await page.waitForURL('**/category');
    await navbar(page).getByRole('link', { name: 'Search products' }).click();
    await page.waitForURL('**/searched/products');
    await page.getByRole('searchbox').fill('lamp');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => cartBadge(page).textContent()).toBe('0');
  });
});
