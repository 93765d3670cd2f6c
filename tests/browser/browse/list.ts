/** A list of products as a visitor sees it, and as it should be. */
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { type ListedCategory, listCategories } from '../../../src/contract/category.ts';
import { filterProducts, type Product, type SearchSort } from '../../../src/contract/product.ts';
import { ownOrigin } from '../own.ts';
import { call, isUniqueName } from '../wire.ts';

const origin = ownOrigin();

export const cards = (page: Page) => page.locator('main article[data-product]');
export const namesOf = (page: Page) => cards(page).locator('h3').allTextContents();
export const pricesOf = async (page: Page) =>
  (await page.locator('main article[data-product] p.figures').allTextContents()).map((it) => Number(it.replace(/[$,]/g, '')));
export const cut = (text: string, length: number) => `${[...text].slice(0, length).join('').trimEnd()}…`;

/** Those of the demo that hold more than one product, whatever other files have put beside them. */
export async function findCategories(): Promise<ListedCategory[]> {
  return (await call(origin, listCategories)).category.filter((it) => it.count > 1 && !isUniqueName(it.name));
}

/** What the shop answers for a filter, as the page should show it. */
export async function filtered(
  checked: ListedCategory[],
  radio: [] | [number, number] = [],
  more: { page?: number; sort?: SearchSort; keyword?: string } = {},
) {
  return call(origin, filterProducts, { body: { checked: checked.map((it) => it._id), radio, ...more } });
}

export async function showsThese(page: Page, products: Product[]): Promise<void> {
  await expect.poll(() => namesOf(page)).toEqual(products.map((it) => it.name));
}

/** Holds every answer to these calls until it is let go. */
export async function hold(page: Page, calls: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(calls, async (route: Route) => {
    await held;
    await route.continue();
  });
  return letGo;
}
