/** Locators of the search suggestions. */
import type { Page } from 'playwright-core';
import type { Product } from '../../../src/contract/product.ts';
import { listSuggestions } from '../../../src/contract/product-search.ts';
import { call } from '../support/api-client.ts';
import { formatDollars } from '../support/steps.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();

export const SUGGEST_URL_PATTERN = '**/api/v1/product/suggest/**';

export const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
export const suggestionList = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
export const suggestionOptions = (page: Page) => suggestionList(page).getByRole('option');
export const readOptionTexts = (page: Page) => suggestionOptions(page).allTextContents();
export const readAnnouncements = (page: Page) => page.locator('search').getByRole('status').allTextContents();
export const optionText = ({ name, price }: Product) => `${name} ${formatDollars(price)}`;

/** Text of the option in the search box's aria-activedescendant, which a screen reader reads. */
export const readActiveOption = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    const option = id ? document.getElementById(id) : null;
    return option?.getAttribute('aria-selected') === 'true' ? option.textContent : null;
  });

export async function fetchSuggestions(keyword: string): Promise<Product[]> {
  return (await call(origin, listSuggestions, { params: { keyword } })).products;
}
