/** A failing network and broken responses: an error is shown, and the page recovers. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { takeFirst, takeTurn } from '../support/projects.ts';
import { makeShopper } from './support/api-client.ts';
import { heading, navbar } from './support/steps.ts';
import { goTo, prepareVisits } from './support/visitor.ts';
import { getWorkerOrigin } from './support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

type Respond = (route: Route) => Promise<void>;

/** The first interaction loads the scripts of the other pages. */
const arePagesPreloaded = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
    const preloads = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')];
    return preloads.length > 0 && preloads.every(({ href }) => loaded.has(href));
  });

describe('a failing connection', () => {
  const BROKEN_RESPONSES: Record<string, Respond> = {
    'no connection': (route) => route.abort('internetdisconnected'),
    'a 503': (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }),
    'a page instead of JSON': (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>proxy</title><p>Please log in to the hotel' }),
    'half an answer': (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"success":tr' }),
    'an empty answer': (route) => route.fulfill({ status: 200, body: '' }),
    'a 500 that is a page': (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>oops</h1>' }),
  };

  const retryButton = (page: Page) => page.getByRole('button', { name: 'Try again' }).first();
  const countSpinners = (page: Page) => page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).count();

  /** What a person does while every response is broken, and how it continues with the next valid one. */
  const STEPS: ((page: Page, respond: Respond) => Promise<void>)[] = [
    async function turnToNextPage(page, respond) {
      await goTo(page, '/');
      await page.route('**/api/v1/**', respond);
      await page.getByRole('navigation', { name: 'Pages of products' }).getByText('Next').click();
      await retryButton(page).waitFor();
      await expect.poll(() => page.locator('main article[data-product]').count()).toBe(8);
      await expect.poll(() => countSpinners(page)).toBe(0);
      await page.unroute('**/api/v1/**');
      await retryButton(page).click();
      await expect.poll(() => page.locator('[aria-current="page"]', { hasText: /^2$/ }).count()).toBe(1);
    },
    async function openProduct(page, respond) {
      await goTo(page, '/');
      await page.route('**/api/v1/**', respond);
      await page.locator('main article[data-product] h3 a').first().click();
      await retryButton(page).waitFor();
      await expect.poll(() => heading(page).count()).toBe(1);
      await expect.poll(() => countSpinners(page)).toBe(0);
      await page.unroute('**/api/v1/**');
      await retryButton(page).click();
      await page.getByRole('heading', { name: 'Similar Products' }).waitFor();
    },
    async function search(page, respond) {
      await goTo(page, '/about');
      await page.route('**/api/v1/**', respond);
      await page.getByRole('combobox', { name: 'Search products' }).fill('lamp');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /search didn't work/ }).waitFor();
      await expect.poll(() => page.getByRole('combobox', { name: 'Search products' }).inputValue()).toBe('lamp');
      await page.unroute('**/api/v1/**');
      await retryButton(page).click();
      await expect.poll(() => heading(page).textContent()).toMatch(/Results Found/);
    },
    async function openDashboard(page, respond) {
      await page.route('**/api/v1/order/**', respond);
      await goTo(page, '/dashboard/user/orders');
      await retryButton(page).waitFor();
      await expect.poll(() => countSpinners(page)).toBe(0);
      await page.unroute('**/api/v1/order/**');
      await retryButton(page).click();
      await page.getByText('No orders yet').waitFor();
    },
  ];

  // Two steps for each kind of response in turn; all four in a full run.
  test.each(
    takeFirst(
      Object.entries(BROKEN_RESPONSES).map(([what, respond], turn) => [what, respond, turn] as const),
      STEPS.length / 2,
    ),
  )(
    '[WAIT-2] %s: the next page of the list, a product, a search and a dashboard show an error, and Try again loads each',
    { tags: ['full'] },
    async (_what, respond, turn) => {
      const { page, expectBrowserErrors } = await visit({ session: await makeShopper(origin) });
      expectBrowserErrors(/Failed to load resource/, /console:/);
      for (const step of takeTurn(STEPS, turn, 2)) await step(page, respond);
    },
  );

  test('[HOME-3] a list that fails to load on the way home shows the error in view, with Try again', { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 503/, /console:/);
    await goTo(page, '/about');
    await page.route('**/api/v1/product/**', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await navbar(page).getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText("We couldn't load the products").waitFor();
    const readBottom = async () => {
      const box = await retryButton(page).boundingBox();
      return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
    };
    await expect.poll(readBottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    await page.unroute('**/api/v1/product/**');
    await retryButton(page).click();
    await expect.poll(() => page.locator('main article[data-product]').count()).toBe(8);
  });

  test('[OFFLINE-1] offline, a page that wasn’t opened before says so, and loads when the connection is back', async () => {
    const { page, context, expectBrowserErrors } = await visit();
    expectBrowserErrors(/Failed to load resource/, /console:/);
    await goTo(page, '/');
    await page.mouse.move(300, 300);
    await expect.poll(() => arePagesPreloaded(page)).toBe(true);
    await context.setOffline(true);
    await navbar(page).getByRole('button', { name: 'Category' }).click();
    await navbar(page).locator(':popover-open a[href^="/category/"]').first().click();
    await page.getByText("We couldn't reach the shop").waitFor();
    const offlineBanner = page.getByRole('status').filter({ hasText: "You're offline" });
    await offlineBanner.waitFor();
    await context.setOffline(false);
    // Without a click.
    await expect.poll(() => page.locator('main article[data-product]').count()).toBeGreaterThan(0);
    await expect.poll(() => offlineBanner.count()).toBe(0);
  });
});
