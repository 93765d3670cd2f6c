/** Pages that need a login or an admin: the countdown, the redirect, and the return after the login. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listUsers } from '../../../src/contract/account.ts';
import { checkAdmin, logout } from '../../../src/contract/auth.ts';
import { readDashboardStats } from '../../../src/contract/reports.ts';
import { ADMIN } from '../../support/shop-process.ts';
import { call, makeShopper, sendRequest } from '../support/api-client.ts';
import { advanceClock, heading, navbar, submitLogin } from '../support/steps.ts';
import { findToast, goTo, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

/** Stops the page's clock before the page loads, so that only the test moves it. */
async function goToWithPausedClock(page: Page, path: string): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
  await goTo(page, path);
}

describe('pages that need a login', () => {
  const countdownText = (page: Page, count: number) => page.getByText(`redirecting to you in ${count} seconds...`);

  test('[GATE-1] [GATE-2] a visitor who opens an account page sees a countdown from five to the login, and returns after logging in', async () => {
    const { page } = await visit({ clock: true });
    const requestedUrls: string[] = [];
    page.on('request', (it) => it.url().includes('-auth') && requestedUrls.push(it.url()));
    const shopper = await makeShopper(origin);
    await goToWithPausedClock(page, '/dashboard/user/orders');
    await countdownText(page, 5).waitFor();
    for (const count of [4, 3, 2, 1]) {
      await page.clock.runFor(1000);
      await countdownText(page, count).waitFor();
    }
    await advanceClock(page, 900);
    expect(new URL(page.url()).pathname).toBe('/dashboard/user/orders');
    await page.clock.runFor(100);
    await page.waitForURL('**/login');
    expect(requestedUrls).toEqual([]);
    await submitLogin(page, shopper);
    await findToast(page, 'successfully login!').waitFor();
    await page.clock.runFor(2000);
    await page.waitForURL('**/dashboard/user/orders');
    await expect.poll(() => heading(page).textContent()).toBe('Order Details');
    expect(requestedUrls).toEqual([`${origin}/api/v1/auth/user-auth`]);
  });

  test('[GATE-1] [GATE-2] a customer who opens an admin page sees a countdown and is redirected home', async () => {
    const { page, expectBrowserErrors } = await visit({ session: await makeShopper(origin), clock: true });
    expectBrowserErrors(/status of 403/);
    const requestedUrls: string[] = [];
    page.on('request', (it) => it.url().includes('-auth') && requestedUrls.push(it.url()));
    await goToWithPausedClock(page, '/dashboard/admin/users');
    await countdownText(page, 5).waitFor();
    expect(requestedUrls).toEqual([`${origin}/api/v1/auth/admin-auth`]);
    await advanceClock(page, 4900);
    await countdownText(page, 1).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/admin/users');
    await page.clock.runFor(100);
    // The other area is another document, which the router requests after a moment.
    await page.clock.resume();
    await page.waitForURL(`${origin}/`);
  });

  test('[GATE-1] [GATE-2] a visitor who opens an admin page is redirected home, and a login from there returns to that page', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ clock: true });
    const requestedUrls: string[] = [];
    page.on('request', (it) => it.url().includes('-auth') && requestedUrls.push(it.url()));
    await goToWithPausedClock(page, '/dashboard/admin/users');
    await countdownText(page, 5).waitFor();
    await page.clock.runFor(5000);
    // As above: the other area is another document.
    await page.clock.resume();
    await page.waitForURL(`${origin}/`);
    expect(requestedUrls).toEqual([]);
    await navbar(page).getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/login');
    await submitLogin(page, ADMIN);
    await findToast(page, 'successfully login!').waitFor();
    await page.clock.runFor(2000);
    await page.waitForURL('**/dashboard/admin/users');
    await expect.poll(() => heading(page).textContent()).toBe('Users');
  });

  test('[GATE-2] Go now does not wait for the countdown', { tags: ['full'] }, async () => {
    const { page } = await visit({ clock: true });
    await goTo(page, '/dashboard/user/profile');
    await countdownText(page, 5).waitFor();
    await page.getByRole('button', { name: 'Go now' }).click();
    await page.waitForURL('**/login');
  });

  test('[GATE-3] a role edited in local storage gives no access', { tags: ['full'] }, async () => {
    const session = await makeShopper(origin);
    const forgedSession = { token: session.token, user: { ...session.user, role: 1 as const } };
    const { page, expectBrowserErrors } = await visit({ session: forgedSession });
    expectBrowserErrors(/status of 403/);
    const requestedUrls: string[] = [];
    page.on('request', (it) => it.url().includes('/api/v1/') && requestedUrls.push(new URL(it.url()).pathname));
    for (const url of ['/dashboard/admin', '/dashboard/admin/users', '/dashboard/admin/products', '/dashboard/admin/create-product']) {
      await goTo(page, url);
      await page.getByText(/redirecting to you in/).waitFor();
      await expect.poll(() => page.getByText('Admin Panel').count()).toBe(0);
    }
    expect(new Set(requestedUrls)).toEqual(new Set(['/api/v1/auth/admin-auth']));
    const response = await sendRequest(origin, checkAdmin, { token: session.token });
    expect([response.status, response.body]).toEqual([403, { ok: false }]);
    expect((await sendRequest(origin, listUsers, { token: session.token })).status).toBe(403);
    expect((await sendRequest(origin, readDashboardStats)).status).toBe(401);
  });

  test('[GATE-2] [ACC-4] an expired session logs the customer out and says so; after logging in they can continue', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin);
    await call(origin, logout, { token: session.token });
    const { page, expectBrowserErrors } = await visit({ session, clock: true });
    expectBrowserErrors(/status of 401/);
    await goTo(page, '/dashboard/user/profile');
    await page.getByText('Your session has expired. Please log in again.').first().waitFor();
    await page.getByText(/redirecting to you in/).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
    await navbar(page).getByRole('link', { name: 'Login' }).waitFor();
    await page.clock.fastForward(5000);
    await page.waitForURL('**/login');
    await submitLogin(page, session);
    await findToast(page, 'successfully login!').waitFor();
    await page.clock.fastForward(2000);
    await page.waitForURL('**/dashboard/user/profile');
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(session.email);
  });

  test("[GATE-1] a failed check of the login doesn't redirect: Try again repeats it", { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit({ session: await makeShopper(origin) });
    expectBrowserErrors(/status of 503/);
    await page.route('**/auth/user-auth', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await goTo(page, '/dashboard/user');
    const retryButton = page.getByRole('button', { name: 'Try again' });
    await retryButton.waitFor();
    await expect.poll(() => readLocalStorage(page, 'auth')).not.toBeNull();
    await page.unroute('**/auth/user-auth');
    await retryButton.click();
    await expect.poll(() => heading(page).textContent()).toContain('Ada Shopper');
  });
});
