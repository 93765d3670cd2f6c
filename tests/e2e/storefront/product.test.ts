/** The product page and the category page. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListedCategory } from '../../../src/contract/category.ts';
import { listCategoryProducts } from '../../../src/contract/product.ts';
import { readSettings, updateSettings } from '../../../src/contract/settings.ts';
import { call, first, logInAdmin, makeCategory, makeProduct } from '../support/api-client.ts';
import { cartBadge, formatDollars, heading } from '../support/steps.ts';
import { findToast, goTo, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { expectProducts, fetchDemoCategories, productCards, truncate } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let categories: ListedCategory[];

beforeAll(async () => {
  categories = await fetchDemoCategories();
});

describe('products and categories', () => {
  test('[PROD-1] [PICT-3] a product page shows image, name, price and description, and adds to the cart', async () => {
    const { page } = await visit();
    const { token } = await logInAdmin(origin);
    const product = await makeProduct(origin, token, (await makeCategory(origin, token))._id);
    await goTo(page, `/product/${product.slug}`);
    const main = page.locator('main');
    await expect.poll(() => page.title()).toContain(product.name);
    await expect.poll(() => heading(page).textContent()).toBe(product.name);
    for (const label of ['Name', 'Price', 'Description'])
      await expect.poll(() => main.getByText(label, { exact: true }).count()).toBeGreaterThan(0);
    for (const text of [formatDollars(product.price), product.description, 'In stock'])
      await expect.poll(() => main.textContent()).toContain(text);
    const image = main.getByRole('img', { name: product.name }).first();
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
    await expect.poll(() => image.evaluate((it) => getComputedStyle(it).objectFit)).toBe('contain');
    await main.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await findToast(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
  });

  test('[PROD-2] similar products are listed below, with name, price and description, and link to their pages', async () => {
    const { page } = await visit();
    const category = first(categories.filter((it) => it.count > 4));
    const { product } = await call(origin, listCategoryProducts, { params: { slug: category.slug } });
    await goTo(page, `/product/${first(product).slug}`);
    await page.getByRole('heading', { name: 'Similar Products' }).waitFor();
    await expect.poll(() => productCards(page).count()).toBeGreaterThan(0);
    const card = productCards(page).first();
    const slug = await card.getAttribute('data-product');
    const shownProduct = product.find((it) => it.slug === slug);
    if (!shownProduct) throw new Error(`${slug} is of another category`);
    await expect.poll(() => card.textContent()).toContain(shownProduct.description.slice(0, 18));
    await expect.poll(() => card.textContent()).toContain(formatDollars(shownProduct.price));
    await card.getByRole('link', { name: shownProduct.name }).first().click();
    await page.waitForURL(`**/product/${slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(shownProduct.name);
  });

  test('[PROD-2] [PROD-1] [STOCK-1] the only product of a category has no similar ones; low stock and sold out are shown', async () => {
    const { token } = await logInAdmin(origin);
    const { page } = await visit();
    const loneCategory = await makeCategory(origin, token);
    const product = await makeProduct(origin, token, loneCategory._id, { quantity: 3 });
    await goTo(page, `/product/${product.slug}`);
    await page.getByText('NOT ANY SIMILAR PRODUCTS').waitFor();
    await page.getByText('Only 3 left').waitFor();
    const soldOutProduct = await makeProduct(origin, token, loneCategory._id, { quantity: 0 });
    await goTo(page, `/product/${soldOutProduct.slug}`);
    await expect.poll(() => page.locator('main').getByRole('button', { name: 'Out of stock' }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: /Add to Cart/ }).count()).toBe(0);
  });

  test('[CAT-1] [CAT-2] [CONST-1] a category shows its name, the number of products, forty characters of each description, and adds to the cart', async () => {
    const { page } = await visit();
    const category = first(categories.filter((it) => it.count <= 8));
    const { product } = await call(origin, listCategoryProducts, { params: { slug: category.slug } });
    await goTo(page, `/category/${category.slug}`);
    await expect.poll(() => heading(page).textContent()).toContain(category.name);
    await expect.poll(() => heading(page).textContent()).toContain(`${category.count} products`);
    await expectProducts(page, product);
    const shownProduct = product.find((it) => it.quantity > 0) ?? first(product);
    const card = page.locator(`article[data-product="${shownProduct.slug}"]`);
    await expect.poll(() => card.textContent()).toContain(truncate(shownProduct.description, 40));
    await card.getByRole('button', { name: /^Add to Cart/ }).click();
    await findToast(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await card.getByRole('link', { name: /^More Details/ }).click();
    await page.waitForURL(`**/product/${shownProduct.slug}`);
  });

  test('[CAT-2] [SRCH-3] [SET-1] with quick adding switched off, the buttons are shown and do nothing', {
    tags: ['full'],
  }, async () => {
    const { token } = await logInAdmin(origin);
    const {
      settings: { priceRanges, quickAdd },
    } = await call(origin, readSettings);
    const setQuickAdd = (value: boolean) => call(origin, updateSettings, { token, body: { priceRanges, quickAdd: value } });
    const { page } = await visit();
    const category = first(categories.filter((it) => it.count > 4));
    expect(quickAdd).toBe(true);
    await setQuickAdd(false);
    try {
      for (const [path, name] of [
        [`/category/${category.slug}`, /^Add to Cart/],
        ['/searched/products?keyword=lamp', /^Add Cart/],
      ] as const) {
        await goTo(page, path);
        await productCards(page).getByRole('button', { name }).first().click();
        // By now a working button would have added it: the cart on the next page is still empty.
        await goTo(page, '/cart');
        await page.getByText('Your cart is empty').waitFor();
        await expect.poll(() => cartBadge(page).textContent()).toBe('0');
        await expect.poll(() => readLocalStorage(page, 'cart')).toBeNull();
      }
    } finally {
      await setQuickAdd(true);
    }
  });

  test("[CAT-1] a category that doesn't exist says Not Found", async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 404/);
    expect((await fetch(`${origin}/category/no-such-category`)).status).toBe(404);
    await goTo(page, '/category/no-such-category');
    await expect.poll(() => heading(page).textContent()).toBe('Not Found');
  });
});
