/** The search: what it finds, and what it makes of any words. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SearchSort, searchProducts } from '../../../src/contract/product.ts';
import { ownOrigin } from '../own.ts';
import { badge, dollars, heading } from '../steps.ts';
import { goTo, hasNoSidewaysScroll, hydrated, NARROW, prepareVisits, toastOf } from '../visitor.ts';
import { call, first, logInAdmin, makeCategory, makeProduct, uniqueName } from '../wire.ts';
import { cards, cut, filtered, pricesOf, showsThese } from './list.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

const box = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const search = async (page: Page, keyword: string) => {
  await box(page).fill(keyword);
  await page.keyboard.press('Enter');
};

describe('the search', () => {
  test('[NAV-7] [SRCH-1] [SRCH-2] shows how many it found, keeps the keyword in the address and survives a reload', async () => {
    const { page } = await visit();
    const found = await call(origin, searchProducts, { params: { keyword: 'lamp' } });
    expect(found.length).toBeGreaterThan(0);
    await goTo(page, '/about');
    const asked: string[] = [];
    page.on('request', (it) => /\/api\/v1\/product\/(?!suggest\/)/.test(it.url()) && asked.push(`${it.method()} ${it.url()}`));
    await search(page, 'lamp');
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => heading(page).textContent()).toBe(`${found.length} Results Found`);
    await showsThese(page, found);
    // What the submitting found is what the page shows: it isn't asked for twice.
    expect(asked).toEqual([`GET ${origin}/api/v1/product/search/lamp`]);
    await page.reload();
    await hydrated(page);
    await expect.poll(() => heading(page).textContent()).toBe(`${found.length} Results Found`);
    expect(await box(page).inputValue()).toBe('lamp');
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
    expect(await box(page).inputValue()).toBe('lamp');
    await page.unroute('**/api/v1/product/search/**');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
  });
});

describe('what a search found', () => {
  /** A word that ten products bear, and nothing else in the shop. */
  const word = uniqueName('Findling').replace(' ', '');
  const made = new Set<string>();
  const address = (more = '') => `/searched/products?keyword=${word}${more}`;
  const found = (more: { page?: number; sort?: SearchSort } = {}) => filtered([], [], { keyword: word, ...more });

  beforeAll(async () => {
    const { token } = await logInAdmin(origin);
    const { _id: category } = await makeCategory(origin, token);
    for (let count = 0; count < 10; count += 1) {
      const product = { name: `${word} ${'ehbcajdgif'[count]}`, price: ((count * 7) % 10) + 10.5 };
      made.add((await makeProduct(origin, token, category, product)).slug);
    }
  });

  test('[LIST-6] stands in pages of eight and in the order that is asked for, all in the address', async () => {
    const { page } = await visit();
    const { total, products } = await found();
    expect(total).toBe(10);
    await goTo(page, address());
    await showsThese(page, products);
    const pages = page.getByRole('navigation', { name: 'Pages of products' });
    await pages.getByText('Next').click();
    await page.waitForURL(`**${address('&page=2')}`);
    await showsThese(page, (await found({ page: 2 })).products);
    expect(await page.getByRole('heading', { level: 2, name: `${total} products` }).evaluate((it) => it === document.activeElement)).toBe(
      true,
    );
    const order = page.getByRole('combobox', { name: 'Sort by' });
    expect(await order.locator('option').allTextContents()).toEqual([
      'Best match',
      'Newest',
      'Price, low to high',
      'Price, high to low',
      'Name',
    ]);
    await order.selectOption('Price, low to high');
    await page.waitForURL(`**${address('&sort=price-up')}`);
    const cheap = (await found({ sort: 'price-up' })).products;
    await showsThese(page, cheap);
    const prices = await pricesOf(page);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    await pages.getByText('2', { exact: true }).click();
    await page.waitForURL(`**${address('&sort=price-up&page=2')}`);
    await showsThese(page, (await found({ sort: 'price-up', page: 2 })).products);
    await page.reload();
    await hydrated(page);
    await showsThese(page, (await found({ sort: 'price-up', page: 2 })).products);
    expect(await order.inputValue()).toBe('price-up');
    await page.goBack();
    await showsThese(page, cheap);
    await page.goBack();
    await showsThese(page, (await found({ page: 2 })).products);
    expect(await order.inputValue()).toBe('relevance');
    await expect.poll(() => heading(page).textContent()).toBe(`${total} Results Found`);
  });

  test.each(['newest', 'price-down', 'name'] as const)('[LIST-6] in the order %s, without a script', async (sort) => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto(address());
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption(sort);
    await page.locator('main').getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(`**${address(`&sort=${sort}`)}`);
    await showsThese(page, (await found({ sort })).products);
    await page.getByRole('navigation', { name: 'Pages of products' }).getByText('Next').click();
    await page.waitForURL(`**${address(`&sort=${sort}&page=2`)}`);
    await showsThese(page, (await found({ sort, page: 2 })).products);
  });

  test('[LIST-6] [SRCH-1] after sending a search, its pages hold each product once', async () => {
    const { page } = await visit();
    await goTo(page, '/about');
    await search(page, word);
    await expect.poll(() => heading(page).textContent()).toBe('10 Results Found');
    const slugs = () => cards(page).evaluateAll((all) => all.map((it) => it.getAttribute('data-product')));
    await expect.poll(slugs).toHaveLength(8);
    const seen = await slugs();
    await page.getByRole('navigation', { name: 'Pages of products' }).getByText('Next').click();
    await expect.poll(slugs).toHaveLength(2);
    expect([...seen, ...(await slugs())].sort()).toEqual([...made].sort());
  });

  test('[LIST-7] is counted in full, and where that is only about known it says so', async () => {
    const { page } = await visit();
    const { products } = await found();
    const many = Array.from({ length: 100 }, (_, index) => ({ ...first(products), _id: `id-${index}` }));
    await page.route('**/api/v1/product/search/**', (route) => route.fulfill({ json: many }));
    const reply = await found();
    let isAbout = true;
    await page.route('**/api/v1/product/filter-products', (route) => route.fulfill({ json: { ...reply, total: 12_000, isAbout } }));
    await goTo(page, '/about');
    await search(page, 'many');
    await expect.poll(() => heading(page).textContent()).toBe('about 12,000 Results Found');
    await page.getByRole('navigation', { name: 'Pages of products' }).getByText('1500', { exact: true }).waitFor();
    isAbout = false;
    await search(page, 'more');
    await expect.poll(() => heading(page).textContent()).toBe('12,000 Results Found');
  });
});

describe('an address that somebody made up', () => {
  const LETTERS = 100;
  /** Whatever the shop makes of it, an answer. */
  const SOME = /^(Not Found|\d+ Results Found)$/;
  test.each([
    ['ten thousand letters', `keyword=${'x'.repeat(10_000)}`, 'Not Found'],
    ['signs of patterns', `keyword=${encodeURIComponent('%_\\*([{^$|')}`, 'Not Found'],
    ['emoji', `keyword=${encodeURIComponent('👩‍👩‍👧‍👦👟')}`, 'Not Found'],
    ['right to left', `keyword=${encodeURIComponent('مصباح مكتب جميل')}`, 'Not Found'],
    ['broken encoding', 'keyword=%E0%A4%A', SOME],
    ['half a pair', 'keyword=%ED%A0%80', SOME],
    ['two dots', 'keyword=..', SOME],
    ['nothing', 'keyword=%00%20', 'Search'],
    ['a page before the first', 'keyword=lamp&page=-1', /^\d+ Results Found$/],
    ['a page beyond counting', 'keyword=lamp&page=9999999', /^\d+ Results Found$/],
    ['a page beyond the last', 'keyword=lamp&page=999999', /^\d+ Results Found$/],
    ['an order that is none', 'keyword=lamp&sort=nonsense', /^\d+ Results Found$/],
    ['everything twice', 'keyword=lamp&keyword=desk&page=1&page=2', /^\d+ Results Found$/],
  ])('[LIST-8] %s: a page that says what there is', async (_what, query, title) => {
    const { page } = await visit({ viewport: NARROW });
    const answer = await page.request.get(`/searched/products?${query}`);
    expect(answer.status()).toBe(200);
    await goTo(page, `/searched/products?${query}`);
    await expect.poll(() => heading(page).textContent()).toEqual(title instanceof RegExp ? expect.stringMatching(title) : title);
    if (query.includes('999999') && !query.includes('9999999')) {
      await page.getByRole('link', { name: 'Back to the first page' }).click();
      await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
    }
    const said = await page.locator('main strong').allTextContents();
    for (const words of said) expect([...words].length).toBeLessThanOrEqual(LETTERS + 3);
    expect(await hasNoSidewaysScroll(page)).toBe(true);
    // And the search goes on from there.
    await search(page, 'lamp');
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => heading(page).textContent()).toMatch(/^\d+ Results Found$/);
  });

  test('[LIST-8] words that no address can hold are searched for all the same', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of 404/);
    await goTo(page, '/');
    await search(page, '..');
    await page.waitForURL('**/searched/products?keyword=..');
    await expect.poll(() => heading(page).textContent()).toMatch(SOME);
  });
});
