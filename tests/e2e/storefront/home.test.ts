/** The home page: product cards, pagination, sorting, Add to Cart. */
import { beforeAll, describe, expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { listProducts } from '../../../src/contract/product.ts';
import { call, first, isSimple, logInAdmin, makeCategory, makeProduct } from '../support/api-client.ts';
import { cartBadge, expectToastDuration, formatDollars, heading, stopClock } from '../support/steps.ts';
import { findToast, goTo, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { expectProducts, productCards, readProductPrices, truncate } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let total: number;

beforeAll(async () => {
  total = (await call(origin, listProducts)).total;
});

describe('the home page', () => {
  test('[HOME-1] [CONST-2] offers every category and eleven price ranges', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const all = (await call(origin, listCategories)).category;
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(all.length);
    const ranges = await page.getByRole('radio').evaluateAll((radios) => radios.map((it) => (it as HTMLInputElement).value));
    expect(ranges).toEqual([
      '0-99',
      '99-199',
      '199-299',
      '299-399',
      '399-499',
      '499-599',
      '599-699',
      '699-799',
      '799-899',
      '899-999',
      '999-99999',
    ]);
    await expect.poll(() => page.getByRole('radio').first().getAttribute('name')).toBe('price');
    await expect.poll(() => page.getByText('$0 – $99', { exact: true }).count()).toBe(1);
    await expect.poll(() => page.getByText('$999 – $99,999', { exact: true }).count()).toBe(1);
    for (const { name } of all) await expect.poll(() => page.getByRole('checkbox', { name }).count()).toBeGreaterThan(0);
    const isBesideCards = async () => {
      const panel = await page.getByRole('checkbox').first().boundingBox();
      const card = await productCards(page).first().boundingBox();
      return panel !== null && card !== null && panel.x + panel.width < card.x;
    };
    await expect.poll(isBesideCards).toBe(true);
  });

  test('[HOME-3] [CONST-1] [CONST-4] a card shows image, name, twenty characters of the description, price, Details and Add to Cart', async () => {
    const { page } = await visit();
    const { products } = await call(origin, listProducts);
    await goTo(page, '/');
    await expectProducts(page, products);
    expect(products).toHaveLength(8);
    const product = first(products);
    const card = productCards(page).first();
    const text = await card.textContent();
    expect(text).toContain(truncate(product.description, 20));
    expect(text).toContain(formatDollars(product.price));
    const image = card.locator('img').first();
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)).toBe(true);
    await expect.poll(() => image.getAttribute('width')).toMatch(/^\d+$/);
    await expect.poll(() => card.getByRole('button', { name: /^Add to Cart/ }).textContent()).toBe('Add to Cart');
    await card.getByRole('link', { name: /^Details/ }).click();
    await page.waitForURL(`**/product/${product.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(product.name);
  });

  test('[HOME-4] pages have eight products; Next ends at the last page, Prev at the first, and the URL holds the page', async () => {
    const { page } = await visit();
    const lastPage = Math.ceil(total / 8);
    await goTo(page, '/');
    const pages = page.getByRole('navigation', { name: 'Pages of products' });
    await expect.poll(() => pages.locator('[aria-current="page"]').textContent()).toBe('1');
    await expect.poll(() => pages.getByText('Prev').isDisabled()).toBe(true);
    await pages.getByText('Prev').click({ force: true });
    expect(page.url()).toBe(`${origin}/`);
    await expect.poll(() => pages.locator('[aria-current="page"]').textContent()).toBe('1');
    await pages.getByText('Next').click();
    await page.waitForURL('**/?page=2');
    await expectProducts(page, (await call(origin, listProducts, { query: { page: 2 } })).products);
    await pages.getByText(String(lastPage), { exact: true }).click();
    await page.waitForURL(`**/?page=${lastPage}`);
    await expect.poll(() => pages.getByText('Next').isDisabled()).toBe(true);
    await expect.poll(() => productCards(page).count()).toBe(total - (lastPage - 1) * 8);
    await pages.getByText('Next').click({ force: true });
    expect(page.url()).toBe(`${origin}/?page=${lastPage}`);
    await pages.getByText('Prev').click();
    await page.waitForURL(`**/?page=${lastPage - 1}`);
    await expect.poll(() => productCards(page).count()).toBe(8);
  });

  test('[HOME-4] [LIST-1] sorting by price holds across pages', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, '/');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Price: low to high' });
    await page.waitForURL('**/?sort=price-up');
    const expected = (await call(origin, listProducts, { query: { sort: 'price-up' } })).products;
    await expectProducts(page, expected);
    const firstPagePrices = await readProductPrices(page);
    await page.getByRole('navigation', { name: 'Pages of products' }).getByText('Next').click();
    await page.waitForURL('**/?sort=price-up&page=2');
    await expectProducts(page, (await call(origin, listProducts, { query: { sort: 'price-up', page: 2 } })).products);
    const prices = [...firstPagePrices, ...(await readProductPrices(page))];
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
  });

  test('[HOME-4] [LIST-4] invalid values in the URL show the first page', { tags: ['full'] }, async () => {
    const { page } = await visit();
    for (const query of ['page=-1', 'page=1e9', 'page=<b>', 'sort=hat', 'price=9-1', 'category=%00', 'category=no-such', 'price=1-2-3']) {
      await goTo(page, `/?${query}`);
      await expect.poll(() => productCards(page).count(), { message: query }).toBe(8);
    }
  });

  test('[HOME-7] [CART-6] [NAV-6] Add to Cart adds the product, stores it and says so', async () => {
    const { page } = await visit();
    const product = first((await call(origin, listProducts)).products.filter(isSimple));
    await goTo(page, '/');
    const addButton = page.getByRole('button', { name: `Add to Cart: ${product.name}`, exact: true });
    await addButton.click();
    await findToast(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await addButton.click();
    await expect.poll(() => cartBadge(page).textContent()).toBe('2');
    const { _id, name, price } = product;
    await expect.poll(() => readLocalStorage(page, 'cart')).toMatchObject([{ _id, name, price }, { _id }]);
    await page.reload();
    await expect.poll(() => cartBadge(page).textContent()).toBe('2');
  });

  test('[CONST-3] toasts appear at the top center; a success disappears after two seconds', { tags: ['full'] }, async () => {
    const { page } = await visit({ clock: true });
    await goTo(page, '/');
    await stopClock(page);
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    const toast = findToast(page, 'Added To Cart Successfully');
    await toast.waitFor();
    const isTopCentre = async () => {
      const box = await toast.boundingBox();
      return box !== null && Math.abs(box.x + box.width / 2 - 720) < 30 && box.y < 100;
    };
    await expect.poll(isTopCentre).toBe(true);
    await expectToastDuration(page, toast, 2000);
  });

  test('[CONST-3] an error toast stays for four seconds', { tags: ['full'] }, async () => {
    const { token } = await logInAdmin(origin);
    const lastOne = await makeProduct(origin, token, (await makeCategory(origin, token))._id, { quantity: 1 });
    const { page } = await visit({ clock: true });
    await goTo(page, `/product/${lastOne.slug}`);
    await stopClock(page);
    const addButton = page.getByRole('button', { name: /^Add to Cart/ }).first();
    await addButton.press('Enter');
    await addButton.press('Enter');
    const toast = findToast(page, 'Only 1 left');
    await toast.waitFor();
    await expectToastDuration(page, toast, 4000);
  });

  test('[CONST-3] of thirty toasts at once twenty are kept', { tags: ['full'] }, async () => {
    const { token } = await logInAdmin(origin);
    const plentiful = await makeProduct(origin, token, (await makeCategory(origin, token))._id, { quantity: 30 });
    const { page } = await visit({ clock: true });
    await goTo(page, `/product/${plentiful.slug}`);
    await stopClock(page);
    const addButton = page.getByRole('button', { name: /^Add to Cart/ }).first();
    for (let pressCount = 0; pressCount < 30; pressCount += 1) await addButton.press('Enter');
    await expect.poll(() => cartBadge(page).textContent()).toBe('30');
    await expect.poll(() => page.getByRole('status').filter({ hasText: 'Added To Cart Successfully' }).count()).toBe(20);
  });
});
