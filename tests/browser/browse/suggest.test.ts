/** What the search suggests while somebody types: by mouse, by keyboard, by ear, and on a narrow screen. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { listProducts, type Product } from '../../../src/contract/product.ts';
import { faultsOf } from '../examine.ts';
import { ownOrigin } from '../own.ts';
import { bar, heading } from '../steps.ts';
import { goTo, hasNoSidewaysScroll, NARROW, prepareVisits } from '../visitor.ts';
import { call, first } from '../wire.ts';
import { active, box, CALLS, lineOf, list, options, suggested, texts, told } from './suggestions.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

/** Answers these whatever is asked for. */
async function answer(page: Page, products: Product[], categories: { _id: string; name: string; slug: string }[] = []): Promise<void> {
  await page.route(CALLS, (route) => route.fulfill({ json: { success: true, products, categories } }));
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
