/** What a person sees of a page that is on its way: asked for early, shown in its shape, and never in the way. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListedCategory } from '../../../src/contract/category.ts';
import { listCategoryProducts, type Product } from '../../../src/contract/product.ts';
import { faultsOf } from '../examine.ts';
import { ownOrigin } from '../own.ts';
import { bar, heading, path } from '../steps.ts';
import { goTo, prepareVisits } from '../visitor.ts';
import { call, first } from '../wire.ts';
import { cards, findCategories, hold } from './list.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

let category: ListedCategory;
let other: ListedCategory;
let product: Product;

beforeAll(async () => {
  const categories = await findCategories();
  category = first(categories);
  other = first(categories.slice(1));
  product = first((await call(origin, listCategoryProducts, { params: { slug: category.slug } })).product);
});

const nameLink = (slug: string) => `article[data-product="${slug}"] h3 a`;

describe('a page that is on its way', () => {
  test('[PROD-1] [AHEAD-1] a product is asked for while the pointer rests on it, and once only', async () => {
    const { page } = await visit();
    await goTo(page, `/category/${category.slug}`);
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('/api/v1/') && asked.push(it.url()));
    await page.locator(nameLink(product.slug)).hover();
    await expect.poll(() => asked.length).toBe(2);
    expect(asked.map((it) => new URL(it).pathname.split('/')[4]).sort()).toEqual(['similar-products', 'single-product']);
    await page.locator(nameLink(product.slug)).click();
    await page.waitForURL(`**/product/${product.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(product.name);
    expect(asked).toHaveLength(2);
    expect(await cards(page).count()).toBeGreaterThan(0);
  });

  test('[PROD-1] [AHEAD-2] on a slow line its name, picture and price are there at once, with the shape of the rest', async () => {
    const { page } = await visit();
    await goTo(page, `/category/${category.slug}`);
    const letGo = await hold(page, '**/api/v1/product/s*/**');
    await page.locator(nameLink(product.slug)).click();
    const spinner = page.locator('main').getByRole('status').filter({ hasText: 'Loading' });
    await spinner.waitFor();
    expect(path(page)).toBe(`/category/${category.slug}`);
    expect(await heading(page).allTextContents()).toEqual([product.name]);
    expect(await page.locator('main img:visible').count()).toBe(1);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    letGo();
    await page.waitForURL(`**/product/${product.slug}`);
    await spinner.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).waitFor();
    expect(await heading(page).allTextContents()).toEqual([product.name]);
  });

  test('[CAT-1] [AHEAD-2] a category on its way shows its name, and the person can still leave for another page', async () => {
    const { page } = await visit();
    await goTo(page, '/about');
    const letGo = await hold(page, `**/api/v1/product/category-product/${other.slug}?**`);
    await bar(page).getByRole('button', { name: 'Category' }).click();
    await bar(page).locator(`:popover-open a[href="/category/${other.slug}"]`).first().click();
    await page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    expect(await heading(page).allTextContents()).toEqual([other.name]);
    expect(await faultsOf(page)).toEqual([]);
    await bar(page).getByRole('link', { name: 'Home', exact: true }).click();
    await page.waitForURL(`${origin}/`);
    await expect.poll(() => cards(page).count()).toBe(8);
    letGo();
    await expect.poll(() => path(page)).toBe('/');
    expect(await heading(page).count()).toBe(1);
  });

  test.each([
    ['/category', 'Categories', '**/api/v1/category/categories'],
    ['/policy', 'Privacy Policy', '**/api/v1/shop/texts/policy'],
  ])('[ROUTE-1] %s on its way has its heading and its shape', async (address, title, call) => {
    const { page } = await visit();
    await goTo(page, '/login');
    const letGo = await hold(page, call);
    await page.locator(`footer a[href="${address}"]`).click();
    await page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    expect(await heading(page).allTextContents()).toEqual([title]);
    expect(await faultsOf(page)).toEqual([]);
    letGo();
    await page.waitForURL(`**${address}`);
    await page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
    expect(await heading(page).allTextContents()).toEqual([title]);
  });

  test('[HOME-3] [AHEAD-2] who asks for the old page after all has it back, and who comes back later finds the place', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const target = cards(page).nth(6);
    await target.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => window.scrollY);
    expect(top).toBeGreaterThan(0);
    const spinner = page.locator('main').getByRole('status').filter({ hasText: 'Loading' });
    const letGo = await hold(page, '**/api/v1/product/s*/**');
    await target.locator('h3 a').click();
    await spinner.waitFor();
    await bar(page).getByRole('link', { name: 'Home', exact: true }).click();
    await spinner.waitFor({ state: 'detached' });
    expect(await cards(page).first().isVisible()).toBe(true);
    await target.scrollIntoViewIfNeeded();
    await target.locator('h3 a').click();
    await spinner.waitFor();
    letGo();
    await page.waitForURL('**/product/*');
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
  });
});

describe('from page to page', () => {
  const watch = () => {
    const turns: string[][] = [];
    Object.assign(window, { turns });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      const names: string[] = [];
      turns.push(names);
      void transition.ready.then(() => {
        for (const it of document.getAnimations()) {
          const { pseudoElement } = it.effect as KeyframeEffect;
          if (pseudoElement?.startsWith('::view-transition-group(')) names.push(pseudoElement);
        }
      });
      return transition;
    };
  };
  const turnsOf = (page: import('playwright-core').Page) => page.evaluate(() => (window as unknown as { turns: string[][] }).turns);

  test('[PROD-1] [AHEAD-3] the picture travels from the card to the product and back', async () => {
    const { page } = await visit({ reducedMotion: 'no-preference' });
    await page.addInitScript(watch);
    await goTo(page, `/category/${category.slug}`);
    // The pointer rests first: a product that lets itself be waited for is shown in its shape, and then nothing travels.
    await Promise.all([
      page.waitForResponse('**/api/v1/product/single-product/**'),
      page.waitForResponse('**/api/v1/product/similar-products/**'),
      page.locator(nameLink(product.slug)).hover(),
    ]);
    await page.locator(nameLink(product.slug)).click();
    await page.waitForURL(`**/product/${product.slug}`);
    await expect.poll(async () => (await turnsOf(page))[0]).toContain(`::view-transition-group(picture-${product._id})`);
    await expect.poll(() => page.locator('[style*="view-transition-name"]').count()).toBe(0);
    await page.goBack();
    await expect.poll(async () => (await turnsOf(page))[1]).toContain(`::view-transition-group(picture-${product._id})`);
  });

  test('[PROD-1] [AHEAD-3] nothing moves where the person asked for less motion', async () => {
    const { page } = await visit();
    await page.addInitScript(watch);
    await goTo(page, `/category/${category.slug}`);
    await page.locator(nameLink(product.slug)).click();
    await page.waitForURL(`**/product/${product.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(product.name);
    expect(await turnsOf(page)).toEqual([]);
  });
});
