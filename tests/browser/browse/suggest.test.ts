/** What the search suggests while somebody types: by mouse, by keyboard, by ear, and on a line that is slow or down. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { listProducts, type Product, suggest } from '../../../src/contract/product.ts';
import { faultsOf } from '../examine.ts';
import { ownOrigin } from '../own.ts';
import { bar, dollars, heading, pass, stopClock } from '../steps.ts';
import { goTo, hasNoSidewaysScroll, NARROW, prepareVisits, toastOf } from '../visitor.ts';
import { call, first } from '../wire.ts';
import { hold } from './list.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

const CALLS = '**/api/v1/product/suggest/**';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => list(page).getByRole('option');
const texts = (page: Page) => options(page).allTextContents();
const told = (page: Page) => page.locator('search').getByRole('status').allTextContents();
const lineOf = ({ name, price }: Product) => `${name} ${dollars(price)}`;

/** The option that the focused field names, as a screen reader would read it. */
const active = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    const option = id ? document.getElementById(id) : null;
    return option?.getAttribute('aria-selected') === 'true' ? option.textContent : null;
  });

async function suggested(keyword: string): Promise<Product[]> {
  return (await call(origin, suggest, { params: { keyword } })).products;
}

/** Answers these whatever is asked for. */
async function answer(page: Page, products: Product[], categories: { _id: string; name: string; slug: string }[] = []): Promise<void> {
  await page.route(CALLS, (route) => route.fulfill({ json: { success: true, products, categories } }));
}

/** The words of each call, in the order in which they are asked. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (it) => {
    const [, words] = it.url().split('/product/suggest/');
    if (words !== undefined) asked.push(decodeURIComponent(words));
  });
  return asked;
}

describe('while somebody types', () => {
  test('[SUGGEST-1] products with picture and price are suggested, and a press leads to one', async () => {
    const { page } = await visit();
    const products = await suggested('lamp');
    await goTo(page, '/about');
    await box(page).fill('lamp');
    await expect.poll(() => texts(page)).toEqual([...products.map(lineOf), 'All results for “lamp”']);
    expect(await list(page).getByRole('group', { name: 'Products' }).getByRole('option').count()).toBe(products.length);
    const picture = options(page).first().locator('img');
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)).toBe(true);
    const second = products[1] ?? first(products);
    await options(page)
      .filter({ hasText: lineOf(second) })
      .first()
      .click();
    await page.waitForURL(`**/product/${second.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(second.name);
    expect(await list(page).count()).toBe(0);
    expect(await box(page).inputValue()).toBe('');
  });

  test('[SUGGEST-1] categories stand below the products, and a press leads to one', async () => {
    const { page } = await visit();
    const category = first((await call(origin, listCategories)).category);
    const product = first((await call(origin, listProducts)).products);
    await goTo(page, '/about');
    await answer(page, [product], [category]);
    await box(page).fill('some');
    await expect.poll(() => options(page).count()).toBe(3);
    expect((await texts(page))[0]).toBe(lineOf(product));
    const option = list(page).getByRole('group', { name: 'Categories' }).getByRole('option');
    await expect.poll(() => option.textContent()).toContain(category.name);
    await expect.poll(() => told(page)).toEqual(['1 product and 1 category suggested']);
    await option.click();
    await page.waitForURL(`**/category/${category.slug}`);
    await expect.poll(() => heading(page).textContent()).toContain(category.name);
  });

  test('[SUGGEST-1] [SRCH-1] the last one leads to all results, as sending does', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    await box(page).fill('lamp');
    await options(page).last().click();
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => heading(page).textContent()).toMatch(/^\d+ Results Found$/);
    expect(await list(page).count()).toBe(0);
    expect(await box(page).inputValue()).toBe('lamp');
  });

  test('[SUGGEST-2] the keys move, choose and close; without a choice Enter searches', async () => {
    const { page } = await visit();
    const products = await suggested('lamp');
    await goTo(page, '/');
    await box(page).fill('lamp');
    await list(page).waitFor();
    expect(await active(page)).toBe(null);
    const at = async (key: string, line: string | null) => {
      await page.keyboard.press(key);
      await expect.poll(() => active(page), { message: key }).toBe(line);
    };
    await at('ArrowDown', lineOf(first(products)));
    await at('ArrowUp', 'All results for “lamp”');
    await at('ArrowDown', lineOf(first(products)));
    await at('End', 'All results for “lamp”');
    await at('Home', lineOf(first(products)));
    // Other words, and nothing is chosen any more.
    await page.keyboard.press('Backspace');
    await expect.poll(() => active(page)).toBe(null);
    await page.keyboard.press('Escape');
    await list(page).waitFor({ state: 'detached' });
    expect(await box(page).inputValue()).toBe('lam');
    await page.keyboard.type('p');
    await list(page).waitFor();
    await page.keyboard.press('Escape');
    await list(page).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await list(page).waitFor();
    await at('ArrowDown', lineOf(first(products)));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/product/${first(products).slug}`);
    await box(page).fill('lamp');
    await list(page).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
    expect(await list(page).count()).toBe(0);
  });

  test('[SUGGEST-2] the keys of the text are its own while nothing is chosen, and leaving the box closes the list', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    await box(page).fill('lamp');
    await list(page).waitFor();
    await page.keyboard.press('Home');
    expect(await box(page).evaluate((it: HTMLInputElement) => it.selectionStart)).toBe(0);
    expect(await active(page)).toBe(null);
    await page.keyboard.press('Tab');
    await list(page).waitFor({ state: 'detached' });
    expect(await box(page).inputValue()).toBe('lamp');
  });

  test('[SUGGEST-3] a screen reader is told of the list, of how many there are, and which one is chosen', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const said = () =>
      box(page).evaluate((it) => Object.fromEntries(['aria-expanded', 'aria-autocomplete'].map((name) => [name, it.getAttribute(name)])));
    expect(await said()).toEqual({ 'aria-expanded': 'false', 'aria-autocomplete': 'list' });
    const count = (await suggested('lamp')).length;
    await box(page).fill('lamp');
    await list(page).waitFor();
    expect(await said()).toEqual({ 'aria-expanded': 'true', 'aria-autocomplete': 'list' });
    expect(await box(page).getAttribute('aria-controls')).toBe(await list(page).getAttribute('id'));
    await expect.poll(() => told(page)).toEqual([`${count} products suggested`]);
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => options(page).evaluateAll((all) => all.map((it) => it.ariaSelected)))
      .toEqual(['true', ...Array.from({ length: count }, () => 'false')]);
    expect(await faultsOf(page)).toEqual([]);
    await box(page).fill('zzzz qqqq');
    await expect.poll(() => told(page)).toEqual(['Nothing to suggest']);
    expect(await said()).toMatchObject({ 'aria-expanded': 'false' });
    expect(await box(page).getAttribute('aria-controls')).toBe(null);
  });

  test('[SUGGEST-3] without a script it is a plain field and a plain form', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto('/about');
    const field = page.getByRole('searchbox', { name: 'Search products' });
    expect(await field.getAttribute('aria-expanded')).toBe(null);
    await field.fill('lamp');
    await field.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => heading(page).textContent()).toMatch(/^\d+ Results Found$/);
  });
});

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

describe('on a narrow screen', () => {
  test('[SUGGEST-6] the list fits what is left above the keyboard, and follows the choice', async () => {
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, '/about');
    const products = (await call(origin, listProducts)).products.slice(0, 6);
    const long = products.map((it) => ({ ...it, name: 'Wonderfully useful thing '.repeat(8) }));
    await answer(page, [...long.slice(0, 5), { ...first(products), _id: 'w', name: 'W'.repeat(200) }]);
    await bar(page).getByRole('link', { name: 'Search products' }).click();
    await box(page).fill('thing');
    await list(page).waitFor();
    const isInside = async (height: number) => {
      const it = await list(page).boundingBox();
      return it !== null && it.x >= 0 && it.x + it.width <= NARROW.width && it.y + it.height <= height;
    };
    expect(await isInside(NARROW.height)).toBe(true);
    // As tall as a phone with its keyboard.
    await page.setViewportSize({ width: NARROW.width, height: 420 });
    await expect.poll(() => isInside(420)).toBe(true);
    expect(await list(page).evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
    expect(await hasNoSidewaysScroll(page)).toBe(true);
    await page.keyboard.press('ArrowUp');
    const lowest = async () => {
      const [outer, inner] = await Promise.all([list(page).boundingBox(), options(page).last().boundingBox()]);
      return outer !== null && inner !== null && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
    };
    await expect.poll(lowest).toBe(true);
    await options(page).first().click();
    await page.waitForURL(`**/product/${first(products).slug}`);
    await box(page).waitFor({ state: 'hidden' });
  });

  test('[SUGGEST-6] a press beside the list closes it, and Escape leaves first the list, then the search', async () => {
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, '/about');
    await bar(page).getByRole('link', { name: 'Search products' }).click();
    await box(page).fill('lamp');
    await list(page).waitFor();
    await page.mouse.click(195, 830);
    await list(page).waitFor({ state: 'detached' });
    await box(page).focus();
    await page.keyboard.press('ArrowDown');
    await list(page).waitFor();
    await page.keyboard.press('Escape');
    await list(page).waitFor({ state: 'detached' });
    expect(await box(page).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'hidden' });
  });
});
