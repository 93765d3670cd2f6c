/** The search's list of suggestions, as a visitor sees and hears it. */
import type { Page } from 'playwright-core';
import { listSuggestions, type Product } from '../../../src/contract/product.ts';
import { ownOrigin } from '../own.ts';
import { dollars } from '../steps.ts';
import { call } from '../wire.ts';

const origin = ownOrigin();

export const CALLS = '**/api/v1/product/suggest/**';

export const box = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
export const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
export const options = (page: Page) => list(page).getByRole('option');
export const texts = (page: Page) => options(page).allTextContents();
export const told = (page: Page) => page.locator('search').getByRole('status').allTextContents();
export const lineOf = ({ name, price }: Product) => `${name} ${dollars(price)}`;

/** The option that the focused field names, as a screen reader would read it. */
export const active = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    const option = id ? document.getElementById(id) : null;
    return option?.getAttribute('aria-selected') === 'true' ? option.textContent : null;
  });

export async function suggested(keyword: string): Promise<Product[]> {
  return (await call(origin, listSuggestions, { params: { keyword } })).products;
}
