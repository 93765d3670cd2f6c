/** The gates before the pages that are not for everyone. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { checkAdmin, listUsers, logout } from '../../../src/contract/account.ts';
import { readDashboardStats } from '../../../src/contract/report.ts';
import { ADMIN } from '../../shop-process.ts';
import { ownOrigin } from '../own.ts';
import { bar, heading, logInBy, pass } from '../steps.ts';
import { goTo, prepareVisits, stored, toastOf } from '../visitor.ts';
import { ask, call, makeShopper } from '../wire.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

/** Time stands still from before the page is there: each second is the test's own. */
async function goToStill(page: Page, path: string): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
  await goTo(page, path);
}

describe('the gates', () => {
  const seconds = (page: Page, count: number) => page.getByText(`redirecting to you in ${count} seconds...`);

  test('[GATE-1] [GATE-2] a visitor is counted down from five to the login, and comes back after it', async () => {
    const { page } = await visit({ clock: true });
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('-auth') && asked.push(it.url()));
    const shopper = await makeShopper(origin);
    await goToStill(page, '/dashboard/user/orders');
    await seconds(page, 5).waitFor();
    for (const count of [4, 3, 2, 1]) {
      await page.clock.runFor(1000);
      await seconds(page, count).waitFor();
    }
    await pass(page, 900);
    expect(new URL(page.url()).pathname).toBe('/dashboard/user/orders');
    await page.clock.runFor(100);
    await page.waitForURL('**/login');
    expect(asked).toEqual([]);
    await logInBy(page, shopper);
    await toastOf(page, 'successfully login!').waitFor();
    await page.clock.runFor(2000);
    await page.waitForURL('**/dashboard/user/orders');
    await expect.poll(() => heading(page).textContent()).toBe('Order Details');
    expect(asked).toEqual([`${origin}/api/v1/auth/user-auth`]);
  });

  test('[GATE-1] [GATE-2] a shopper is counted down at the admin gate and led home', async () => {
    const { page, expectComplaints } = await visit({ session: await makeShopper(origin), clock: true });
    expectComplaints(/status of 403/);
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('-auth') && asked.push(it.url()));
    await goToStill(page, '/dashboard/admin/users');
    await seconds(page, 5).waitFor();
    expect(asked).toEqual([`${origin}/api/v1/auth/admin-auth`]);
    await pass(page, 4900);
    await seconds(page, 1).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/admin/users');
    await page.clock.runFor(100);
    await page.waitForURL(`${origin}/`);
  });

  test('[GATE-1] [GATE-2] the admin gate leads a visitor home, and the login from there back to the page that was asked for', async () => {
    const { page } = await visit({ clock: true });
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('-auth') && asked.push(it.url()));
    await goToStill(page, '/dashboard/admin/users');
    await seconds(page, 5).waitFor();
    await page.clock.runFor(5000);
    await page.waitForURL(`${origin}/`);
    expect(asked).toEqual([]);
    await bar(page).getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/login');
    await logInBy(page, ADMIN);
    await toastOf(page, 'successfully login!').waitFor();
    await page.clock.runFor(2000);
    await page.waitForURL('**/dashboard/admin/users');
    await expect.poll(() => heading(page).textContent()).toBe('Users');
  });

  test('[GATE-2] Go now does not wait for the countdown', async () => {
    const { page } = await visit({ clock: true });
    await goTo(page, '/dashboard/user/profile');
    await seconds(page, 5).waitFor();
    await page.getByRole('button', { name: 'Go now' }).click();
    await page.waitForURL('**/login');
  });

  test('[GATE-3] a role edited in local storage opens nothing', async () => {
    const session = await makeShopper(origin);
    const forged = { token: session.token, user: { ...session.user, role: 1 as const } };
    const { page, expectComplaints } = await visit({ session: forged });
    expectComplaints(/status of 403/);
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('/api/v1/') && asked.push(new URL(it.url()).pathname));
    for (const one of ['/dashboard/admin', '/dashboard/admin/users', '/dashboard/admin/products', '/dashboard/admin/create-product']) {
      await goTo(page, one);
      await page.getByText(/redirecting to you in/).waitFor();
      expect(await page.getByText('Admin Panel').count()).toBe(0);
    }
    expect(new Set(asked)).toEqual(new Set(['/api/v1/auth/admin-auth']));
    const refused = await ask(origin, checkAdmin, { token: session.token });
    expect([refused.status, refused.body]).toEqual([403, { ok: false }]);
    expect((await ask(origin, listUsers, { token: session.token })).status).toBe(403);
    expect((await ask(origin, readDashboardStats)).status).toBe(401);
  });

  test('[GATE-2] [ACC-4] a login that has run out makes a visitor again, who is told and can log in and go on', async () => {
    const session = await makeShopper(origin);
    await call(origin, logout, { token: session.token });
    const { page, expectComplaints } = await visit({ session, clock: true });
    expectComplaints(/status of 401/);
    await goTo(page, '/dashboard/user/profile');
    await page.getByText('Your login has ended, please log in again').first().waitFor();
    await page.getByText(/redirecting to you in/).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
    await bar(page).getByRole('link', { name: 'Login' }).waitFor();
    await page.clock.fastForward(5000);
    await page.waitForURL('**/login');
    await logInBy(page, session);
    await toastOf(page, 'successfully login!').waitFor();
    await page.clock.fastForward(2000);
    await page.waitForURL('**/dashboard/user/profile');
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(session.email);
  });

  test('[GATE-1] a check that fails is no refusal: Try again asks anew', async () => {
    const { page, expectComplaints } = await visit({ session: await makeShopper(origin) });
    expectComplaints(/status of 503/);
    await page.route('**/auth/user-auth', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await goTo(page, '/dashboard/user');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await stored(page, 'auth')).not.toBeNull();
    await page.unroute('**/auth/user-auth');
    await again.click();
    await expect.poll(() => heading(page).textContent()).toContain('Ada Shopper');
  });
});
