/** Search suggestions when responses are slow, out of order or failing: outdated ones are never shown. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { advanceClock, stopClock } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { holdResponses } from './product-list.ts';
import { fetchSuggestions, optionText, readOptionTexts, SUGGEST_URL_PATTERN, searchBox, suggestionList } from './suggestion-locators.ts';

const visit = prepareVisits(getWorkerOrigin());

/** The keyword of each request, in order. */
function recordSuggestQueries(page: Page): string[] {
  const queries: string[] = [];
  page.on('request', (it) => {
    const [, query] = it.url().split('/product/suggest/');
    if (query !== undefined) queries.push(decodeURIComponent(query));
  });
  return queries;
}

describe('suggestions match what is typed', () => {
  test('[SUGGEST-4] suggestions are requested once typing pauses, and not for an empty field', async () => {
    const { page } = await visit({ clock: true });
    await goTo(page, '/');
    await searchBox(page).fill('desk');
    await suggestionList(page).waitFor();
    await stopClock(page);
    const queries = recordSuggestQueries(page);
    await searchBox(page).fill('la');
    await advanceClock(page, 119);
    await searchBox(page).fill('lamp');
    await advanceClock(page, 119);
    expect(queries).toEqual([]);
    await advanceClock(page, 1);
    await expect.poll(() => queries).toEqual(['lamp']);
    await expect.poll(() => readOptionTexts(page)).toContain('All results for “lamp”');
    await searchBox(page).fill('   ');
    await suggestionList(page).waitFor({ state: 'detached' });
    await advanceClock(page, 1000);
    await searchBox(page).fill('');
    await advanceClock(page, 1000);
    expect(queries).toEqual(['lamp']);
    await expect.poll(() => suggestionList(page).count()).toBe(0);
  });

  test('[SUGGEST-4] a late response is never shown: its request was aborted', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const products = await fetchSuggestions('lamp');
    const cancelledQueries: string[] = [];
    page.on('requestfailed', (it) => cancelledQueries.push(decodeURIComponent(it.url().split('/suggest/')[1] ?? '')));
    await goTo(page, '/');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const queries = recordSuggestQueries(page);
    await page.route('**/api/v1/product/suggest/shoe', async (route: Route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    await searchBox(page).fill('shoe');
    await expect.poll(() => queries).toEqual(['shoe']);
    await searchBox(page).fill('lamp');
    await expect.poll(() => readOptionTexts(page)).toEqual([...products.map(optionText), 'All results for “lamp”']);
    release();
    await expect.poll(() => cancelledQueries).toEqual(['shoe']);
    await page.evaluate(() => fetch('/livez', { cache: 'no-store' }));
    await expect.poll(() => readOptionTexts(page)).toEqual([...products.map(optionText), 'All results for “lamp”']);
  });

  test('[SUGGEST-4] while the next response is slow, suggestions for the old words are removed soon', { tags: ['full'] }, async () => {
    const { page } = await visit({ clock: true });
    await goTo(page, '/');
    await searchBox(page).fill('lamp');
    await suggestionList(page).waitFor();
    await stopClock(page);
    const release = await holdResponses(page, SUGGEST_URL_PATTERN);
    await searchBox(page).fill('desk');
    await advanceClock(page, 299);
    // The list stays open between two keystrokes.
    await expect.poll(() => suggestionList(page).count()).toBe(1);
    await expect.poll(() => readOptionTexts(page)).toContain('All results for “desk”');
    await advanceClock(page, 1);
    await suggestionList(page).waitFor({ state: 'detached' });
    await expect.poll(() => searchBox(page).getAttribute('aria-expanded')).toBe('false');
    release();
    await expect.poll(async () => (await readOptionTexts(page)).at(-1)).toBe('All results for “desk”');
  });

  test('[SUGGEST-5] failing suggestions show no error, and the search still works', async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 503/);
    await goTo(page, '/');
    let refusedCount = 0;
    await page.route(SUGGEST_URL_PATTERN, async (route) => {
      await route.fulfill({ status: 503, json: { success: false, message: 'busy' } });
      refusedCount += 1;
    });
    await searchBox(page).fill('lamp');
    await expect.poll(() => refusedCount).toBe(1);
    await page.evaluate(() => fetch('/livez', { cache: 'no-store' }));
    await expect.poll(() => suggestionList(page).count()).toBe(0);
    await expect.poll(() => findToast(page, /.+/).count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
  });

  test('[SUGGEST-5] without a response, or without its script, the search still works', { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/ERR_FAILED/);
    await goTo(page, '/');
    const release = await holdResponses(page, SUGGEST_URL_PATTERN);
    await searchBox(page).fill('lamp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
    release();
    await goTo(page, '/');
    let refusedCount = 0;
    await page.route('**/assets/**', async (route) => {
      await route.abort();
      refusedCount += 1;
    });
    await searchBox(page).fill('lamp');
    await expect.poll(() => refusedCount).toBeGreaterThan(0);
    await page.unroute('**/assets/**');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
  });
});
