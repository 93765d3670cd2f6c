/** Reads a list of products from the page, and the expected one from the API. */
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { type ListedCategory, listCategories } from '../../../src/contract/category.ts';
import { filterProducts, type Product, type SearchSort } from '../../../src/contract/product.ts';
import { call, isUniqueName } from '../support/api-client.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();

export const productCards = (page: Page) => page.locator('main article[data-product]');
export const readProductNames = (page: Page) => productCards(page).locator('h3').allTextContents();
export const readProductPrices = async (page: Page) =>
  (await page.locator('main article[data-product] p.tabular-nums').allTextContents()).map((it) => Number(it.replace(/[$,]/g, '')));
export const truncate = (text: string, length: number) => `${[...text].slice(0, length).join('').trimEnd()}…`;

/** Demo categories with more than one product; categories of other tests are left out. */
export async function fetchDemoCategories(): Promise<ListedCategory[]> {
  return (await call(origin, listCategories)).category.filter((it) => it.count > 1 && !isUniqueName(it.name));
}

/** Names of the products that the API returns for a filter. */
export async function fetchFilteredProducts(
  checked: ListedCategory[],
  radio: [] | [number, number] = [],
  options: { page?: number; sort?: SearchSort; keyword?: string } = {},
) {
  return call(origin, filterProducts, { body: { checked: checked.map((it) => it._id), radio, ...options } });
}

export async function expectProducts(page: Page, products: Product[]): Promise<void> {
  await expect.poll(() => readProductNames(page)).toEqual(products.map((it) => it.name));
}

/** Holds back all responses to these calls until `release` is called. */
export async function holdResponses(page: Page, urlPattern: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(urlPattern, async (route: Route) => {
    await released;
    await route.continue();
  });
  return release;
}
