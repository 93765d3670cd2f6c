/** Login, logout, several tabs, and the reset of a password. */
import { describe, expect, test } from 'vitest';
import { resetPassword } from '../../../src/contract/account-security.ts';
import { checkUser, login, register } from '../../../src/contract/auth.ts';
import { call, logInAdmin, makeRegistration, makeShopper, type RegisteredUser, sendRequest } from '../support/api-client.ts';
import { advanceClock, button, cartBadge, fillFields, getPath, heading, navbar, stopClock, submitLogin } from '../support/steps.ts';
import { findToast, goTo, prepareVisits, readLocalStorage, waitForHydration } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

describe('logging in', () => {
  test('[ACC-2] [ACC-4] [NAV-4] says successfully login!, keeps user and token, and goes home two seconds later', async () => {
    const { page } = await visit({ clock: true });
    const shopper = await makeShopper(origin, 'Grace Shopper');
    const postedRequests: unknown[] = [];
    page.on('request', (it) => it.method() === 'POST' && postedRequests.push([it.url(), it.postDataJSON()]));
    await goTo(page, '/login');
    await stopClock(page);
    await submitLogin(page, shopper);
    await findToast(page, 'successfully login!').waitFor();
    expect(postedRequests).toEqual([[`${origin}/api/v1/auth/login`, { email: shopper.email, password: shopper.password }]]);
    // The token by which the shop recognizes this browser is sent with its next login.
    const device = await readLocalStorage(page, 'device');
    expect(device).toMatch(/^[\w-]{43}$/);
    await advanceClock(page, 1900);
    expect(getPath(page)).toBe('/login');
    await page.clock.runFor(150);
    await page.waitForURL(`${origin}/`);
    await expect
      .poll(() => readLocalStorage(page, 'auth'))
      .toMatchObject({
        user: { name: 'Grace Shopper', email: shopper.email, address: shopper.user.address, role: 0 },
        token: expect.stringMatching(/^\S{20,}$/),
      });
    await navbar(page).getByRole('button', { name: 'Grace Shopper' }).click();
    await expect.poll(() => navbar(page).getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard/user');
    await expect.poll(() => navbar(page).getByRole('link', { name: 'Login' }).count()).toBe(0);
    await goTo(page, '/login');
    await submitLogin(page, shopper);
    const credentials = { email: shopper.email, password: shopper.password };
    await expect.poll(() => postedRequests.at(-1)).toEqual([`${origin}/api/v1/auth/login`, { ...credentials, device }]);
  });

  test('[NAV-4] [ACC-4] an admin is led to the admin area', { tags: ['full'] }, async () => {
    const session = await logInAdmin(origin);
    const { page } = await visit({ session });
    await goTo(page, '/');
    await navbar(page).getByRole('button', { name: session.user.name }).click();
    await navbar(page).getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/dashboard/admin');
    await page.getByText('Admin Panel').first().waitFor();
  });

  test('[ACC-2] any failure says invalid email or password, and keeps the entries', { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of (401|503)/, /console:.*(Error|busy)/);
    const { email } = await makeShopper(origin);
    await goTo(page, '/login');
    await submitLogin(page, { email, password: 'not the one' });
    await findToast(page, 'invalid email or password').waitFor();
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
    await expect.poll(() => readLocalStorage(page, 'auth')).toBeNull();
    await page.route('**/api/v1/auth/login', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    // A new page: on the old one the toast of the wrong password would still be shown.
    await goTo(page, '/login');
    await submitLogin(page, { email, password: 'not the one' });
    await findToast(page, 'invalid email or password').waitFor();
    await page.getByRole('alert').filter({ hasText: 'busy' }).waitFor();
    expect(getPath(page)).toBe('/login');
  });

  test('[ACC-2] both fields are required, and Forget Password leads to the reset', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const postedUrls: string[] = [];
    page.on('request', (it) => it.method() === 'POST' && postedUrls.push(it.url()));
    await goTo(page, '/login');
    await button(page, 'Login').click();
    await expect.poll(() => page.locator('main input:invalid').count()).toBe(2);
    expect(postedUrls).toEqual([]);
    await page.locator('main').getByText('Forget Password').click();
    await page.waitForURL('**/forget-password');
  });

  test('[ACC-2] returns to the page from which the login was opened', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const shopper = await makeShopper(origin);
    await goTo(page, '/searched/products?keyword=lamp');
    await navbar(page).getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/login');
    await submitLogin(page, shopper);
    await page.waitForURL('**/searched/products?keyword=lamp');
  });

  test('[ACC-6] every later request carries the token, with no prefix', { tags: ['full'] }, async () => {
    const session = await makeShopper(origin);
    const { page } = await visit({ session });
    const authorizationHeaders: (string | null)[] = [];
    page.on(
      'request',
      (it) => it.url().includes('/api/v1/') && void it.headerValue('authorization').then((value) => authorizationHeaders.push(value)),
    );
    await goTo(page, '/dashboard/user/orders');
    await page.getByText('No orders yet').waitFor();
    await page.getByRole('combobox', { name: 'Search products' }).fill('lamp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/**');
    await expect.poll(() => authorizationHeaders.length).toBeGreaterThanOrEqual(3);
    expect(new Set(authorizationHeaders)).toEqual(new Set([session.token]));
  });

  test('[ACC-6] the browser waits for a response that takes ten minutes', { tags: ['full'] }, async () => {
    const { page } = await visit({ session: await makeShopper(origin), clock: true });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v1/order/orders**', async (route) => {
      await released;
      await route.continue();
    });
    await goTo(page, '/dashboard/user/orders');
    await heading(page).filter({ hasText: 'Order Details' }).waitFor();
    await page.clock.fastForward('10:00');
    await expect.poll(() => page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(1);
    release();
    await page.getByText('No orders yet').waitFor();
  });
});

describe('logging out', () => {
  test('[ACC-5] logging out says so, clears the browser after two seconds, leads to the login, and ends the token on the server', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin, 'Alan Leaving');
    const { page } = await visit({ session, clock: true });
    await goTo(page, '/');
    await stopClock(page);
    await navbar(page).getByRole('button', { name: 'Alan Leaving' }).click();
    const requestPromise = page.waitForRequest('**/auth/logout');
    await navbar(page).getByRole('button', { name: 'Logout' }).click();
    expect(await (await requestPromise).headerValue('authorization')).toBe(session.token);
    await findToast(page, 'Successfully Logout').waitFor();
    await expect.poll(async () => (await sendRequest(origin, checkUser, { token: session.token })).status).toBe(401);
    await advanceClock(page, 1900);
    await expect.poll(() => readLocalStorage(page, 'auth')).not.toBeNull();
    await page.clock.runFor(150);
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
    await navbar(page).getByRole('link', { name: 'Register' }).waitFor();
  });
});

describe('a forgotten password', () => {
  test("[ACC-3] the right answer sets a new password, shows the server's message, and leads to the login", { tags: ['full'] }, async () => {
    const registration = makeRegistration();
    await call(origin, register, { body: registration });
    const otherLogin = await call(origin, login, { body: { email: registration.email, password: registration.password } });
    const { page } = await visit();
    await goTo(page, '/forget-password');
    const responsePromise = page.waitForResponse('**/auth/forget-password');
    await fillFields(page, { Email: registration.email, 'favorite sport': ' curling ', 'New password': 'a whole new one' });
    await button(page, 'Reset password').click();
    const response = await responsePromise;
    expect([response.request().method(), response.url(), response.request().postDataJSON()]).toEqual([
      'POST',
      `${origin}/api/v1/auth/forget-password`,
      { email: registration.email, answer: ' curling ', newPassword: 'a whole new one' },
    ]);
    const { message } = (await response.json()) as { message: string };
    await findToast(page, message).waitFor();
    await page.waitForURL('**/login');
    expect((await sendRequest(origin, login, { body: { email: registration.email, password: 'a whole new one' } })).status).toBe(200);
    expect((await sendRequest(origin, checkUser, { token: otherLogin.token })).status).toBe(401);
  });

  test('[ACCT-8] [ACCT-6] a shop that can email links offers one first; a used link says so and leads to a new one', {
    tags: ['full'],
  }, async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 404/);
    // This shop has no mail server, so this is the response of one that has.
    await page.route('**/auth/reset-options', (route) => route.fulfill({ json: { success: true, byLink: true, byQuestion: true } }));
    await page.route('**/auth/reset-link', (route) => route.fulfill({ json: { success: true, message: 'x' } }));
    await goTo(page, '/login');
    await page.locator('main').getByRole('link', { name: 'Forget Password' }).click();
    await page.waitForURL('**/forget-password');
    await button(page, 'Answer your security question instead').click();
    await page.getByLabel('favorite sport').waitFor();
    await button(page, 'Get a link by email instead').click();
    await fillFields(page, { Email: 'ada@example.com' });
    await button(page, 'Email me a link').click();
    await page.getByRole('status').filter({ hasText: 'If there is an account for ada@example.com' }).waitFor();
    const token = `00000000-0000-4000-8000-000000000000.zzzzzzzz.${'A'.repeat(43)}`;
    await goTo(page, `/reset-password#token=${token}`);
    await fillFields(page, { 'New password': 'a whole new one' });
    await button(page, 'Set password').click();
    await page.getByRole('alert').filter({ hasText: 'This link was used or has expired.' }).waitFor();
    await goTo(page, `/confirm-email#token=${token}`);
    await button(page, 'Confirm this address').click();
    await page.getByRole('alert').filter({ hasText: 'This link was used, has expired' }).waitFor();
  });

  test('[ACCT-14] [REAUTH-2] the Security page sets a new answer, and asks for the password if the login is some time ago', async () => {
    const session = await makeShopper(origin);
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 403/);
    let isOld = true;
    // The response to a login of some time ago.
    await page.route('**/account/answer', (route) => {
      if (!isOld || route.request().method() === 'GET') return route.continue();
      isOld = false;
      return route.fulfill({ status: 403, json: { success: false, code: 'reauthentication_required', message: 'x' } });
    });
    await goTo(page, '/dashboard/user/security');
    const panel = page.getByRole('region', { name: 'Security question' });
    await panel.getByLabel('favorite sport').fill('Curling');
    await panel.getByRole('button', { name: 'Save answer' }).click();
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
    await dialog.getByLabel('Current password').fill(session.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await findToast(page, 'Your answer is saved').waitFor();
    await expect.poll(() => panel.getByLabel('favorite sport').inputValue()).toBe('');
    const body = { email: session.email, answer: 'curling', newPassword: 'a whole new one' };
    expect((await sendRequest(origin, resetPassword, { body })).status).toBe(200);
  });

  test('[ACCT-6] [ACCT-12] [ACCT-13] after registering, the login asks to open the emailed link; the link ends the session and asks to log in', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin);
    const { page } = await visit();
    // This shop has no mail server, so this is the response of one that has.
    await page.route('**/auth/register', (route) =>
      route.fulfill({ json: { success: true, message: 'x', user: session.user, isConfirmationNeeded: true } }),
    );
    await page.route('**/auth/confirm-email', (route) => route.fulfill({ json: { success: true, message: 'x' } }));
    await goTo(page, '/register');
    const { name, email, password, phone, address, answer } = makeRegistration();
    await fillFields(page, { Name: name, Email: email, Phone: phone, Address: address, 'favorite sport': answer });
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Register').click();
    await page.waitForURL('**/login');
    await page.getByText('We emailed you a link. Open it').waitFor();

    const own = await visit({ session });
    await own.page.route('**/auth/confirm-email', (route) => route.fulfill({ json: { success: true, message: 'x' } }));
    await goTo(own.page, `/confirm-email#token=${session.user._id}.zzzzzzzz.${'A'.repeat(43)}`);
    await button(own.page, 'Confirm this address').click();
    await own.page.waitForURL('**/login');
    await findToast(own.page, 'Your email is confirmed').waitFor();
    await own.page.getByText('Your email is confirmed, and you were logged out').waitFor();
    await expect.poll(() => readLocalStorage(own.page, 'auth')).toBeNull();
  });

  test('[ACC-3] a wrong answer and an unknown e-mail say the same: email or password wrong', { tags: ['full'] }, async () => {
    const { email } = await makeShopper(origin);
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 4\d\d/);
    const responseBodies: (string | null)[] = [];
    for (const emailToTry of [email, 'nobody@example.com']) {
      // A new page each time: otherwise the toast of the previous one would still be shown.
      await goTo(page, '/forget-password');
      await fillFields(page, { Email: emailToTry, 'favorite sport': 'chess boxing', 'New password': 'a whole new one' });
      const responsePromise = page.waitForResponse('**/auth/forget-password');
      await button(page, 'Reset password').click();
      responseBodies.push(await (await responsePromise).text());
      await findToast(page, 'email or password wrong').waitFor();
      expect(getPath(page)).toBe('/forget-password');
      await expect.poll(() => page.getByLabel('favorite sport').inputValue()).toBe('chess boxing');
    }
    expect(responseBodies[0]).toBe(responseBodies[1]);
  });
});

describe('two tabs', () => {
  test('[CART-6] [NAV-4] [NAV-6] [KEEP-3] two tabs agree on the cart and on who is logged in', async () => {
    const shopper: RegisteredUser = await makeShopper(origin, 'Twice Here');
    const { page: firstTab, context } = await visit();
    await goTo(firstTab, '/');
    const secondTab = await context.newPage();
    await goTo(secondTab, '/about');
    await firstTab
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    await expect.poll(() => cartBadge(secondTab).textContent()).toBe('1');
    await goTo(secondTab, '/cart');
    await secondTab
      .getByRole('button', { name: /^Remove Item/ })
      .first()
      .click();
    await expect.poll(() => cartBadge(firstTab).textContent()).toBe('0');
    await goTo(firstTab, '/login');
    await submitLogin(firstTab, shopper);
    await navbar(secondTab).getByRole('button', { name: 'Twice Here' }).click();
    await navbar(secondTab).getByRole('button', { name: 'Logout' }).click();
    await secondTab.waitForURL('**/login');
    await navbar(firstTab).getByRole('link', { name: 'Login' }).waitFor();
    await waitForHydration(firstTab);
    await expect.poll(() => firstTab.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  });
});
