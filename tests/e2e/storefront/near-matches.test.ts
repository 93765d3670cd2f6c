/** Searches of which no product has all words: the closest matches, and the merchant's synonyms. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { updateSynonyms } from '../../../src/contract/synonyms.ts';
import { DEFAULT_SYNONYMS } from '../../../src/server/shop/catalog/search/synonyms.service.ts';
import { saveChanges } from '../admin/locators.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { productCards } from './product-list.ts';
import { searchBox, suggestionList } from './suggestion-locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const NEAR_NOTE = 'No product matches all of “red teapot”. Closest matches:';
const note = (page: Page) => page.locator('main h1 + p');
const firstCard = (page: Page) => productCards(page).first().getByRole('heading');
const submitSearch = async (page: Page, keyword: string) => {
  await searchBox(page).fill(keyword);
  await page.keyboard.press('Enter');
};

afterAll(async () => {
  const { token } = await logInAdmin(origin);
  await call(origin, updateSynonyms, { token, body: { groups: DEFAULT_SYNONYMS } });
});

test('[NEAR-1] [SRCH-2] the page says that it shows only the closest matches, however it was opened, and in every order', {
  tags: ['full'],
}, async () => {
  const { page } = await visit({ viewport: NARROW });
  await goTo(page, '/searched/products?keyword=red%20teapot');
  await expect.poll(() => note(page).textContent()).toBe(NEAR_NOTE);
  await expect.poll(() => firstCard(page).textContent()).toBe('Ember Cast Teapot');
  await expect.poll(() => heading(page).textContent()).toMatch(/^\d+ Results Found$/);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await page.getByLabel('Sort by').selectOption('price-up');
  await page.waitForURL('**&sort=price-up');
  await expect.poll(() => note(page).textContent()).toBe(NEAR_NOTE);
  const { page: widePage } = await visit();
  await goTo(widePage, '/about');
  await submitSearch(widePage, 'teapot');
  await expect.poll(() => note(widePage).textContent()).toBe('You searched for “teapot”');
  await submitSearch(widePage, 'red teapot');
  await expect.poll(() => note(widePage).textContent()).toBe(NEAR_NOTE);
  await expect.poll(() => firstCard(widePage).textContent()).toBe('Ember Cast Teapot');
});

test('[NEAR-1] [A11Y-1] a screen reader announces it, with the heading and after another search', {
  tags: ['full'],
}, async () => {
  const { page } = await visit();
  await goTo(page, '/');
  await submitSearch(page, 'red teapot');
  await page.waitForURL('**/searched/products?keyword=red%20teapot');
  await expect.poll(() => heading(page).evaluate((it) => it === document.activeElement)).toBe(true);
  await expect.poll(() => heading(page).getAttribute('aria-describedby')).toBe(await note(page).getAttribute('id'));
  await expect.poll(() => note(page).getAttribute('aria-live')).toBe('polite');
  expect(await findA11yViolations(page)).toEqual([]);
});

test('[NEAR-1] a closest match can be added to the cart like any product', { tags: ['full'] }, async () => {
  const { page } = await visit();
  await goTo(page, '/searched/products?keyword=red%20teapot');
  await productCards(page)
    .first()
    .getByRole('button', { name: /^Add Cart/ })
    .click();
  await findToast(page, 'Added To Cart Successfully').waitFor();
  await expect.poll(() => readLocalStorage(page, 'cart')).toMatchObject([{ name: 'Ember Cast Teapot' }]);
  expect(JSON.stringify(await readLocalStorage(page, 'cart'))).not.toContain('"matchedWords"');
});

test('[NEAR-1] [SUGGEST-1] suggestions label the closest matches as such', { tags: ['full'] }, async () => {
  const { page } = await visit();
  await goTo(page, '/about');
  await searchBox(page).fill('red teapot');
  const group = suggestionList(page).getByRole('group', { name: 'Closest matches' });
  await expect.poll(() => group.getByRole('option').first().textContent()).toContain('Ember Cast Teapot');
});

test('[NEAR-3] a merchant edits synonyms; an invalid line is named, and a change applies at once', { tags: ['full'] }, async () => {
  const shopper = await visit();
  await goTo(shopper.page, '/searched/products?keyword=brewpot');
  await expect.poll(() => heading(shopper.page).textContent()).toBe('Not Found');
  const { page, expectBrowserErrors } = await visit({ session: await logInAdmin(origin) });
  expectBrowserErrors(/status of 400/);
  await goTo(page, '/dashboard/admin/settings/search');
  const field = page.getByLabel('Synonyms', { exact: true });
  await expect.poll(() => field.inputValue()).toContain('sofa, couch, settee\n');
  await field.fill('sofa, couch\n\nbrewpot');
  await saveChanges(page);
  await page.getByText('Line 3: separate 2 to 12 synonyms with commas').waitFor();
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
  await field.fill('sofa, couch\n\nbrewpot,  teapot ,\n');
  await saveChanges(page);
  await findToast(page, 'Synonyms saved').waitFor();
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('sofa, couch\nbrewpot, teapot');
  await goTo(shopper.page, '/searched/products?keyword=brewpot');
  await expect.poll(() => heading(shopper.page).textContent()).toBe('1 Results Found');
  await expect.poll(() => firstCard(shopper.page).textContent()).toBe('Ember Cast Teapot');
  await expect.poll(() => note(shopper.page).textContent()).toBe('You searched for “brewpot”');
});
