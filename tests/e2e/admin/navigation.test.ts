/** The navigation of the admin area, and the list of users. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { register } from '../../../src/contract/auth.ts';
import { call, logInAdmin, makeRegistration, makeShopper, type Session } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { goTo, prepareVisits, waitForFonts } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { findRow, main } from './locators.ts';

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
    const menu = page.getByRole('navigation', { name: 'Admin Panel' });
    await menu.getByText('Admin Panel').waitFor();
    const links = await menu.getByRole('link').evaluateAll((all) => all.map((it) => it.getAttribute('href')));
    for (const name of ['create-category', 'create-product', 'products', 'users']) expect(links).toContain(`/dashboard/admin/${name}`);
    // One's own security is a page of the account, which has a menu of its own: it comes last.
    expect(links.filter((link) => !link?.startsWith('/dashboard/admin'))).toEqual(['/dashboard/user/security']);
    for (const link of links.filter((it) => it?.startsWith('/dashboard/admin'))) {
      await menu.locator(`a[href="${link}"]`).click();
      await page.waitForURL(`**${link}`);
      await expect.poll(() => menu.locator(`a[href="${link}"]`).getAttribute('aria-current')).toBe('page');
      await expect.poll(() => heading(page).count()).toBe(1);
      await expect.poll(() => main(page).getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
      await expect.poll(() => main(page).getByRole('button', { name: 'Try again' }).count()).toBe(0);
    }
    await menu.locator('a[href="/dashboard/user/security"]').click();
    await expect.poll(() => heading(page).textContent()).toBe('Security');
  });

  test('[ADM-9] the users page lists the accounts', { tags: ['full'] }, async () => {
    const shopper = await makeShopper(origin, 'Listed Shopper');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/users');
    await expect.poll(() => heading(page).textContent()).toContain('Users');
    await findRow(page, shopper.email).waitFor();
    await expect.poll(() => findRow(page, shopper.email).textContent()).toContain('Listed Shopper');
  });

  test('[TEXT-4] [A11Y-5] on a tablet no email is broken within a word; a dialog dims all of the page and moves nothing', async () => {
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
});
