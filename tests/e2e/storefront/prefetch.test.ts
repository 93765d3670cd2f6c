/** Prefetch and skeletons: the next page's data is requested on hover, and a slow page shows its skeleton. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListedCategory } from '../../../src/contract/category.ts';
import { listCategoryProducts, type Product } from '../../../src/contract/product.ts';
import { SKELETON_DELAY_MS } from '../../../src/web/constants.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, first } from '../support/api-client.ts';
import { getPath, heading, navbar } from '../support/steps.ts';
import { goTo, prepareVisits, waitForFonts } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { fetchDemoCategories, holdResponses, productCards } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let category: ListedCategory;
let otherCategory: ListedCategory;
let product: Product;

beforeAll(async () => {
  const categories = await fetchDemoCategories();
  category = first(categories);
  otherCategory = first(categories.slice(1));
  product = first((await call(origin, listCategoryProducts, { params: { slug: category.slug } })).product);
});

const nameLink = (slug: string) => `article[data-product="${slug}"] h3 a`;

describe('a page that is loading', () => {
  test('[PROD-1] [AHEAD-1] a product is requested while the pointer rests on it, and only once', async () => {
    const { page } = await visit();
    await goTo(page, `/category/${category.slug}`);
    const requestedUrls: string[] = [];
    page.on('request', (it) => it.url().includes('/api/v1/') && requestedUrls.push(it.url()));
    await page.locator(nameLink(product.slug)).hover();
    await expect.poll(() => requestedUrls.length).toBe(2);
    expect(requestedUrls.map((it) => new URL(it).pathname.split('/')[4]).sort()).toEqual(['similar-products', 'single-product']);
    await page.locator(nameLink(product.slug)).click();
    await page.waitForURL(`**/product/${product.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(product.name);
    expect(requestedUrls).toHaveLength(2);
    await expect.poll(() => productCards(page).count()).toBeGreaterThan(0);
  });

  test("[PROD-1] [AHEAD-2] on a slow connection a product's name, image and price are shown at once, with a skeleton of the rest", async () => {
    const { page } = await visit();
    await goTo(page, `/category/${category.slug}`);
    const release = await holdResponses(page, '**/api/v1/product/s*/**');
    await page.locator(nameLink(product.slug)).click();
    const spinner = page.locator('main').getByRole('status').filter({ hasText: 'Loading' });
    await spinner.waitFor();
    expect(getPath(page)).toBe(`/category/${category.slug}`);
    await expect.poll(() => heading(page).allTextContents()).toEqual([product.name]);
    await expect.poll(() => page.locator('main img:visible').count()).toBe(1);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(await findA11yViolations(page)).toEqual([]);
    release();
    await page.waitForURL(`**/product/${product.slug}`);
    await spinner.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).waitFor();
    await expect.poll(() => heading(page).allTextContents()).toEqual([product.name]);
  });

  test('[CAT-1] [AHEAD-2] a category that is loading shows its name, and another page can still be opened instead', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit();
    await goTo(page, '/about');
    const release = await holdResponses(page, `**/api/v1/product/category-product/${otherCategory.slug}?**`);
    await navbar(page).getByRole('button', { name: 'Category' }).click();
    await navbar(page).locator(`:popover-open a[href="/category/${otherCategory.slug}"]`).first().click();
    await page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    await expect.poll(() => heading(page).allTextContents()).toEqual([otherCategory.name]);
    expect(await findA11yViolations(page)).toEqual([]);
    await navbar(page).getByRole('link', { name: 'Home', exact: true }).click();
    await page.waitForURL(`${origin}/`);
    await expect.poll(() => productCards(page).count()).toBe(8);
    release();
    await expect.poll(() => getPath(page)).toBe('/');
    await expect.poll(() => heading(page).count()).toBe(1);
  });

  test.each([
    ['/category', 'Categories', '**/api/v1/category/categories'],
    ['/policy', 'Privacy Policy', '**/api/v1/shop/texts/policy'],
  ])('[ROUTE-1] %s on its way has its heading and its shape', { tags: ['full'] }, async (url, title, urlPattern) => {
    const { page } = await visit();
    await goTo(page, '/login');
    const release = await holdResponses(page, urlPattern);
    await page.locator(`footer a[href="${url}"]`).click();
    await page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    await expect.poll(() => heading(page).allTextContents()).toEqual([title]);
    expect(await findA11yViolations(page)).toEqual([]);
    release();
    await page.waitForURL(`**${url}`);
    await page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
    await expect.poll(() => heading(page).allTextContents()).toEqual([title]);
  });

  test('[HOME-3] [AHEAD-2] going back while a page loads shows the old page, and going back later restores the scroll position', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const target = productCards(page).nth(6);
    await target.scrollIntoViewIfNeeded();
    const spinner = page.locator('main').getByRole('status').filter({ hasText: 'Loading' });
    const release = await holdResponses(page, '**/api/v1/product/s*/**');
    await target.locator('h3 a').click();
    await spinner.waitFor();
    await navbar(page).getByRole('link', { name: 'Home', exact: true }).click();
    await spinner.waitFor({ state: 'detached' });
    await expect.poll(() => productCards(page).first().isVisible()).toBe(true);
    await waitForFonts(page);
    await target.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => window.scrollY);
    expect(top).toBeGreaterThan(0);
    await target.locator('h3 a').click();
    await spinner.waitFor();
    release();
    await page.waitForURL('**/product/*');
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
  });
});

describe('moving between pages', () => {
  const recordTransitions = () => {
    const transitions: string[][] = [];
    Object.assign(window, { turns: transitions });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      const animatedGroups: string[] = [];
      transitions.push(animatedGroups);
      void transition.ready.then(() => {
        for (const it of document.getAnimations()) {
          const { pseudoElement } = it.effect as KeyframeEffect;
          if (pseudoElement?.startsWith('::view-transition-group(')) animatedGroups.push(pseudoElement);
        }
      });
      return transition;
    };
  };
  /** A slow page shows its skeleton, without the image's transition: on a busy machine that would be every page. */
  const neverShowSkeleton = (delay: number) => {
    const start = window.setTimeout.bind(window);
    const startOthers = (handler: TimerHandler, timeout?: number, ...rest: unknown[]) =>
      timeout === delay ? 0 : start(handler, timeout, ...rest);
    Object.assign(window, { setTimeout: startOthers });
  };
  const readTransitions = (page: import('playwright-core').Page) => page.evaluate(() => (window as unknown as { turns: string[][] }).turns);

  test("[PROD-1] [AHEAD-3] the image moves from the card to the product's page and back", async () => {
    const { page } = await visit({ reducedMotion: 'no-preference' });
    await page.addInitScript(recordTransitions);
    await page.addInitScript(neverShowSkeleton, SKELETON_DELAY_MS);
    await goTo(page, `/category/${category.slug}`);
    // Hover until the data is prefetched.
    await Promise.all([
      page.waitForResponse('**/api/v1/product/single-product/**'),
      page.waitForResponse('**/api/v1/product/similar-products/**'),
      page.locator(nameLink(product.slug)).hover(),
    ]);
    await page.locator(nameLink(product.slug)).click();
    await page.waitForURL(`**/product/${product.slug}`);
    await expect.poll(async () => (await readTransitions(page))[0]).toContain(`::view-transition-group(image-${product._id})`);
    await expect.poll(() => page.locator('[style*="view-transition-name"]').count()).toBe(0);
    await page.goBack();
    await expect.poll(async () => (await readTransitions(page))[1]).toContain(`::view-transition-group(image-${product._id})`);
  });

  test('[PROD-1] [AHEAD-3] nothing is animated for people who prefer reduced motion', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await page.addInitScript(recordTransitions);
    await goTo(page, `/category/${category.slug}`);
    await page.locator(nameLink(product.slug)).click();
    await page.waitForURL(`**/product/${product.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(product.name);
    expect(await readTransitions(page)).toEqual([]);
  });
});
