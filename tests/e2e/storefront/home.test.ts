/** The home page: product cards, pagination, sorting, Add to Cart. */
import { beforeAll, describe, expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { listProducts } from '../../../src/contract/product.ts';
import { call, first } from '../support/api-client.ts';
import { cartBadge, formatDollars, heading, measureToastDuration, stopClock } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { expectProducts, productCards, readProductPrices, truncate } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let total: number;

beforeAll(async () => {
  total = (await call(origin, listProducts)).total;
});

describe('the home page', () => {
  test('[HOME-1] [CONST-2] offers every category and eleven price ranges', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const all = (await call(origin, listCategories)).category;
    expect(await page.getByRole('checkbox').count()).toBe(all.length);
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
    expect(await page.getByText('$0 – $99', { exact: true }).count()).toBe(1);
    expect(await page.getByText('$999 – $99,999', { exact: true }).count()).toBe(1);
    for (const { name } of all) expect(await page.getByRole('checkbox', { name }).count()).toBeGreaterThan(0);
    const panel = await page.getByRole('checkbox').first().boundingBox();
    const card = await productCards(page).first().boundingBox();
    expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThan(card?.x ?? 0);
  });

  test('[HOME-3] [CONST-1] [CONST-4] a card shows picture, name, twenty characters, price, Details and Add to Cart', async () => {
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
    expect(await image.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)).toBe(true);
    expect(await image.getAttribute('width')).toMatch(/^\d+$/);
    await expect.poll(() => card.getByRole('button', { name: /^Add to Cart/ }).textContent()).toBe('Add to Cart');
    await card.getByRole('link', { name: /^Details/ }).click();
    await page.waitForURL(`**/product/${product.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(product.name);
  });

  test('[HOME-4] pages have eight products; Next ends at the last, Prev at the first, and the address holds the page', async () => {
    const { page } = await visit();
    const lastPage = Math.ceil(total / 8);
    await goTo(page, '/');
    const pages = page.getByRole('navigation', { name: 'Pages of products' });
    await expect.poll(() => pages.locator('[aria-current="page"]').textContent()).toBe('1');
    expect(await pages.getByText('Prev').isDisabled()).toBe(true);
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

  test('[HOME-4] [LIST-1] an order by price holds across pages', async () => {
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

  test('[HOME-4] [LIST-4] nonsense in the address shows the first page', async () => {
    const { page } = await visit();
    for (const query of ['page=-1', 'page=1e9', 'page=<b>', 'sort=hat', 'price=9-1', 'category=%00', 'category=no-such', 'price=1-2-3']) {
      await goTo(page, `/?${query}`);
      expect([query, await productCards(page).count()]).toEqual([query, 8]);
    }
  });

  test('[HOME-7] [CART-6] [NAV-6] Add to Cart adds, keeps it and says so', async () => {
    const { page } = await visit();
    const product = first((await call(origin, listProducts)).products.filter((it) => it.quantity > 0));
    await goTo(page, '/');
    const addButton = page.getByRole('button', { name: `Add to Cart: ${product.name}` });
    await addButton.click();
    await findToast(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await addButton.click();
    await expect.poll(() => cartBadge(page).textContent()).toBe('2');
    const storedCart = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null') as { _id: string; name: string }[]);
    expect(storedCart.map((it) => it._id)).toEqual([product._id, product._id]);
    expect(storedCart[0]).toMatchObject({ name: product.name, price: product.price });
    await page.reload();
    await expect.poll(() => cartBadge(page).textContent()).toBe('2');
  });

  test('[CONST-3] toasts stand top centre; a success goes after two seconds', async () => {
    const { page } = await visit({ clock: true });
    await goTo(page, '/');
    await stopClock(page);
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    const toast = findToast(page, 'Added To Cart Successfully');
    await toast.waitFor();
    const box = await toast.boundingBox();
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(30);
    expect(box?.y).toBeLessThan(100);
    expect(await measureToastDuration(page, toast)).toBe(2000);
  });

  test('[CONST-3] an error stays for four seconds', async () => {
    const { page, expectBrowserErrors } = await visit({ clock: true });
    expectBrowserErrors(/status of 503/, /console:.*(Error|busy)/);
    await page.route('**/api/v1/product/search/**', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await goTo(page, '/');
    await stopClock(page);
    await page.getByRole('combobox', { name: 'Search products' }).fill('lamp');
    await page.keyboard.press('Enter');
    const toast = findToast(page, "The search didn't work");
    await toast.waitFor();
    expect(await measureToastDuration(page, toast)).toBe(4000);
  });

  test('[CONST-3] of thirty toasts at once twenty are kept', async () => {
    const { products } = await call(origin, listProducts, { query: { limit: 100 } });
    const plentiful = first(products.filter(({ quantity }) => quantity >= 30));
    const { page } = await visit({ clock: true });
    await goTo(page, `/product/${plentiful.slug}`);
    await stopClock(page);
    const addButton = page.getByRole('button', { name: /^Add to Cart/ }).first();
    for (let pressCount = 0; pressCount < 30; pressCount += 1) await addButton.press('Enter');
    await expect.poll(() => cartBadge(page).textContent()).toBe('30');
    await expect.poll(() => page.getByRole('status').filter({ hasText: 'Added To Cart Successfully' }).count()).toBe(20);
  });
});
