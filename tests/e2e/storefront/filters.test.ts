/** The filters of the home page: results, URL, slow and failing responses. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListedCategory } from '../../../src/contract/category.ts';
import { listProducts } from '../../../src/contract/product.ts';
import { call, first } from '../support/api-client.ts';
import { goTo, prepareVisits, waitForHydration } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import {
  expectProducts,
  fetchDemoCategories,
  fetchFilteredProducts,
  holdResponses,
  productCards,
  readProductNames,
  readProductPrices,
} from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let categories: ListedCategory[];

beforeAll(async () => {
  categories = await fetchDemoCategories();
});

describe('the home page', () => {
  test('[HOME-6] a category and a price narrow the list, with one request each, and the URL holds them', async () => {
    const { page } = await visit();
    const category = first(categories);
    await goTo(page, '/');
    const filterRequests: unknown[] = [];
    page.on(
      'request',
      (it) => it.url() === `${origin}/api/v1/product/filter-products` && filterRequests.push({ how: it.method(), ...it.postDataJSON() }),
    );
    await page.getByRole('checkbox', { name: category.name }).check();
    await page.waitForURL(`**/?category=${category.slug}`);
    await expectProducts(page, (await fetchFilteredProducts([category])).products);
    await page.getByRole('radio', { name: '$99 – $199' }).check();
    await page.waitForURL(`**/?category=${category.slug}&price=99-199`);
    const both = await fetchFilteredProducts([category], [99, 199]);
    await expectProducts(page, both.products);
    expect(both.products.length).toBeGreaterThan(0);
    for (const price of await readProductPrices(page)) expect(price >= 99 && price <= 199).toBe(true);
    expect(filterRequests).toMatchObject([
      { how: 'POST', checked: [category._id], radio: [] },
      { how: 'POST', checked: [category._id], radio: [99, 199] },
    ]);
  });

  test('[HOME-6] two categories show the products of both', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const [one, two] = categories;
    if (!one || !two) throw new Error('too few categories');
    await goTo(page, '/');
    await page.getByRole('checkbox', { name: one.name }).check();
    await page.getByRole('checkbox', { name: two.name }).check();
    const both = await fetchFilteredProducts([one, two]);
    await expectProducts(page, both.products);
    await expect.poll(() => page.getByRole('heading', { level: 2, name: `${both.total} products` }).count()).toBe(1);
  });

  test('[HOME-2] REST DEFAULT removes every filter and reloads the page', async () => {
    const { page } = await visit();
    await goTo(page, `/?category=${first(categories).slug}&price=0-99&sort=price-up`);
    await page.evaluate(() => Object.assign(window, { before: true }));
    await page.getByRole('button', { name: 'REST DEFAULT' }).click();
    await page.waitForURL(`${origin}/`);
    await waitForHydration(page);
    await expect.poll(() => page.evaluate(() => 'before' in window)).toBe(false);
    await expect.poll(() => page.locator('input:checked').count()).toBe(0);
    await expectProducts(page, (await call(origin, listProducts)).products);
  });

  test('[HOME-6] [LIST-2] active filters are listed above the products and can be removed one by one', async () => {
    const { page } = await visit();
    const category = first(categories);
    await goTo(page, `/?category=${category.slug}&price=0-99`);
    await page.getByRole('link', { name: 'Remove filter: $0 – $99' }).click();
    await page.waitForURL(`**/?category=${category.slug}`);
    await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.getByRole('link', { name: `Remove filter: ${category.name}` }).click();
    await page.waitForURL(`${origin}/`);
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  });

  test('[HOME-6] [LIST-3] back and forward restore each list, and a reload keeps it', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const category = first(categories);
    await goTo(page, '/');
    const categoryCheckbox = page.getByRole('checkbox', { name: category.name });
    await categoryCheckbox.check();
    await page.waitForURL(`**/?category=${category.slug}`);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-up');
    await page.waitForURL(`**/?category=${category.slug}&sort=price-up`);
    const sorted = (await fetchFilteredProducts([category], [], { sort: 'price-up' })).products;
    await expectProducts(page, sorted);
    await page.goBack();
    await expectProducts(page, (await fetchFilteredProducts([category])).products);
    await page.goBack();
    await expect.poll(() => categoryCheckbox.isChecked()).toBe(false);
    await expectProducts(page, (await call(origin, listProducts)).products);
    await page.goForward();
    await page.goForward();
    await expectProducts(page, sorted);
    await expect.poll(() => categoryCheckbox.isChecked()).toBe(true);
    await expect.poll(() => page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('price-up');
    await page.reload();
    await waitForHydration(page);
    await expectProducts(page, sorted);
    await expect.poll(() => categoryCheckbox.isChecked()).toBe(true);
  });

  test('[HOME-4] [HOME-6] [LIST-3] a shared link shows somebody else the same list, even without JavaScript', async () => {
    const category = categories.find((it) => it.count > 8) ?? first(categories);
    const link = `/?category=${category.slug}&sort=price-up${category.count > 8 ? '&page=2' : ''}`;
    const { products } = await fetchFilteredProducts([category], [], { sort: 'price-up', ...(category.count > 8 && { page: 2 }) });
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto(link);
    await expectProducts(page, products);
    await expect.poll(() => page.getByRole('checkbox', { name: category.name }).isChecked()).toBe(true);
  });

  test('[HOME-5] a spinner is shown while the next list loads', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const release = await holdResponses(page, '**/api/v1/product/filter-products');
    await page.getByRole('checkbox', { name: first(categories).name }).check();
    const spinner = page.locator('main').getByRole('status').filter({ hasText: 'Loading' });
    await spinner.waitFor();
    await expect.poll(() => productCards(page).count()).toBe(8);
    release();
    await spinner.waitFor({ state: 'detached' });
    await expectProducts(page, (await fetchFilteredProducts([first(categories)])).products);
  });

  test('[HOME-5] [HOME-6] a failed request says so and keeps the list, and Try again loads the new one', { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 503/, /console:.*(Error|busy)/);
    await goTo(page, '/');
    const namesBefore = await readProductNames(page);
    await page.route('**/api/v1/product/filter-products', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'busy' } }),
    );
    const category = first(categories);
    await page.getByRole('checkbox', { name: category.name }).check();
    const retryButton = page.getByRole('button', { name: 'Try again' });
    await retryButton.waitFor();
    await expect.poll(() => readProductNames(page)).toEqual(namesBefore);
    await page.unroute('**/api/v1/product/filter-products');
    await retryButton.click();
    await expectProducts(page, (await fetchFilteredProducts([category])).products);
    await expect.poll(() => retryButton.count()).toBe(0);
  });

  test('[HOME-6] a response without success leaves the list unchanged', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const namesBefore = await readProductNames(page);
    await page.route('**/api/v1/product/filter-products', (route) =>
      route.fulfill({ json: { success: false, products: [], total: 0, page: 1, limit: 8 } }),
    );
    await page.getByRole('checkbox', { name: first(categories).name }).check();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expect.poll(() => readProductNames(page)).toEqual(namesBefore);
  });
});
