/** The menu of the admin area, its ways from and to the shop, and the list of users. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { register } from '../../../src/contract/auth.ts';
import { ADMIN } from '../../support/shop-process.ts';
import { call, logInAdmin, makeRegistration, makeShopper, type Session } from '../support/api-client.ts';
import { getPath, heading, navbar, submitLogin } from '../support/steps.ts';
import { goTo, prepareVisits, waitForFonts, waitForHydration } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { adminBar, adminMenu, dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

describe('the admin area', () => {
  test('[ADM-1] greets the admin by name, and its menu leads to categories, products and users', { tags: ['full'] }, async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin');
    await expect.poll(() => main(page).textContent()).toContain(session.user.name);
    const menu = adminMenu(page);
    await menu.getByText('Admin Panel').waitFor();
    const links = await menu.getByRole('link').evaluateAll((all) => all.map((it) => it.getAttribute('href')));
    for (const name of ['create-category', 'create-product', 'products', 'users']) expect(links).toContain(`/dashboard/admin/${name}`);
    for (const link of links) {
      await menu.locator(`a[href="${link}"]`).click();
      await page.waitForURL(`**${link}`);
      await expect.poll(() => menu.locator(`a[href="${link}"]`).getAttribute('aria-current')).toBe('page');
      await expect.poll(() => heading(page).count()).toBe(1);
      await expect.poll(() => main(page).getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
      await expect.poll(() => main(page).getByRole('button', { name: 'Try again' }).count()).toBe(0);
    }
  });

  test('[ADM-9] the users page lists the accounts', { tags: ['full'] }, async () => {
    const shopper = await makeShopper(origin, 'Listed Shopper');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/users');
    await expect.poll(() => heading(page).textContent()).toContain('Users');
    await findRow(page, shopper.email).waitFor();
    await expect.poll(() => findRow(page, shopper.email).textContent()).toContain('Listed Shopper');
  });

  test('[TEXT-4] [A11Y-5] on a tablet no email is broken within a word; a dialog dims the whole page and shifts nothing', async () => {
    // A long name leaves the column of emails little room, and a hyphen is where browsers break words.
    const hyphenated = {
      ...makeRegistration(`Ada ${'Wolfeschlegelsteinhausen'.repeat(3)}`),
      email: `ann-${randomUUID().slice(0, 12)}@example.com`,
    };
    await call(origin, register, { body: hyphenated });
    const { page } = await visit({ session, viewport: { width: 768, height: 1024 } });
    await goTo(page, '/dashboard/admin/users');
    await findRow(page, hyphenated.email).waitFor();
    // Addresses of usual length: on the shops of these tests others are registered with what no column holds.
    const cells = main(page)
      .locator('[data-head="Email"]')
      .filter({ hasText: /^.{1,32}$/ });
    await cells.first().waitFor();
    /** Of each piece between the places where an email may be broken, in how many lines it is. */
    const countLines = () =>
      cells.evaluateAll((all) =>
        all.flatMap((cell) => {
          const lines: number[] = [];
          const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const range = document.createRange();
            range.selectNodeContents(node);
            lines.push(range.getClientRects().length);
          }
          return lines;
        }),
      );
    await expect.poll(async () => Math.max(...(await countLines()))).toBe(1);
    await goTo(page, '/dashboard/admin/create-category');
    const edit = main(page).getByRole('button', { name: /^EDIT/ }).first();
    await edit.waitFor();
    const measure = () =>
      page.evaluate(() => {
        const { scrollbarGutter, overflowY } = getComputedStyle(document.documentElement);
        return { scrollbarGutter, overflowY, left: document.querySelector('h1')?.getBoundingClientRect().left };
      });
    await waitForFonts(page);
    const before = await measure();
    await edit.click();
    await expect.poll(measure).toEqual({ ...before, overflowY: 'hidden', scrollbarGutter: 'auto' });
  });

  test('[ADM-1] [ACC-2] logging in leads back to the page of the admin area that was asked for', { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 401/, /log in/i);
    const path = '/dashboard/admin/orders?status=to_ship#earlier';
    await goTo(page, path);
    await main(page).getByRole('button', { name: 'Go now' }).click();
    // The shop is another document, which takes the place of this one a moment later.
    await page.waitForFunction(() => performance.getEntriesByType('navigation').some(({ name }) => new URL(name).pathname === '/'));
    await waitForHydration(page);
    await navbar(page).getByRole('link', { name: 'Login' }).click();
    await submitLogin(page, ADMIN);
    await page.waitForURL(`**${path}`);
    await expect.poll(() => heading(page).textContent()).toBe('Orders');
  });

  test('[ADM-1] [FORM-3] a link to the shop loads a new document, after asking about unsaved changes; so does the way back', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-product');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Half done');
    const markDocument = () => page.evaluate(() => Object.assign(window, { isMarked: true }).isMarked);
    const isSameDocument = () => page.evaluate(() => 'isMarked' in window);
    await markDocument();
    const viewShop = adminBar(page).getByRole('link', { name: 'View shop' });
    await viewShop.click();
    const question = dialog(page).filter({ hasText: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => name.inputValue()).toBe('Half done');
    expect(await isSameDocument()).toBe(true);
    await viewShop.click();
    // A question of the browser's own, after this one, would fail the test.
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(isSameDocument).toBe(false);
    await waitForHydration(page);
    await markDocument();
    await page.goBack();
    await page.waitForURL('**/dashboard/admin/create-product');
    await expect.poll(isSameDocument).toBe(false);
    await name.waitFor();
  });

  test('[SPEED-2] neither area has the table of the other’s pages, and a page that neither has is not found', async () => {
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 404/);
    const listPaths = () =>
      page.evaluate(() => {
        const { __reactRouterManifest: manifest } = window as unknown as {
          __reactRouterManifest: { routes: Record<string, { path?: string }> };
        };
        return Object.values(manifest.routes).flatMap(({ path }) => path || []);
      });
    await goTo(page, '/');
    const shopPaths = await listPaths();
    expect(shopPaths).toEqual(expect.arrayContaining(['product/:slug', 'cart', 'dashboard/user/orders/:id', '*']));
    expect(shopPaths.filter((it) => it.startsWith('dashboard/admin'))).toEqual([]);
    await goTo(page, '/dashboard/admin');
    const adminPaths = await listPaths();
    expect(adminPaths).toEqual(expect.arrayContaining(['dashboard/admin', 'dashboard/admin/orders/:id', '*']));
    expect(adminPaths.filter((it) => !/^(dashboard\/admin.*|\*)$/.test(it))).toEqual([]);
    await page.evaluate(() => {
      const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: { navigate: (to: string) => unknown } };
      void router.navigate('/dashboard/admin/nowhere');
    });
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    expect(getPath(page)).toBe('/dashboard/admin/nowhere');
  });
});
