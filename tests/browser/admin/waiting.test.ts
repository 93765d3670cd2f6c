/** Before the data is there, and when it doesn't come. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listUsers } from '../../../src/contract/account.ts';
import { listCategories } from '../../../src/contract/category.ts';
import { listOrders } from '../../../src/contract/order.ts';
import { listProducts } from '../../../src/contract/product.ts';
import { listEmails, readDashboardStats } from '../../../src/contract/report.ts';
import { ownOrigin } from '../own.ts';
import { heading } from '../steps.ts';
import { goTo, NARROW, prepareVisits, WIDE } from '../visitor.ts';
import { logIn, logInAdmin, type Session } from '../wire.ts';
import { dialog, main, rowOf } from './screen.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

let admin: Session;
let shopper: Session;

beforeAll(async () => {
  admin = await logInAdmin(origin);
  shopper = await logIn(origin, 'shopper@example.com', 'demo-shopper-1');
});

/** Each dashboard page that loads something, its row, and what it asks for. */
const PAGES = [
  ['ADM-1', '/dashboard/admin', readDashboardStats],
  ['ADM-9', '/dashboard/admin/users', listUsers],
  ['LETTER-6', '/dashboard/admin/mails', listEmails],
  ['ADM-7', '/dashboard/admin/products', listProducts],
  ['ADM-4', '/dashboard/admin/create-category', listCategories],
  ['ADM-6', '/dashboard/admin/create-product', listCategories],
  ['USER-1', '/dashboard/user', listOrders],
  ['USER-3', '/dashboard/user/orders', listOrders],
] as const;

const spinner = (page: Page) => main(page).getByRole('status').filter({ hasText: 'Loading' });
const whose = (path: string) => (path.startsWith('/dashboard/admin') ? admin : shopper);

/** The sum of what jumped since the page was opened. */
const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve((list.getEntries() as (PerformanceEntry & { value: number })[]).reduce((sum, it) => sum + it.value, 0)),
        ).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(0))));
      }),
  );

describe.each([
  ['wide', WIDE],
  ['narrow', NARROW],
] as const)('%s', (_what, viewport) => {
  test.each(PAGES)(
    '[WAIT-1] [%s] %s: the spinner and the shape of what comes, and nothing jumps when it is there',
    async (_row, path, endpoint) => {
      const { page } = await visit({ session: whose(path), viewport });
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route(`**${endpoint.path}*`, async (route) => {
        await held;
        await route.continue();
      });
      await goTo(page, path);
      await heading(page).waitFor();
      await spinner(page).waitFor();
      expect(await main(page).locator('.animate-pulse').count()).toBeGreaterThan(2);
      await page.evaluate(() => document.fonts.ready);
      const before = await shift(page);
      letGo();
      await expect.poll(() => spinner(page).count()).toBe(0);
      expect((await shift(page)) - before).toBeLessThanOrEqual(0.01);
    },
  );
});

test.each(PAGES)('[WAIT-2] [%s] %s: a failure says so in its place, and Try again mends it', async (_row, path, endpoint) => {
  const { page, expectComplaints } = await visit({ session: whose(path) });
  expectComplaints(/status of 503/, /console:/);
  const address = `**${endpoint.path}*`;
  await page.route(address, (route) => route.fulfill({ status: 503, json: { success: false, message: 'The shop is busy' } }));
  await goTo(page, path);
  await main(page).getByRole('alert').filter({ hasText: 'The shop is busy' }).waitFor();
  expect(await heading(page).count()).toBe(1);
  await page.unroute(address);
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => main(page).getByRole('alert').count()).toBe(0);
  await expect.poll(() => spinner(page).count()).toBe(0);
  expect(await main(page).getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('[ADM-3] [ADM-4] [A11Y-4] dialogs take the focus and give it back to the button they came from', async () => {
  const { page } = await visit({ session: admin });
  await goTo(page, '/dashboard/admin/create-category');
  for (const name of [/^EDIT/, /^DELETE/]) {
    const button = rowOf(page, 'Audio').getByRole('button', { name });
    await button.click();
    expect(await dialog(page).evaluate((it) => it.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
  }
});

test('[ADM-1] on narrow screens the menu fades where it goes on, and the current page is in sight', async () => {
  const { page } = await visit({ session: admin, viewport: NARROW });
  await goTo(page, '/dashboard/admin');
  const menu = page.getByRole('navigation', { name: 'Admin Panel' });
  const fades = () =>
    menu.locator('ul').evaluate((it) => {
      const mask = getComputedStyle(it).maskImage;
      return { isFading: mask.includes('gradient'), isScrolled: it.scrollLeft > 0 };
    });
  await expect.poll(fades).toEqual({ isFading: true, isScrolled: false });
  await goTo(page, '/dashboard/admin/settings');
  await expect.poll(fades).toEqual({ isFading: true, isScrolled: true });
  const box = await menu.getByRole('link', { name: 'Settings' }).boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= NARROW.width).toBe(true);
  await page.setViewportSize(WIDE);
  await expect.poll(async () => (await fades()).isFading).toBe(false);
});
