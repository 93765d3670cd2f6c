/** The filters on a narrow screen: a sheet whose button shows the number of results. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListedCategory } from '../../../src/contract/category.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { first } from '../support/api-client.ts';
import { goTo, NARROW, prepareVisits, WIDE, waitForHydration } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { expectProducts, fetchDemoCategories, fetchFilteredProducts } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let category: ListedCategory;

beforeAll(async () => {
  category = first(await fetchDemoCategories());
});

describe('the filters on a narrow screen', () => {
  test('[HOME-1] [HOME-6] [NARROW-3] filters open as a sheet, show the new count at once, and appear as chips', async () => {
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, '/');
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
    const opener = page.getByRole('button', { name: 'Filter' });
    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await sheet.waitFor();
    // The controls exist once only.
    await expect.poll(() => page.getByRole('checkbox', { name: category.name }).count()).toBe(1);
    await expect.poll(() => page.getByRole('radio').count()).toBe(11);
    await sheet.getByRole('checkbox', { name: category.name }).check();
    await page.waitForURL(`**/?category=${category.slug}`);
    const inCategory = await fetchFilteredProducts([category]);
    await sheet.getByRole('button', { name: `Show ${inCategory.total} products` }).waitFor();
    await sheet.getByRole('radio', { name: '$99 – $199' }).check();
    const inCategoryAndPrice = await fetchFilteredProducts([category], [99, 199]);
    const showButton = sheet.getByRole('button', { name: new RegExp(`^Show ${inCategoryAndPrice.total} products?$`) });
    await showButton.waitFor();
    expect(await findA11yViolations(page)).toEqual([]);
    const readBottom = async () => {
      const box = await showButton.boundingBox();
      return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
    };
    await expect.poll(readBottom).toBeLessThanOrEqual(NARROW.height);
    await showButton.click();
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
    await expect.poll(() => opener.textContent()).toBe('Filter (2)');
    await expectProducts(page, inCategoryAndPrice.products);
    await page.getByRole('link', { name: 'Remove filter: $99 – $199' }).click();
    await expectProducts(page, inCategory.products);
  });

  test('[HOME-2] REST DEFAULT is in the sheet and reloads the page', { tags: ['full'] }, async () => {
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, `/?category=${category.slug}`);
    await page.evaluate(() => Object.assign(window, { before: true }));
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('button', { name: 'REST DEFAULT' }).click();
    await page.waitForURL(`${origin}/`);
    await waitForHydration(page);
    await expect.poll(() => page.evaluate(() => 'before' in window)).toBe(false);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('[HOME-1] [NARROW-3] the filter sheet closes on Escape, and when the window becomes wide', { tags: ['full'] }, async () => {
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, '/');
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await page.getByRole('button', { name: 'Filter' }).click();
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Filter' }).click();
    await sheet.waitFor();
    await page.setViewportSize(WIDE);
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('checkbox', { name: category.name }).count()).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: 'Filter' }).count()).toBe(0);
  });

  test('[HOME-1] [HOME-6] [NARROW-3] without JavaScript the filters are in the page and are sent as a form', async () => {
    const { page } = await visit({ viewport: NARROW, javaScriptEnabled: false });
    await page.goto('/');
    await page.getByRole('checkbox', { name: category.name }).check();
    await page.locator('main form').getByRole('button', { name: 'Apply' }).first().click();
    await page.waitForURL(/category=/);
    const { products } = await fetchFilteredProducts([category]);
    await expectProducts(page, products);
    await expect.poll(() => page.getByRole('button', { name: /^Filter/ }).count()).toBe(0);
  });
});
