/** The search: what it finds, and what it makes of any words. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { searchProducts } from '../../../src/contract/product.ts';
import { ownOrigin } from '../own.ts';
import { badge, dollars, heading } from '../steps.ts';
import { goTo, hydrated, prepareVisits, toastOf } from '../visitor.ts';
import { call, first } from '../wire.ts';
import { cards, cut, showsThese } from './list.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

describe('the search', () => {
  const search = async (page: Page, keyword: string) => {
    await page.getByRole('searchbox', { name: 'Search products' }).fill(keyword);
    await page.keyboard.press('Enter');
  };

  test('[NAV-7] [SRCH-1] [SRCH-2] shows how many it found, keeps the keyword in the address and survives a reload', async () => {
    const { page } = await visit();
    const found = await call(origin, searchProducts, { params: { keyword: 'lamp' } });
    expect(found.length).toBeGreaterThan(0);
    await goTo(page, '/about');
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('/api/v1/product/') && asked.push(`${it.method()} ${it.url()}`));
    await search(page, 'lamp');
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => heading(page).textContent()).toBe(`${found.length} Results Found`);
    await showsThese(page, found);
    // What the submitting found is what the page shows: it isn't asked for twice.
    expect(asked).toEqual([`GET ${origin}/api/v1/product/search/lamp`]);
    await page.reload();
    await hydrated(page);
    await expect.poll(() => heading(page).textContent()).toBe(`${found.length} Results Found`);
    expect(await page.getByRole('searchbox').inputValue()).toBe('lamp');
    await showsThese(page, found);
  });

  test('[SRCH-2] says Not Found where nothing fits', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    await search(page, 'zzzz qqqq');
    await expect.poll(() => heading(page).textContent()).toBe('Not Found');
    expect(await cards(page).count()).toBe(0);
  });

  test('[SRCH-1] takes any characters as words, not as patterns or markup', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    for (const keyword of ['100%', '<img src=x onerror=alert(1)>', "'; drop table products; --", '../..', '?&#=', 'ß 漢字 👟']) {
      await search(page, keyword);
      await page.waitForURL((url) => url.searchParams.get('keyword') === keyword);
      await expect.poll(() => page.locator('main').textContent()).toContain(keyword);
      await expect.poll(() => heading(page).textContent()).toMatch(/Not Found|Results Found/);
    }
  });

  test('[SRCH-3] [CONST-1] a card shows name, price, eighteen characters, and Add Cart adds', async () => {
    const { page } = await visit();
    const found = await call(origin, searchProducts, { params: { keyword: 'lamp' } });
    const product = first(found.filter((it) => it.quantity > 0));
    await goTo(page, '/searched/products?keyword=lamp');
    const card = page.locator(`article[data-product="${product.slug}"]`);
    await expect.poll(() => card.textContent()).toContain(cut(product.description, 18));
    await expect.poll(() => card.textContent()).toContain(dollars(product.price));
    const add = card.getByRole('button', { name: /^Add Cart/ });
    await expect.poll(() => add.textContent()).toBe('Add Cart');
    await add.click();
    await toastOf(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => badge(page).textContent()).toBe('1');
  });

  test('[SRCH-1] a search that fails says so and keeps the words', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of 503/, /console:.*(Error|busy)/);
    await goTo(page, '/');
    await page.route('**/api/v1/product/search/**', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await search(page, 'lamp');
    await toastOf(page, /didn't work/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.getByRole('searchbox').inputValue()).toBe('lamp');
    await page.unroute('**/api/v1/product/search/**');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
  });
});
