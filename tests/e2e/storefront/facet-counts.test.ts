/** Facet counts: correct, without layout shift, and in the server-rendered HTML. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ListedCategory, listCategories } from '../../../src/contract/category.ts';
import { DEFAULT_SETTINGS } from '../../../src/contract/settings.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, first } from '../support/api-client.ts';
import { goTo, NARROW, prepareVisits, waitForFonts } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { fetchDemoCategories, fetchFilteredProducts, holdResponses } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const RANGES = DEFAULT_SETTINGS.priceRanges;

let categories: ListedCategory[];

beforeAll(async () => {
  categories = await fetchDemoCategories();
});

/** The count shown beside each option, by the option's value. */
const readCounts = (page: Page): Promise<Record<string, string>> =>
  page
    .locator('label:has(input[name="category"], input[name="price"])')
    .evaluateAll((labels) =>
      Object.fromEntries(
        labels.map((label) => [(label.querySelector('input') as HTMLInputElement).value, label.lastElementChild?.textContent ?? '']),
      ),
    );

const filterInput = (page: Page, value: string) => page.locator(`input[value="${value}"]`);
const rangeKey = ([lowest, highest]: readonly [number, number]) => `${lowest}-${highest}`;

/** The expected counts: the number of products that the API returns for each option. */
async function fetchExpectedCounts(chosen: ListedCategory[], price: [] | [number, number]): Promise<Record<string, string>> {
  const all = (await call(origin, listCategories)).category;
  const totals = await Promise.all([
    ...all.map(async (it) => [it.slug, (await fetchFilteredProducts([it], price)).total] as const),
    ...RANGES.map(
      async ([lowest, highest]) => [rangeKey([lowest, highest]), (await fetchFilteredProducts(chosen, [lowest, highest])).total] as const,
    ),
  ]);
  return Object.fromEntries(totals.map(([value, total]) => [value, total.toLocaleString('en-US')]));
}

describe('filter counts', () => {
  test('[LIST-5] each filter shows its number of products, whatever else is chosen', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const [one, two] = categories;
    if (!one || !two) throw new Error('too few categories');
    await goTo(page, '/');
    await expect.poll(() => readCounts(page)).toEqual(await fetchExpectedCounts([], []));
    await filterInput(page, one.slug).check();
    await expect.poll(() => readCounts(page)).toEqual(await fetchExpectedCounts([one], []));
    await filterInput(page, two.slug).check();
    await expect.poll(() => readCounts(page)).toEqual(await fetchExpectedCounts([one, two], []));
    await goTo(page, `/?category=${one.slug}&price=99-199&page=2`);
    await expect.poll(() => readCounts(page)).toEqual(await fetchExpectedCounts([one], [99, 199]));
  });

  test('[LIST-5] choosing a filter shows as many products as its count said', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const values = [...categories.slice(0, 4).map((it) => it.slug), ...RANGES.slice(0, 4).map(rangeKey)];
    for (const value of values) {
      await goTo(page, '/');
      const count = (await readCounts(page))[value];
      await filterInput(page, value).check();
      await expect
        .poll(() => page.getByRole('heading', { level: 2 }).first().textContent(), { message: value })
        .toMatch(new RegExp(`^${count} products?$`));
    }
  });

  test('[LIST-5] [HOME-5] the counts stay while the next list loads, and nothing moves', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const category = first(categories);
    await goTo(page, '/');
    await waitForFonts(page);
    const readOffsets = () => page.locator('input[name="price"]').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    const [countsBefore, offsetsBefore] = [await readCounts(page), await readOffsets()];
    const release = await holdResponses(page, '**/api/v1/product/filter-products');
    await filterInput(page, category.slug).check();
    await page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    await expect.poll(() => readCounts(page)).toEqual(countsBefore);
    release();
    await expect.poll(() => readCounts(page)).toEqual(await fetchExpectedCounts([category], []));
    await expect.poll(() => readOffsets()).toEqual(offsetsBefore);
  });

  test('[LIST-5] filters without products are dimmed and can’t be chosen; a chosen one can be removed', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const category = first(categories);
    const totals = await Promise.all(
      RANGES.map(async (range) => ({ range, total: (await fetchFilteredProducts([category], [...range])).total })),
    );
    const { range } = first(totals.filter(({ total }) => total === 0));
    await goTo(page, `/?category=${category.slug}`);
    const emptyFilter = filterInput(page, rangeKey(range));
    await expect.poll(async () => (await readCounts(page))[rangeKey(range)]).toBe('0');
    await expect.poll(async () => [await emptyFilter.isVisible(), await emptyFilter.isDisabled()]).toEqual([true, true]);
    expect(await findA11yViolations(page)).toEqual([]);
    // Opened by URL: both options are selected, and no product matches.
    await goTo(page, `/?category=${category.slug}&price=${rangeKey(range)}`);
    await expect.poll(async () => (await readCounts(page))[category.slug]).toBe('0');
    await expect
      .poll(async () => [await filterInput(page, category.slug).isDisabled(), await emptyFilter.isDisabled()])
      .toEqual([false, false]);
    await filterInput(page, category.slug).uncheck();
    await page.waitForURL(`**/?price=${rangeKey(range)}`);
  });

  test('[LIST-5] without JavaScript the counts are shown, and every filter can be chosen', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    const category = first(categories);
    await page.goto(`/?category=${category.slug}`);
    await expect.poll(() => readCounts(page)).toEqual(await fetchExpectedCounts([category], []));
    await expect.poll(() => page.locator('input:disabled').count()).toBe(0);
  });

  test('[LIST-5] [NARROW-3] the sheet shows the same counts', { tags: ['full'] }, async () => {
    const { page } = await visit({ viewport: NARROW });
    const category = first(categories);
    await goTo(page, '/');
    await page.getByRole('button', { name: 'Filter' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await sheet.getByRole('checkbox', { name: category.name }).check();
    const expectedCounts = await fetchExpectedCounts([category], []);
    const readSheetCounts = () =>
      sheet.locator('label').evaluateAll((labels) => labels.map((label) => label.lastElementChild?.textContent ?? ''));
    const all = (await call(origin, listCategories)).category;
    await expect
      .poll(readSheetCounts)
      .toEqual([...all.map((it) => it.slug), ...RANGES.map(rangeKey)].map((value) => expectedCounts[value]));
  });
});
