/** The search page: results, sorting, unusual queries. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SearchSort } from '../../../src/contract/product.ts';
import { searchProducts } from '../../../src/contract/product-search.ts';
import { takeFirst } from '../../support/projects.ts';
import { call, first, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { cartBadge, formatDollars, heading } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits, waitForHydration } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { expectProducts, fetchFilteredProducts, productCards, readProductPrices, truncate } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const submitSearch = async (page: Page, keyword: string) => {
  await searchBox(page).fill(keyword);
  await page.keyboard.press('Enter');
};

describe('the search', () => {
  test('[NAV-7] [SRCH-1] [SRCH-2] a search shows the number of results, keeps the keyword in the URL and survives a reload', async () => {
    const { page } = await visit();
    const foundProducts = await call(origin, searchProducts, { params: { keyword: 'lamp' } });
    expect(foundProducts.length).toBeGreaterThan(0);
    await goTo(page, '/about');
    const requests: string[] = [];
    page.on('request', (it) => /\/api\/v1\/product\/(?!suggest\/)/.test(it.url()) && requests.push(`${it.method()} ${it.url()}`));
    await submitSearch(page, 'lamp');
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => heading(page).textContent()).toBe(`${foundProducts.length} Results Found`);
    await expectProducts(page, foundProducts);
    // The results are requested once only.
    expect(requests).toEqual([`POST ${origin}/api/v1/product/filter-products`]);
    await page.reload();
    await waitForHydration(page);
    await expect.poll(() => heading(page).textContent()).toBe(`${foundProducts.length} Results Found`);
    await expect.poll(() => searchBox(page).inputValue()).toBe('lamp');
    await expectProducts(page, foundProducts);
  });

  test('[SRCH-2] a search without results says Not Found', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, '/');
    await submitSearch(page, 'zzzz qqqq');
    await expect.poll(() => heading(page).textContent()).toBe('Not Found');
    await expect.poll(() => productCards(page).count()).toBe(0);
  });

  test('[SRCH-1] any characters are searched for as text, not as patterns or markup', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, '/');
    for (const keyword of ['100%', '<img src=x onerror=alert(1)>', "'; drop table products; --", '../..', '?&#=', 'ß 漢字 👟']) {
      await submitSearch(page, keyword);
      await page.waitForURL((url) => url.searchParams.get('keyword') === keyword);
      await expect.poll(() => page.locator('main').textContent()).toContain(keyword);
      await expect.poll(() => heading(page).textContent()).toMatch(/Not Found|Results Found/);
    }
  });

  test('[SRCH-3] [CONST-1] a card shows name, price, eighteen characters, and Add Cart adds', async () => {
    const { page } = await visit();
    const foundProducts = await call(origin, searchProducts, { params: { keyword: 'lamp' } });
    const product = first(foundProducts.filter((it) => it.quantity > 0));
    await goTo(page, '/searched/products?keyword=lamp');
    const card = page.locator(`article[data-product="${product.slug}"]`);
    await expect.poll(() => card.textContent()).toContain(truncate(product.description, 18));
    await expect.poll(() => card.textContent()).toContain(formatDollars(product.price));
    const addButton = card.getByRole('button', { name: /^Add Cart/ });
    await expect.poll(() => addButton.textContent()).toBe('Add Cart');
    await addButton.click();
    await findToast(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
  });

  test('[SRCH-1] a search that fails says so and keeps the keyword, and Try again repeats it', { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 503/, /console:.*(Error|busy)/);
    await goTo(page, '/');
    await page.route('**/api/v1/product/**', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await submitSearch(page, 'lamp');
    await page.getByRole('alert').getByRole('heading', { name: "The search didn't work" }).waitFor();
    await expect.poll(() => searchBox(page).inputValue()).toBe('lamp');
    await page.unroute('**/api/v1/product/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => heading(page).textContent()).toMatch(/Results Found/);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/');
  });
});

describe('search results', () => {
  /** A word in the names of ten products, and nowhere else in the shop. */
  const uniqueWord = uniqueName('Findling').replace(' ', '');
  const createdSlugs = new Set<string>();
  const searchUrl = (extraQuery = '') => `/searched/products?keyword=${uniqueWord}${extraQuery}`;
  const fetchFound = (options: { page?: number; sort?: SearchSort } = {}) =>
    fetchFilteredProducts([], [], { keyword: uniqueWord, ...options });

  beforeAll(async () => {
    const { token } = await logInAdmin(origin);
    const { _id: category } = await makeCategory(origin, token);
    for (let count = 0; count < 10; count += 1) {
      const product = { name: `${uniqueWord} ${'ehbcajdgif'[count]}`, price: ((count * 7) % 10) + 10.5 };
      createdSlugs.add((await makeProduct(origin, token, category, product)).slug);
    }
  });

  test('[LIST-6] results come in pages of eight, in the chosen order, and the URL holds both', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const { total, products } = await fetchFound();
    expect(total).toBe(10);
    await goTo(page, searchUrl());
    await expectProducts(page, products);
    const pages = page.getByRole('navigation', { name: 'Pages of products' });
    await pages.getByText('Next').click();
    await page.waitForURL(`**${searchUrl('&page=2')}`);
    await expectProducts(page, (await fetchFound({ page: 2 })).products);
    await expect
      .poll(() => page.getByRole('heading', { level: 2, name: `${total} products` }).evaluate((it) => it === document.activeElement))
      .toBe(true);
    const sortSelect = page.getByRole('combobox', { name: 'Sort by' });
    await expect
      .poll(() => sortSelect.locator('option').allTextContents())
      .toEqual(['Best match', 'Newest', 'Price: low to high', 'Price: high to low', 'Name']);
    await sortSelect.selectOption('Price: low to high');
    await page.waitForURL(`**${searchUrl('&sort=price-up')}`);
    const cheapestFirst = (await fetchFound({ sort: 'price-up' })).products;
    await expectProducts(page, cheapestFirst);
    const prices = await readProductPrices(page);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    await pages.getByText('2', { exact: true }).click();
    await page.waitForURL(`**${searchUrl('&sort=price-up&page=2')}`);
    await expectProducts(page, (await fetchFound({ sort: 'price-up', page: 2 })).products);
    await page.reload();
    await waitForHydration(page);
    await expectProducts(page, (await fetchFound({ sort: 'price-up', page: 2 })).products);
    await expect.poll(() => sortSelect.inputValue()).toBe('price-up');
    await page.goBack();
    await expectProducts(page, cheapestFirst);
    await page.goBack();
    await expectProducts(page, (await fetchFound({ page: 2 })).products);
    await expect.poll(() => sortSelect.inputValue()).toBe('relevance');
    await expect.poll(() => heading(page).textContent()).toBe(`${total} Results Found`);
  });

  test.each(takeFirst(['price-down', 'newest', 'name']))('[LIST-6] results are sorted by %s without JavaScript', async (sort) => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto(searchUrl());
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption(sort);
    await page.locator('main').getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(`**${searchUrl(`&sort=${sort}`)}`);
    await expectProducts(page, (await fetchFound({ sort })).products);
    await page.getByRole('navigation', { name: 'Pages of products' }).getByText('Next').click();
    await page.waitForURL(`**${searchUrl(`&sort=${sort}&page=2`)}`);
    await expectProducts(page, (await fetchFound({ sort, page: 2 })).products);
  });

  test('[LIST-6] [SRCH-1] the pages of a search from the header hold each product once', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, '/about');
    await submitSearch(page, uniqueWord);
    await expect.poll(() => heading(page).textContent()).toBe('10 Results Found');
    const readSlugs = () => productCards(page).evaluateAll((all) => all.map((it) => it.getAttribute('data-product')));
    await expect.poll(readSlugs).toHaveLength(8);
    const firstPageSlugs = await readSlugs();
    await page.getByRole('navigation', { name: 'Pages of products' }).getByText('Next').click();
    await expect.poll(readSlugs).toHaveLength(2);
    expect([...firstPageSlugs, ...(await readSlugs())].sort()).toEqual([...createdSlugs].sort());
  });

  test("[LIST-7] the heading counts all results, and says about where the number isn't exact", async () => {
    const { page } = await visit();
    const reply = await fetchFound();
    let isAbout = true;
    await page.route('**/api/v1/product/filter-products', (route) => route.fulfill({ json: { ...reply, total: 12_000, isAbout } }));
    await goTo(page, '/about');
    await submitSearch(page, 'many');
    await expect.poll(() => heading(page).textContent()).toBe('about 12,000 Results Found');
    await page.getByRole('navigation', { name: 'Pages of products' }).getByText('1500', { exact: true }).waitFor();
    isAbout = false;
    await submitSearch(page, 'more');
    await expect.poll(() => heading(page).textContent()).toBe('12,000 Results Found');
  });
});

describe('a made-up URL', () => {
  const MAX_QUERY_LENGTH = 100;
  /** Any result will do, but no error. */
  const ANY_RESULT_TITLE = /^(Not Found|\d+ Results Found)$/;
  const STRANGE_QUERIES: [string, string, string | RegExp][] = [
    ['ten thousand letters', `keyword=${'x'.repeat(10_000)}`, 'Not Found'],
    ['signs of patterns', `keyword=${encodeURIComponent('%_\\*([{^$|')}`, 'Not Found'],
    ['emoji', `keyword=${encodeURIComponent('👩‍👩‍👧‍👦👟')}`, 'Not Found'],
    ['right to left', `keyword=${encodeURIComponent('مصباح مكتب جميل')}`, 'Not Found'],
    ['broken encoding', 'keyword=%E0%A4%A', ANY_RESULT_TITLE],
    ['half a pair', 'keyword=%ED%A0%80', ANY_RESULT_TITLE],
    ['two dots', 'keyword=..', ANY_RESULT_TITLE],
    ['nothing', 'keyword=%00%20', 'Search'],
    ['a page before the first', 'keyword=lamp&page=-1', /^\d+ Results Found$/],
    ['a page beyond counting', 'keyword=lamp&page=9999999', /^\d+ Results Found$/],
    ['a page beyond the last', 'keyword=lamp&page=999999', /^\d+ Results Found$/],
    ['an order that is none', 'keyword=lamp&sort=nonsense', /^\d+ Results Found$/],
    ['everything twice', 'keyword=lamp&keyword=desk&page=1&page=2', /^\d+ Results Found$/],
  ];
  test('[LIST-8] any made-up search URL shows results or says that there are none', { tags: ['full'] }, async () => {
    const { page } = await visit({ viewport: NARROW });
    for (const [what, query, title] of STRANGE_QUERIES) {
      expect([what, (await fetch(`${origin}/searched/products?${query}`)).status]).toEqual([what, 200]);
      await goTo(page, `/searched/products?${query}`);
      await expect
        .poll(() => heading(page).textContent(), { message: what })
        .toEqual(title instanceof RegExp ? expect.stringMatching(title) : title);
      if (query.includes('999999') && !query.includes('9999999')) {
        await page.getByRole('link', { name: 'Go to the first page' }).click();
        await expect.poll(() => productCards(page).count(), { message: what }).toBeGreaterThan(0);
      }
      const quotedTexts = await page.locator('main strong').allTextContents();
      for (const quotedText of quotedTexts) expect([...quotedText].length, what).toBeLessThanOrEqual(MAX_QUERY_LENGTH + 3);
      await expect.poll(() => hasNoHorizontalScroll(page), { message: what }).toBe(true);
      // The search box still works.
      await submitSearch(page, 'lamp');
      await page.waitForURL('**/searched/products?keyword=lamp');
      await expect.poll(() => heading(page).textContent(), { message: what }).toMatch(/^\d+ Results Found$/);
    }
  });

  test("[LIST-8] words that can't be part of a path are searched for all the same", { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 404/);
    await goTo(page, '/');
    await submitSearch(page, '..');
    await page.waitForURL('**/searched/products?keyword=..');
    await expect.poll(() => heading(page).textContent()).toMatch(ANY_RESULT_TITLE);
  });
});
