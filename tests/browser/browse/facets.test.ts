/** How many products each filter holds: the numbers are true, hold still, and are there without a script. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ListedCategory, listCategories } from '../../../src/contract/category.ts';
import { DEFAULT_SETTINGS } from '../../../src/contract/shop.ts';
import { faultsOf } from '../examine.ts';
import { ownOrigin } from '../own.ts';
import { goTo, NARROW, prepareVisits } from '../visitor.ts';
import { call, first } from '../wire.ts';
import { filtered, findCategories, hold } from './list.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

const RANGES = DEFAULT_SETTINGS.priceRanges;

let categories: ListedCategory[];

beforeAll(async () => {
  categories = await findCategories();
});

/** What stands beside each choice, by the value that it sends. */
const counts = (page: Page): Promise<Record<string, string>> =>
  page
    .locator('label:has(input[name="category"], input[name="price"])')
    .evaluateAll((labels) =>
      Object.fromEntries(
        labels.map((label) => [(label.querySelector('input') as HTMLInputElement).value, label.lastElementChild?.textContent ?? '']),
      ),
    );

const choice = (page: Page, value: string) => page.locator(`input[value="${value}"]`);
const key = ([lowest, highest]: readonly [number, number]) => `${lowest}-${highest}`;

/** What should stand beside each: as many as the shop finds when it is asked for that choice. */
async function expected(chosen: ListedCategory[], price: [] | [number, number]): Promise<Record<string, string>> {
  const all = (await call(origin, listCategories)).category;
  const totals = await Promise.all([
    ...all.map(async (it) => [it.slug, (await filtered([it], price)).total] as const),
    ...RANGES.map(async ([lowest, highest]) => [key([lowest, highest]), (await filtered(chosen, [lowest, highest])).total] as const),
  ]);
  return Object.fromEntries(totals.map(([value, total]) => [value, total.toLocaleString('en-US')]));
}

describe('beside each filter', () => {
  test('[LIST-5] stands how many products it holds, whatever else is chosen', async () => {
    const { page } = await visit();
    const [one, two] = categories;
    if (!one || !two) throw new Error('too few categories');
    await goTo(page, '/');
    await expect.poll(() => counts(page)).toEqual(await expected([], []));
    await choice(page, one.slug).check();
    await expect.poll(() => counts(page)).toEqual(await expected([one], []));
    await choice(page, two.slug).check();
    await expect.poll(() => counts(page)).toEqual(await expected([one, two], []));
    await goTo(page, `/?category=${one.slug}&price=99-199&page=2`);
    await expect.poll(() => counts(page)).toEqual(await expected([one], [99, 199]));
  });

  test('[LIST-5] choosing one gives as many as stood beside it', async () => {
    const { page } = await visit();
    const values = [...categories.slice(0, 4).map((it) => it.slug), ...RANGES.slice(0, 4).map(key)];
    for (const value of values) {
      await goTo(page, '/');
      const count = (await counts(page))[value];
      await choice(page, value).check();
      await expect
        .poll(() => page.getByRole('heading', { level: 2 }).first().textContent(), { message: value })
        .toMatch(new RegExp(`^${count} products?$`));
    }
  });

  test('[LIST-5] [HOME-5] the numbers stay while the next list is on its way, and nothing moves', async () => {
    const { page } = await visit();
    const category = first(categories);
    await goTo(page, '/');
    const places = () => page.locator('input[name="price"]').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    const [before, where] = [await counts(page), await places()];
    const letGo = await hold(page, '**/api/v1/product/filter-products');
    await choice(page, category.slug).check();
    await page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    expect(await counts(page)).toEqual(before);
    letGo();
    await expect.poll(() => counts(page)).toEqual(await expected([category], []));
    expect(await places()).toEqual(where);
  });

  test('[LIST-5] what holds nothing is soft and can’t be chosen; what is chosen can be taken back', async () => {
    const { page } = await visit();
    const category = first(categories);
    const totals = await Promise.all(RANGES.map(async (range) => ({ range, total: (await filtered([category], [...range])).total })));
    const { range } = first(totals.filter(({ total }) => total === 0));
    await goTo(page, `/?category=${category.slug}`);
    const vain = choice(page, key(range));
    expect((await counts(page))[key(range)]).toBe('0');
    expect([await vain.isVisible(), await vain.isDisabled()]).toEqual([true, true]);
    expect(await faultsOf(page)).toEqual([]);
    // As from a link: both are chosen, and hold nothing together.
    await goTo(page, `/?category=${category.slug}&price=${key(range)}`);
    expect((await counts(page))[category.slug]).toBe('0');
    expect([await choice(page, category.slug).isDisabled(), await vain.isDisabled()]).toEqual([false, false]);
    await choice(page, category.slug).uncheck();
    await page.waitForURL(`**/?price=${key(range)}`);
  });

  test('[LIST-5] without a script the numbers are there, and all can be chosen', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    const category = first(categories);
    await page.goto(`/?category=${category.slug}`);
    expect(await counts(page)).toEqual(await expected([category], []));
    expect(await page.locator('input:disabled').count()).toBe(0);
  });

  test('[LIST-5] [NARROW-3] in the sheet, too', async () => {
    const { page } = await visit({ viewport: NARROW });
    const category = first(categories);
    await goTo(page, '/');
    await page.getByRole('button', { name: 'Filter' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await sheet.getByRole('checkbox', { name: category.name }).check();
    const right = await expected([category], []);
    const inSheet = () => sheet.locator('label').evaluateAll((labels) => labels.map((label) => label.lastElementChild?.textContent ?? ''));
    const all = (await call(origin, listCategories)).category;
    await expect.poll(inSheet).toEqual([...all.map((it) => it.slug), ...RANGES.map(key)].map((value) => right[value]));
  });
});
