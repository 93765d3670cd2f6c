/** Search suggestions: mouse, keyboard, screen reader, narrow screen. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { listProducts, type Product } from '../../../src/contract/product.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, first, isSimple } from '../support/api-client.ts';
import { heading, navbar } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import {
  fetchSuggestions,
  optionText,
  readActiveOption,
  readAnnouncements,
  readOptionTexts,
  SUGGEST_URL_PATTERN,
  searchBox,
  suggestionList,
  suggestionOptions,
} from './suggestion-locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

/** Stubs the response to every query. */
async function mockSuggestions(
  page: Page,
  products: Product[],
  categories: { _id: string; name: string; slug: string }[] = [],
): Promise<void> {
  await page.route(SUGGEST_URL_PATTERN, (route) => route.fulfill({ json: { success: true, products, categories } }));
}

describe('while somebody types', () => {
  test('[SUGGEST-1] products with image and price are suggested, and a click opens one', async () => {
    const { page } = await visit();
    const products = await fetchSuggestions('lamp');
    await goTo(page, '/about');
    await searchBox(page).fill('lamp');
    await expect.poll(() => readOptionTexts(page)).toEqual([...products.map(optionText), 'All results for “lamp”']);
    await expect
      .poll(() => suggestionList(page).getByRole('group', { name: 'Products' }).getByRole('option').count())
      .toBe(products.length);
    const image = suggestionOptions(page).first().locator('img');
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)).toBe(true);
    const second = products[1] ?? first(products);
    await suggestionOptions(page)
      .filter({ hasText: optionText(second) })
      .first()
      .click();
    await page.waitForURL(`**/product/${second.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(second.name);
    await expect.poll(() => suggestionList(page).count()).toBe(0);
    await expect.poll(() => searchBox(page).inputValue()).toBe('');
  });

  test('[SUGGEST-1] categories are listed below the products, and a click opens one', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const category = first((await call(origin, listCategories)).category);
    const product = first((await call(origin, listProducts)).products.filter(isSimple));
    await goTo(page, '/about');
    await mockSuggestions(page, [product], [category]);
    await searchBox(page).fill('some');
    await expect.poll(() => suggestionOptions(page).count()).toBe(3);
    await expect.poll(async () => (await readOptionTexts(page))[0]).toBe(optionText(product));
    const option = suggestionList(page).getByRole('group', { name: 'Categories' }).getByRole('option');
    await expect.poll(() => option.textContent()).toContain(category.name);
    await expect.poll(() => readAnnouncements(page)).toEqual(['1 product and 1 category suggested']);
    await option.click();
    await page.waitForURL(`**/category/${category.slug}`);
    await expect.poll(() => heading(page).textContent()).toContain(category.name);
  });

  test('[SUGGEST-1] [SRCH-1] the last suggestion leads to all results, as submitting does', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, '/');
    await searchBox(page).fill('lamp');
    await suggestionOptions(page).last().click();
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => heading(page).textContent()).toMatch(/^\d+ Results Found$/);
    await expect.poll(() => suggestionList(page).count()).toBe(0);
    await expect.poll(() => searchBox(page).inputValue()).toBe('lamp');
  });

  test('[SUGGEST-2] keys move the selection, choose and close; without a selection Enter searches', async () => {
    const { page } = await visit();
    const products = await fetchSuggestions('lamp');
    await goTo(page, '/');
    await searchBox(page).fill('lamp');
    await suggestionList(page).waitFor();
    await expect.poll(() => readActiveOption(page)).toBe(null);
    const pressAndExpect = async (key: string, expectedOption: string | null) => {
      await page.keyboard.press(key);
      await expect.poll(() => readActiveOption(page), { message: key }).toBe(expectedOption);
    };
    await pressAndExpect('ArrowDown', optionText(first(products)));
    await pressAndExpect('ArrowUp', 'All results for “lamp”');
    await pressAndExpect('ArrowDown', optionText(first(products)));
    await pressAndExpect('End', 'All results for “lamp”');
    await pressAndExpect('Home', optionText(first(products)));
    // Typing clears the selection.
    await page.keyboard.press('Backspace');
    await expect.poll(() => readActiveOption(page)).toBe(null);
    // Without a list, Escape is handled by the browser, which empties the field: so wait for the list of these letters first.
    await page.getByRole('search').getByRole('status').filter({ hasText: /\d/ }).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await suggestionList(page).waitFor({ state: 'detached' });
    await expect.poll(() => searchBox(page).inputValue()).toBe('lam');
    await page.keyboard.type('p');
    await suggestionList(page).waitFor();
    await page.keyboard.press('Escape');
    await suggestionList(page).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await suggestionList(page).waitFor();
    await pressAndExpect('ArrowDown', optionText(first(products)));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/product/${first(products).slug}`);
    // The URL changes before the page does, and the field keeps its text until then.
    await expect.poll(() => heading(page).textContent()).toBe(first(products).name);
    await searchBox(page).fill('');
    await searchBox(page).fill('lamp');
    await suggestionList(page).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => suggestionList(page).count()).toBe(0);
  });

  test('[SUGGEST-2] without a selection the keys edit the text as usual, and leaving the field closes the list', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit();
    await goTo(page, '/');
    await searchBox(page).fill('lamp');
    await suggestionList(page).waitFor();
    await page.keyboard.press('Home');
    await expect.poll(() => searchBox(page).evaluate((it: HTMLInputElement) => it.selectionStart)).toBe(0);
    await expect.poll(() => readActiveOption(page)).toBe(null);
    await page.keyboard.press('Tab');
    await suggestionList(page).waitFor({ state: 'detached' });
    await expect.poll(() => searchBox(page).inputValue()).toBe('lamp');
  });

  test('[SUGGEST-3] a screen reader announces the list, the number of suggestions, and the selected one', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const readAriaState = () =>
      searchBox(page).evaluate((it) =>
        Object.fromEntries(['aria-expanded', 'aria-autocomplete'].map((name) => [name, it.getAttribute(name)])),
      );
    await expect.poll(readAriaState).toEqual({ 'aria-expanded': 'false', 'aria-autocomplete': 'list' });
    const count = (await fetchSuggestions('lamp')).length;
    await searchBox(page).fill('lamp');
    await suggestionList(page).waitFor();
    await expect.poll(readAriaState).toEqual({ 'aria-expanded': 'true', 'aria-autocomplete': 'list' });
    await expect.poll(() => searchBox(page).getAttribute('aria-controls')).toBe(await suggestionList(page).getAttribute('id'));
    await expect.poll(() => readAnnouncements(page)).toEqual([`${count} products suggested`]);
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => suggestionOptions(page).evaluateAll((all) => all.map((it) => it.ariaSelected)))
      .toEqual(['true', ...Array.from({ length: count }, () => 'false')]);
    expect(await findA11yViolations(page)).toEqual([]);
    await searchBox(page).fill('zzzz qqqq');
    await expect.poll(() => readAnnouncements(page)).toEqual(['No suggestions']);
    await expect.poll(readAriaState).toMatchObject({ 'aria-expanded': 'false' });
    await expect.poll(() => searchBox(page).getAttribute('aria-controls')).toBe(null);
  });

  test('[SUGGEST-3] without JavaScript it is a plain field and a plain form', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto('/about');
    const field = page.getByRole('searchbox', { name: 'Search products' });
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe(null);
    await field.fill('lamp');
    await field.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => heading(page).textContent()).toMatch(/^\d+ Results Found$/);
  });
});

describe('on a narrow screen', () => {
  test("[SUGGEST-6] the list fits above the phone's keyboard, and scrolls to the selection", { tags: ['full'] }, async () => {
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, '/about');
    const products = (await call(origin, listProducts)).products.slice(0, 6);
    const longNamed = products.map((it) => ({ ...it, name: 'Wonderfully useful thing '.repeat(8) }));
    await mockSuggestions(page, [...longNamed.slice(0, 5), { ...first(products), _id: 'w', name: 'W'.repeat(200) }]);
    await navbar(page).getByRole('link', { name: 'Search products' }).click();
    await searchBox(page).fill('thing');
    await suggestionList(page).waitFor();
    const isListWithin = async (height: number) => {
      const it = await suggestionList(page).boundingBox();
      return it !== null && it.x >= 0 && it.x + it.width <= NARROW.width && it.y + it.height <= height;
    };
    await expect.poll(() => isListWithin(NARROW.height)).toBe(true);
    // The visible height of a phone with its keyboard open.
    await page.setViewportSize({ width: NARROW.width, height: 420 });
    await expect.poll(() => isListWithin(420)).toBe(true);
    await expect.poll(() => suggestionList(page).evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
    await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
    await page.keyboard.press('ArrowUp');
    const isLastOptionVisible = async () => {
      const [outer, inner] = await Promise.all([suggestionList(page).boundingBox(), suggestionOptions(page).last().boundingBox()]);
      return outer !== null && inner !== null && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
    };
    await expect.poll(isLastOptionVisible).toBe(true);
    await suggestionOptions(page).first().click();
    await page.waitForURL(`**/product/${first(products).slug}`);
    await searchBox(page).waitFor({ state: 'hidden' });
  });

  test('[SUGGEST-6] a click beside the list closes it, and Escape closes first the list, then the search', async () => {
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, '/about');
    await navbar(page).getByRole('link', { name: 'Search products' }).click();
    await searchBox(page).fill('lamp');
    await suggestionList(page).waitFor();
    await page.mouse.click(195, 830);
    await suggestionList(page).waitFor({ state: 'detached' });
    await searchBox(page).focus();
    await page.keyboard.press('ArrowDown');
    await suggestionList(page).waitFor();
    await page.keyboard.press('Escape');
    await suggestionList(page).waitFor({ state: 'detached' });
    await expect.poll(() => searchBox(page).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await searchBox(page).waitFor({ state: 'hidden' });
  });
});
