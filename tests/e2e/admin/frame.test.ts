/** The frame of the admin area: its bar, its menu by role, and on phones the bar at the bottom with the drawer. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readWaiting } from '../../../src/contract/email.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../src/contract/settings.ts';
import { updateShopDetails } from '../../../src/contract/shop-details.ts';
import { acceptInvitation, inviteToTeam } from '../../../src/contract/team.ts';
import { takeFirst } from '../../support/projects.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logIn, logInAdmin, type Session } from '../support/api-client.ts';
import { heading, navbar } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { adminBar, adminMenu, dialog, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const readMenu = (page: Page) => adminMenu(page).getByRole('listitem').locator('> a, > span').allInnerTexts();
const isFocused = (page: Page, name: string) => page.evaluate((it) => document.activeElement?.textContent?.trim() === it, name);

async function inviteMember(role: 'staff' | 'read-only'): Promise<Session> {
  const email = `${randomUUID()}@example.com`;
  const { link } = await call(origin, inviteToTeam, { token: session.token, body: { email, role } });
  await call(origin, acceptInvitation, { body: { token: link?.split('#')[1] ?? '', name: 'Mia Member', password: 'correct horse 1' } });
  return logIn(origin, email, 'correct horse 1');
}

describe('the frame', () => {
  test('[AREA-1] the admin area has neither bar nor footer of the shop; its own bar leads home, to the shop and to one’s own account', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/redirects');
    await adminMenu(page).waitFor();
    for (const shopPart of [
      navbar(page),
      page.getByRole('contentinfo'),
      page.getByTestId('cart-count'),
      page.getByRole('searchbox', { name: 'Search products' }),
    ])
      await expect.poll(() => shopPart.count()).toBe(0);
    await expect.poll(() => page.getByRole('main').count()).toBe(1);
    await adminBar(page).getByRole('link', { name: 'eCommerce App' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Home');

    await adminBar(page).getByRole('button', { name: session.user.name }).click();
    const account = page.getByRole('group', { name: 'Account' });
    await account.getByText(session.user.email).waitFor();
    expect(await findA11yViolations(page)).toEqual([]);
    await account.getByRole('button', { name: 'Dark theme' }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
    await account.getByRole('link', { name: 'Security' }).click();
    await page.waitForURL('**/dashboard/user/security');
    await expect.poll(() => heading(page).textContent()).toBe('Security');
    await navbar(page).getByRole('button', { name: session.user.name }).click();
    await navbar(page).getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/dashboard/admin');
    await adminBar(page).getByRole('link', { name: 'View shop' }).click();
    await page.waitForURL(`${origin}/`);
    await navbar(page).waitFor();
  });

  test('[AREA-1] [ACC-5] logging out in the bar leads to the login', { tags: ['full'] }, async () => {
    const { page } = await visit({ session: await logInAdmin(origin) });
    await goTo(page, '/dashboard/admin');
    await adminBar(page).getByRole('button', { name: session.user.name }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await findToast(page, 'Successfully Logout').waitFor();
    await page.waitForURL('**/login');
  });

  test('[AREA-1] [TELL-3] the bar of each page says what waits, and leads there', async () => {
    const { waiting } = await call(origin, readWaiting, { token: session.token });
    expect(waiting.toShip).toBeGreaterThan(1);
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/codes');
    const kinds = Object.values(waiting).filter((it) => typeof it === 'number' && it > 0).length;
    await adminBar(page)
      .getByRole('button', { name: `To do: ${kinds}` })
      .click();
    const tasks = page.getByRole('group', { name: 'To do' });
    await expect.poll(() => tasks.getByRole('link').count()).toBe(kinds);
    await tasks.getByRole('link', { name: `${waiting.toShip} orders to ship` }).click();
    await page.waitForURL('**/orders?status=to_ship');
    await expect.poll(() => tasks.isVisible()).toBe(false);
  });

  test.each(takeFirst(['W'.repeat(60), 'Wood and wool for the long winters of the north by Anna Berg']))(
    '[AREA-1] a shop called %s keeps the bar as high as it is, at any width',
    async (name) => {
      const { logo: _logo, ...details } = DEFAULT_SHOP_DETAILS;
      const rename = (to: string) => call(origin, updateShopDetails, { token: session.token, body: { ...details, name: to } });
      await rename(name);
      onTestFinished(async () => {
        await rename(details.name);
      });
      const { page } = await visit({ session });
      await goTo(page, '/dashboard/admin/redirects');
      const brand = adminBar(page).getByRole('link', { name });
      for (const width of [320, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const isInside = async () => {
          const [bar, link] = await Promise.all([adminBar(page).boundingBox(), brand.locator('bdi').boundingBox()]);
          return bar?.height === 56 && (link?.height ?? 99) <= 56;
        };
        await expect.poll(isInside, { message: String(width) }).toBe(true);
        await expect.poll(() => hasNoHorizontalScroll(page), { message: String(width) }).toBe(true);
      }
    },
  );

  test('[AREA-4] the menu is in groups, and leaves out what a role may not open', async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin');
    await adminMenu(page).getByRole('link', { name: 'Settings' }).waitFor();
    const groups = adminMenu(page).locator('> ul > li');
    await expect
      .poll(() => groups.locator('> a, > span').evaluateAll((all) => all.map((it) => it.firstElementChild?.nextSibling?.textContent)))
      .toEqual(['Home', 'Orders', 'Products', 'Customers', 'Discounts', 'Content', 'Settings']);
    await expect.poll(() => readMenu(page)).toEqual(expect.arrayContaining(['Create Product', 'Imports']));
    const settingsMenu = (of: Page) => of.getByRole('navigation', { name: 'Settings' });
    const ownersPages = ['Payments', 'Activity log', 'API keys'];
    await goTo(page, '/dashboard/admin/settings');
    for (const name of ownersPages) await settingsMenu(page).getByRole('link', { name }).waitFor();

    const member = await visit({ session: await inviteMember('staff') });
    await goTo(member.page, '/dashboard/admin/settings');
    await settingsMenu(member.page).getByRole('link', { name: 'Checkout' }).waitFor();
    for (const name of ownersPages) await expect.poll(() => settingsMenu(member.page).getByRole('link', { name }).count()).toBe(0);
    expect(await readMenu(member.page)).toContain('Create Product');

    const reader = await visit({ session: await inviteMember('read-only') });
    await goTo(reader.page, '/dashboard/admin');
    await expect.poll(() => readMenu(reader.page)).not.toContain('Create Product');
    expect(await readMenu(reader.page)).toContain('Imports');
  });

  test('[AREA-6] an address that is no page, and a page that fails, stand in the frame, whose menu leads on', async () => {
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 404/, /404/);
    expect((await fetch(`${origin}/dashboard/admin/nowhere`)).status).toBe(404);
    await goTo(page, '/dashboard/admin/nowhere');
    await main(page).getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await expect.poll(() => page.title()).toContain('Page Not Found');
    await main(page).getByRole('link', { name: 'Go to Home' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Home');
    await page.goBack();
    await main(page).getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await adminMenu(page).getByRole('link', { name: 'Orders' }).click();
    await expect.poll(() => heading(page).textContent()).toBe('Orders');
  });
});

describe('on a phone', () => {
  test('[AREA-5] how many orders wait is in one line beside the icon, also from ten on', async () => {
    const { page } = await visit({ session, viewport: NARROW });
    await page.route(`**${readWaiting.path}`, async (route) => {
      const response = await route.fetch();
      const reply = await response.json();
      await route.fulfill({ response, json: { ...reply, waiting: { ...reply.waiting, toShip: 99, onHold: 9 } } });
    });
    await goTo(page, '/dashboard/admin');
    const count = bottomBar(page).getByText('99+').locator('..');
    await expect.poll(async () => (await count.boundingBox())?.height ?? 99).toBeLessThan(26);
  });

  test('[AREA-5] a bar at the bottom leads to four pages and opens the whole menu; by keyboard alone, and the focus returns', {
    tags: ['full'],
  }, async () => {
    const { waiting } = await call(origin, readWaiting, { token: session.token });
    const { page } = await visit({ session, viewport: NARROW });
    await goTo(page, '/dashboard/admin');
    await bottomBar(page)
      .getByText(`${waiting.toShip + waiting.onHold + waiting.requests + waiting.disputes} to do`)
      .waitFor({ state: 'attached' });
    await expect.poll(() => adminMenu(page).count()).toBe(0);
    for (const name of ['Orders', 'Products', 'Customers', 'Home']) {
      await bottomBar(page).getByRole('link', { name }).click();
      await expect.poll(() => bottomBar(page).locator('[aria-current="page"]').innerText()).toContain(name);
      await expect.poll(() => heading(page).count()).toBe(1);
    }
    const sizes = await bottomBar(page)
      .getByRole('link')
      .or(bottomBar(page).getByRole('button'))
      .or(adminBar(page).getByRole('button'))
      .evaluateAll((all) => all.map((it) => Math.min(it.getBoundingClientRect().width, it.getBoundingClientRect().height)));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);

    const menuButton = bottomBar(page).getByRole('button', { name: 'Menu' });
    await menuButton.focus();
    await page.keyboard.press('Enter');
    const drawer = dialog(page).filter({ hasText: 'Admin Panel' });
    await expect.poll(() => isFocused(page, 'Home')).toBe(true);
    expect(await findA11yViolations(page)).toEqual([]);
    // The focus stays inside: before the first element comes the browser's own bar, or the last one.
    const links = await drawer.getByRole('link').count();
    for (let n = 0; n < links + 3; n += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => drawer.count()).toBe(0);
    await expect.poll(() => menuButton.evaluate((it) => it === document.activeElement)).toBe(true);

    await page.keyboard.press('Enter');
    await drawer.getByRole('link', { name: 'Redirects' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page).textContent()).toBe('Redirects');
    await expect.poll(() => drawer.count()).toBe(0);
    await expect.poll(() => heading(page).evaluate((it) => it === document.activeElement)).toBe(true);

    // Turned or made wider, the window shows the column.
    await menuButton.click();
    await drawer.waitFor();
    await page.setViewportSize({ width: 1100, height: 800 });
    await expect.poll(() => drawer.count()).toBe(0);
    await adminMenu(page).waitFor();
    await expect.poll(() => bottomBar(page).isVisible()).toBe(false);
  });

  test('[AREA-5] the bar at the bottom hides neither the end of a page nor what sticks above it', async () => {
    const { page } = await visit({ session, viewport: NARROW });
    await goTo(page, '/dashboard/admin/orders');
    await main(page).getByRole('checkbox').first().check({ force: true });
    const bar = main(page).getByRole('region').filter({ hasText: 'selected' });
    await bar.waitFor();
    const overlap = async () => {
      const [above, below] = await Promise.all([bar.boundingBox(), bottomBar(page).boundingBox()]);
      return (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0);
    };
    await expect.poll(overlap).toBeLessThanOrEqual(0);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(overlap).toBeLessThanOrEqual(0);
    const isEndInSight = () =>
      page.evaluate(() => {
        const last = [...document.querySelectorAll('main a, main button')].filter((it) => it.checkVisibility()).at(-1);
        const bottom = document.querySelector('nav[aria-label="Main menu"]')?.getBoundingClientRect().top ?? 0;
        return (last?.getBoundingClientRect().bottom ?? 0) <= bottom;
      });
    await expect.poll(isEndInSight).toBe(true);
    for (const width of [320, 390, 768, 899]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => hasNoHorizontalScroll(page), { message: String(width) }).toBe(true);
    }
  });
});
