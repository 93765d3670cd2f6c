/** Suggestions on a line that is slow, in disorder or down: what is suggested belongs to what is typed, or isn't there. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ownOrigin } from '../own.ts';
import { pass, stopClock } from '../steps.ts';
import { goTo, prepareVisits, toastOf } from '../visitor.ts';
import { hold } from './list.ts';
import { box, CALLS, lineOf, list, suggested, texts } from './suggestions.ts';

const visit = prepareVisits(ownOrigin());

/** The words of each call, in the order in which they are asked. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (it) => {
    const [, words] = it.url().split('/product/suggest/');
    if (words !== undefined) asked.push(decodeURIComponent(words));
  });
  return asked;
}

describe('what is suggested belongs to what is typed', () => {
  test('[SUGGEST-4] it is asked once the words stand still, and not for an empty box', async () => {
    const { page } = await visit({ clock: true });
    await goTo(page, '/');
    await box(page).fill('desk');
    await list(page).waitFor();
    await stopClock(page);
    const asked = listen(page);
    await box(page).fill('la');
    await pass(page, 119);
    await box(page).fill('lamp');
    await pass(page, 119);
    expect(asked).toEqual([]);
    await pass(page, 1);
    expect(asked).toEqual(['lamp']);
    await expect.poll(() => texts(page)).toContain('All results for “lamp”');
    await box(page).fill('   ');
    await list(page).waitFor({ state: 'detached' });
    await pass(page, 1000);
    await box(page).fill('');
    await pass(page, 1000);
    expect(asked).toEqual(['lamp']);
    expect(await list(page).count()).toBe(0);
  });

  test('[SUGGEST-4] an answer that comes late is never shown: its question was taken back', async () => {
    const { page } = await visit();
    const products = await suggested('lamp');
    const cancelled: string[] = [];
    page.on('requestfailed', (it) => cancelled.push(decodeURIComponent(it.url().split('/suggest/')[1] ?? '')));
    await goTo(page, '/');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const asked = listen(page);
    await page.route('**/api/v1/product/suggest/shoe', async (route: Route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await box(page).fill('shoe');
    await expect.poll(() => asked).toEqual(['shoe']);
    await box(page).fill('lamp');
    await expect.poll(() => texts(page)).toEqual([...products.map(lineOf), 'All results for “lamp”']);
    letGo();
    await expect.poll(() => cancelled).toEqual(['shoe']);
    await page.evaluate(() => fetch('/livez', { cache: 'no-store' }));
    expect(await texts(page)).toEqual([...products.map(lineOf), 'All results for “lamp”']);
  });

  test('[SUGGEST-4] where the next answer is slow, what belongs to other words soon goes', async () => {
    const { page } = await visit({ clock: true });
    await goTo(page, '/');
    await box(page).fill('lamp');
    await list(page).waitFor();
    await stopClock(page);
    const letGo = await hold(page, CALLS);
    await box(page).fill('desk');
    await pass(page, 299);
    // Between two letters nothing flashes.
    expect(await list(page).count()).toBe(1);
    expect(await texts(page)).toContain('All results for “desk”');
    await pass(page, 1);
    await list(page).waitFor({ state: 'detached' });
    expect(await box(page).getAttribute('aria-expanded')).toBe('false');
    letGo();
    await expect.poll(async () => (await texts(page)).at(-1)).toBe('All results for “desk”');
  });

  test('[SUGGEST-5] a failure is silent, and the search goes on', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of 503/);
    await goTo(page, '/');
    let refused = 0;
    await page.route(CALLS, async (route) => {
      await route.fulfill({ status: 503, json: { success: false, message: 'busy' } });
      refused += 1;
    });
    await box(page).fill('lamp');
    await expect.poll(() => refused).toBe(1);
    await page.evaluate(() => fetch('/livez', { cache: 'no-store' }));
    expect(await list(page).count()).toBe(0);
    expect(await toastOf(page, /.+/).count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
  });

  test('[SUGGEST-5] without an answer, or without its script, the search works as ever', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/ERR_FAILED/);
    await goTo(page, '/');
    const letGo = await hold(page, CALLS);
    await box(page).fill('lamp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
    letGo();
    await goTo(page, '/');
    let refused = 0;
    await page.route('**/assets/**', async (route) => {
      await route.abort();
      refused += 1;
    });
    await box(page).fill('lamp');
    await expect.poll(() => refused).toBeGreaterThan(0);
    await page.unroute('**/assets/**');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
  });
});
