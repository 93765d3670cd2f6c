/** A shopper's own pages: dashboard, profile, orders. */
import { describe, expect, test } from 'vitest';
import { updateProfile } from '../../../src/contract/account.ts';
import { checkUser, login } from '../../../src/contract/auth.ts';
import { call, makeShopper, sendRequest } from '../support/api-client.ts';
import { button, fillFields, getPath, heading, navbar } from '../support/steps.ts';
import { findToast, goTo, NARROW, prepareVisits, readLocalStorage, WIDE } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

describe("the account's own pages", () => {
  test('[USER-1] [USER-3] the dashboard greets by name, and its menu leads to profile and orders', async () => {
    const { page } = await visit({ session: await makeShopper(origin, 'Mary Reader') });
    await goTo(page, '/dashboard/user');
    await expect.poll(() => heading(page).textContent()).toContain('Mary Reader');
    const menu = page.getByRole('navigation', { name: 'My account' });
    await menu.getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/dashboard/user/orders');
    await expect.poll(() => heading(page).textContent()).toBe('Order Details');
    await page.getByText('No orders yet').waitFor();
    await menu.getByRole('link', { name: 'Profile' }).click();
    await page.waitForURL('**/dashboard/user/profile');
    await expect.poll(() => heading(page).textContent()).toBe('My Profile');
  });

  test('[USER-1] on narrow screens the menu fades where it goes on, and the current page is in sight', { tags: ['full'] }, async () => {
    const { page } = await visit({ session: await makeShopper(origin), viewport: NARROW });
    await goTo(page, '/dashboard/user');
    const menu = page.getByRole('navigation', { name: 'My account' });
    const readFadeState = () =>
      menu.locator('ul').evaluate((it) => {
        const mask = getComputedStyle(it).maskImage;
        return { isFading: mask.includes('gradient'), isScrolled: it.scrollLeft > 0 };
      });
    await expect.poll(readFadeState).toEqual({ isFading: true, isScrolled: false });
    await goTo(page, '/dashboard/user/orders');
    await expect.poll(readFadeState).toEqual({ isFading: true, isScrolled: true });
    const isInSight = async () => {
      const box = await menu.getByRole('link', { name: 'Orders' }).boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= NARROW.width;
    };
    await expect.poll(isInSight).toBe(true);
    await page.setViewportSize(WIDE);
    await expect.poll(async () => (await readFadeState()).isFading).toBe(false);
  });

  test('[USER-2] the profile changes name, address and password, and says successfully update', async () => {
    const session = await makeShopper(origin, 'Old Name');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/user/profile');
    const email = page.getByLabel('Email', { exact: true });
    await expect.poll(() => email.isDisabled()).toBe(true);
    await expect.poll(() => email.inputValue()).toBe(session.email);
    const requestPromise = page.waitForRequest('**/auth/update-details');
    await fillFields(page, { Name: 'New Name', Address: '2 Other Street', Password: 'another horse 2' });
    await button(page, 'Update').click();
    const request = await requestPromise;
    expect([request.method(), await request.headerValue('authorization'), request.postDataJSON()]).toEqual([
      'PUT',
      session.token,
      { name: 'New Name', email: session.email, password: 'another horse 2', address: '2 Other Street', version: 1 },
    ]);
    await findToast(page, 'successfully update').waitFor();
    expect(getPath(page)).toBe('/dashboard/user/profile');
    await expect
      .poll(() => readLocalStorage(page, 'auth'))
      .toMatchObject({
        user: { name: 'New Name', address: '2 Other Street' },
        token: session.token,
      });
    await navbar(page).getByRole('button', { name: 'New Name' }).waitFor();
    expect((await sendRequest(origin, login, { body: { email: session.email, password: 'another horse 2' } })).status).toBe(200);
    await page.reload();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('New Name');
  });

  test('[USER-2] an empty password field keeps the password; a failure is shown and the entries stay', { tags: ['full'] }, async () => {
    const session = await makeShopper(origin);
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 503/, /console:.*(Error|busy)/);
    await goTo(page, '/dashboard/user/profile');
    await page.route('**/auth/update-details', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await fillFields(page, { Name: 'Typed Once' });
    await button(page, 'Update').click();
    await page.getByRole('alert').filter({ hasText: 'busy' }).waitFor();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed Once');
    await page.unroute('**/auth/update-details');
    await button(page, 'Update').click();
    await findToast(page, 'successfully update').waitFor();
    expect((await sendRequest(origin, login, { body: { email: session.email, password: session.password } })).status).toBe(200);
  });

  test('[ACCT-1] [ACCT-2] some time after the login, changing the password asks for the current one first; a common password is refused', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin);
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 40[03]/);
    await goTo(page, '/dashboard/user/profile');
    // The shop's clock can't be moved here, so the first response is that for a login of six minutes ago.
    const refusal = { status: 403, json: { success: false, code: 'reauthentication_required', message: 'x' } };
    await page.route('**/auth/update-details', (route) => route.fulfill(refusal), { times: 1 });
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('sunshine1');
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('new-password');
    await button(page, 'Update').click();
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    const present = dialog.getByLabel('Current password', { exact: true });
    await expect.poll(() => present.getAttribute('autocomplete')).toBe('current-password');
    await present.fill('not the one');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Incorrect password').waitFor();
    await present.fill(session.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('This password is on lists of leaked passwords.').waitFor();
    await field.fill('another horse 3');
    await button(page, 'Update').click();
    await findToast(page, 'successfully update').waitFor();
    expect((await sendRequest(origin, login, { body: { email: session.email, password: 'another horse 3' } })).status).toBe(200);
  });

  test('[ACCT-3] the Security page lists each login, and logs out all devices but this one', { tags: ['full'] }, async () => {
    const session = await makeShopper(origin);
    const elsewhere = [];
    for (let n = 0; n < 2; n += 1)
      elsewhere.push(await call(origin, login, { body: { email: session.email, password: session.password } }));
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/user');
    await page.getByRole('navigation', { name: 'My account' }).getByRole('link', { name: 'Security' }).click();
    const rows = page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    await rows.getByText('This device').waitFor();
    await rows.getByRole('button', { name: 'Log out' }).first().click();
    await expect.poll(() => rows.count()).toBe(2);
    await button(page, 'Log out everywhere else').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere else' }).click();
    await findToast(page, 'Logged out of 1 device').waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    for (const { token } of elsewhere) expect((await sendRequest(origin, checkUser, { token })).status).toBe(401);
    expect((await sendRequest(origin, checkUser, { token: session.token })).status).toBe(200);
  });

  test('[USER-4] [ACC-7] [VERSION-4] a phone number is corrected; a change made on another device is shown beside the entry', async () => {
    const session = await makeShopper(origin);
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 40[09]/);
    await goTo(page, '/dashboard/user/profile');
    await fillFields(page, { Phone: 'abc', Address: '3 Third Street' });
    await button(page, 'Update').click();
    await page.getByText('Enter a phone number, like +1 555 0100').waitFor();
    const elsewhere = { name: 'Renamed Elsewhere', address: '2 Other Street' };
    await call(origin, updateProfile, { token: session.token, body: elsewhere });
    await fillFields(page, { Phone: '+44 20 7946 0000' });
    await button(page, 'Update').click();
    await page.getByRole('radio', { name: 'There now 2 Other Street' }).check();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(elsewhere.name);
    await button(page, 'Update').click();
    await findToast(page, 'successfully update').waitFor();
    await expect.poll(() => readLocalStorage(page, 'auth')).toMatchObject({ user: { ...elsewhere, phone: '+44 20 7946 0000' } });
  });

  test('[USER-3] the demo shopper sees what was bought', { tags: ['full'] }, async () => {
    const { user, token } = await call(origin, login, { body: { email: 'shopper@example.com', password: 'demo-shopper-1' } });
    const { page } = await visit({ session: { user, token } });
    await goTo(page, '/dashboard/user/orders');
    await page
      .getByText(/Order #\d+/)
      .first()
      .waitFor();
    await expect.poll(() => page.locator('main article').first().textContent()).toMatch(/Paid|Cancelled|Expired/);
    await expect.poll(() => page.locator('main article img').count()).toBeGreaterThan(0);
  });
});
