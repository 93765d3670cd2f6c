/** Dashboard pages while their data loads, and when it fails to load. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { listCustomers } from '../../../src/contract/customer.ts';
import { listDiscountCodes } from '../../../src/contract/discount-code.ts';
import { listEmails } from '../../../src/contract/email.ts';
import { listOrders } from '../../../src/contract/order.ts';
import { readShippingSettings } from '../../../src/contract/pricing-settings.ts';
import { listProductTable } from '../../../src/contract/product-table.ts';
import { readDashboardStats } from '../../../src/contract/reports.ts';
import { listTeam } from '../../../src/contract/team.ts';
import { isFullRun, takeFirst } from '../../support/projects.ts';
import { logIn, logInAdmin, type Session } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { goTo, NARROW, prepareVisits, WIDE } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let admin: Session;
let shopper: Session;

beforeAll(async () => {
  admin = await logInAdmin(origin);
  shopper = await logIn(origin, 'shopper@example.com', 'demo-shopper-1');
});

/** Row, path and API endpoint of each dashboard page that loads data. */
const DASHBOARD_PAGES = [
  ['ADM-1', '/dashboard/admin', readDashboardStats],
  ['ADM-9', '/dashboard/admin/users', listCustomers],
  ['LETTER-6', '/dashboard/admin/emails', listEmails],
  ['CODE-4', '/dashboard/admin/codes', listDiscountCodes],
  ['SHIP-1', '/dashboard/admin/shipping', readShippingSettings],
  ['ADM-7', '/dashboard/admin/products', listProductTable],
  ['ADM-4', '/dashboard/admin/create-category', listCategories],
  ['ADM-6', '/dashboard/admin/create-product', listCategories],
  ['SETTINGS-6', '/dashboard/admin/settings/security', listTeam],
  ['USER-1', '/dashboard/user', listOrders],
  ['USER-3', '/dashboard/user/orders', listOrders],
] as const;

const spinner = (page: Page) => main(page).getByRole('status').filter({ hasText: 'Loading' });
const sessionFor = (path: string) => (path.startsWith('/dashboard/admin') ? admin : shopper);

/** Cumulative layout shift since the page was opened. */
const measureLayoutShift = (page: Page) =>
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
  // Each page in both widths in a full run, otherwise by turns.
  const pages = DASHBOARD_PAGES.filter((_page, index) => isFullRun || (index % 2 === 0) === (viewport === WIDE));
  test.each(takeFirst(pages))(
    '[WAIT-1] [%s] %s: the spinner and the shape of what comes, and nothing jumps when it is there',
    async (_row, path, endpoint) => {
      const { page } = await visit({ session: sessionFor(path), viewport });
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route(`**${endpoint.path}*`, async (route) => {
        await released;
        await route.continue();
      });
      await goTo(page, path);
      await heading(page).waitFor();
      await spinner(page).waitFor();
      await expect.poll(() => main(page).locator('.animate-pulse').count()).toBeGreaterThan(2);
      await page.evaluate(() => document.fonts.ready);
      const shiftBefore = await measureLayoutShift(page);
      release();
      await expect.poll(() => spinner(page).count()).toBe(0);
      expect((await measureLayoutShift(page)) - shiftBefore).toBeLessThanOrEqual(0.01);
    },
  );
});

test.each(takeFirst(DASHBOARD_PAGES))(
  '[WAIT-2] [%s] %s: a failure says so in its place, and Try again mends it',
  async (_row, path, endpoint) => {
    const { page, expectBrowserErrors } = await visit({ session: sessionFor(path) });
    expectBrowserErrors(/status of 503/, /console:/);
    const urlPattern = `**${endpoint.path}*`;
    await page.route(urlPattern, (route) => route.fulfill({ status: 503, json: { success: false, message: 'The shop is busy' } }));
    await goTo(page, path);
    await main(page).getByRole('alert').filter({ hasText: 'The shop is busy' }).waitFor();
    await expect.poll(() => heading(page).count()).toBe(1);
    await page.unroute(urlPattern);
    await main(page).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => main(page).getByRole('alert').count()).toBe(0);
    await expect.poll(() => spinner(page).count()).toBe(0);
    await expect.poll(() => main(page).getByRole('button', { name: 'Try again' }).count()).toBe(0);
  },
);

test('[ADM-3] [ADM-4] [A11Y-4] dialogs take the focus and give it back to the button they came from', async () => {
  const { page } = await visit({ session: admin });
  await goTo(page, '/dashboard/admin/create-category');
  for (const name of [/^EDIT/, /^DELETE/]) {
    const button = findRow(page, 'Audio').getByRole('button', { name });
    await button.click();
    await expect.poll(() => dialog(page).evaluate((it) => it.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true);
  }
});
