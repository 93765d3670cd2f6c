/** Somebody logs in and out, in one tab or two, and forgets a password. */
import { describe, expect, test } from 'vitest';
import { checkUser, login, register } from '../../../src/contract/account.ts';
import { ownOrigin } from '../own.ts';
import { badge, bar, button, fill, heading, logInBy, pass, path, stopClock } from '../steps.ts';
import { goTo, hydrated, prepareVisits, stored, toastOf } from '../visitor.ts';
import { ask, call, logInAdmin, makeDetails, makeShopper, type Person } from '../wire.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

describe('logging in', () => {
  test('[ACC-2] [ACC-4] [NAV-4] says successfully login!, keeps user and token, and goes home two seconds later', async () => {
    const { page } = await visit({ clock: true });
    const shopper = await makeShopper(origin, 'Grace Shopper');
    const sent: unknown[] = [];
    page.on('request', (it) => it.method() === 'POST' && sent.push([it.url(), it.postDataJSON()]));
    await goTo(page, '/login');
    await stopClock(page);
    await logInBy(page, shopper);
    await toastOf(page, 'successfully login!').waitFor();
    expect(sent).toEqual([[`${origin}/api/v1/auth/login`, { email: shopper.email, password: shopper.password }]]);
    await pass(page, 1900);
    expect(path(page)).toBe('/login');
    await page.clock.runFor(150);
    await page.waitForURL(`${origin}/`);
    expect(await stored(page, 'auth')).toMatchObject({
      user: { name: 'Grace Shopper', email: shopper.email, address: shopper.user.address, role: 0 },
      token: expect.stringMatching(/^\S{20,}$/),
    });
    await bar(page).getByRole('button', { name: 'Grace Shopper' }).click();
    expect(await bar(page).getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard/user');
    expect(await bar(page).getByRole('link', { name: 'Login' }).count()).toBe(0);
  });

  test('[NAV-4] [ACC-4] an admin is led to the admin area', async () => {
    const session = await logInAdmin(origin);
    const { page } = await visit({ session });
    await goTo(page, '/');
    await bar(page).getByRole('button', { name: session.user.name }).click();
    await bar(page).getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/dashboard/admin');
    await page.getByText('Admin Panel').first().waitFor();
  });

  test('[ACC-2] any failure says invalid email or password, and what was typed stays', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of (401|503)/, /console:.*(Error|busy)/);
    const { email } = await makeShopper(origin);
    await goTo(page, '/login');
    await logInBy(page, { email, password: 'not the one' });
    await toastOf(page, 'invalid email or password').waitFor();
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
    expect(await stored(page, 'auth')).toBeNull();
    await page.route('**/api/v1/auth/login', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    // Anew: the toast of the wrong password would answer for this one.
    await goTo(page, '/login');
    await logInBy(page, { email, password: 'not the one' });
    await toastOf(page, 'invalid email or password').waitFor();
    await page.getByRole('alert').filter({ hasText: 'busy' }).waitFor();
    expect(path(page)).toBe('/login');
  });

  test('[ACC-2] both fields are asked for, and Forget Password leads to the reset', async () => {
    const { page } = await visit();
    const sent: string[] = [];
    page.on('request', (it) => it.method() === 'POST' && sent.push(it.url()));
    await goTo(page, '/login');
    await button(page, 'Login').click();
    expect(await page.locator('main input:invalid').count()).toBe(2);
    expect(sent).toEqual([]);
    await page.locator('main').getByText('Forget Password').click();
    await page.waitForURL('**/forget-password');
  });

  test('[ACC-2] comes back to the page from which the login was opened', async () => {
    const { page } = await visit();
    const shopper = await makeShopper(origin);
    await goTo(page, '/searched/products?keyword=lamp');
    await bar(page).getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/login');
    await logInBy(page, shopper);
    await page.waitForURL('**/searched/products?keyword=lamp');
  });

  test('[ACC-6] every later request carries the token, with no prefix', async () => {
    const session = await makeShopper(origin);
    const { page } = await visit({ session });
    const carried: (string | null)[] = [];
    page.on('request', (it) => it.url().includes('/api/v1/') && void it.headerValue('authorization').then((value) => carried.push(value)));
    await goTo(page, '/dashboard/user/orders');
    await page.getByText('No orders yet').waitFor();
    await page.getByRole('combobox', { name: 'Search products' }).fill('lamp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/**');
    await expect.poll(() => carried.length).toBeGreaterThanOrEqual(3);
    expect(new Set(carried)).toEqual(new Set([session.token]));
  });

  test('[ACC-6] an answer may take ten minutes: the browser waits', async () => {
    const { page } = await visit({ session: await makeShopper(origin), clock: true });
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/v1/order/orders**', async (route) => {
      await held;
      await route.continue();
    });
    await goTo(page, '/dashboard/user/orders');
    await heading(page).filter({ hasText: 'Order Details' }).waitFor();
    await page.clock.fastForward('10:00');
    expect(await page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(1);
    letGo();
    await page.getByText('No orders yet').waitFor();
  });
});

describe('logging out', () => {
  test('[ACC-5] says so, clears after two seconds, goes to the login, and the server forgets the token', async () => {
    const session = await makeShopper(origin, 'Alan Leaving');
    const { page } = await visit({ session, clock: true });
    await goTo(page, '/');
    await stopClock(page);
    await bar(page).getByRole('button', { name: 'Alan Leaving' }).click();
    const told = page.waitForRequest('**/auth/logout');
    await bar(page).getByRole('button', { name: 'Logout' }).click();
    expect(await (await told).headerValue('authorization')).toBe(session.token);
    await toastOf(page, 'Successfully Logout').waitFor();
    await expect.poll(async () => (await ask(origin, checkUser, { token: session.token })).status).toBe(401);
    await pass(page, 1900);
    expect(await stored(page, 'auth')).not.toBeNull();
    await page.clock.runFor(150);
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
    await bar(page).getByRole('link', { name: 'Register' }).waitFor();
  });
});

describe('a forgotten password', () => {
  test('[ACC-3] the right answer sets a new one, says what the server says, and goes to the login', async () => {
    const details = makeDetails();
    await call(origin, register, { body: details });
    const thief = await call(origin, login, { body: { email: details.email, password: details.password } });
    const { page } = await visit();
    await goTo(page, '/forget-password');
    const answered = page.waitForResponse('**/auth/forget-password');
    await fill(page, { Email: details.email, 'favorite sport': ' curling ', 'New password': 'a whole new one' });
    await button(page, 'Reset password').click();
    const answer = await answered;
    expect([answer.request().method(), answer.url(), answer.request().postDataJSON()]).toEqual([
      'POST',
      `${origin}/api/v1/auth/forget-password`,
      { email: details.email, answer: ' curling ', newPassword: 'a whole new one' },
    ]);
    const { message } = (await answer.json()) as { message: string };
    await toastOf(page, message).waitFor();
    await page.waitForURL('**/login');
    expect((await ask(origin, login, { body: { email: details.email, password: 'a whole new one' } })).status).toBe(200);
    expect((await ask(origin, checkUser, { token: thief.token })).status).toBe(401);
  });

  test('[ACC-3] a wrong answer and an unknown e-mail say the same: email or password wrong', async () => {
    const { email } = await makeShopper(origin);
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of 4\d\d/);
    const told: (string | null)[] = [];
    for (const one of [email, 'nobody@example.com']) {
      // Anew each time: the toast of the one before would answer for the other.
      await goTo(page, '/forget-password');
      await fill(page, { Email: one, 'favorite sport': 'chess boxing', 'New password': 'a whole new one' });
      const answered = page.waitForResponse('**/auth/forget-password');
      await button(page, 'Reset password').click();
      told.push(await (await answered).text());
      await toastOf(page, 'email or password wrong').waitFor();
      expect(path(page)).toBe('/forget-password');
      expect(await page.getByLabel('favorite sport').inputValue()).toBe('chess boxing');
    }
    expect(told[0]).toBe(told[1]);
  });
});

describe('two tabs', () => {
  test('[CART-6] [NAV-4] [NAV-6] [KEEP-3] agree on the cart and on who is logged in', async () => {
    const shopper: Person = await makeShopper(origin, 'Twice Here');
    const { page: one, context } = await visit();
    await goTo(one, '/');
    const two = await context.newPage();
    await goTo(two, '/about');
    await one
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    await expect.poll(() => badge(two).textContent()).toBe('1');
    await goTo(two, '/cart');
    await two
      .getByRole('button', { name: /^Remove Item/ })
      .first()
      .click();
    await expect.poll(() => badge(one).textContent()).toBe('0');
    await goTo(one, '/login');
    await logInBy(one, shopper);
    await bar(two).getByRole('button', { name: 'Twice Here' }).click();
    await bar(two).getByRole('button', { name: 'Logout' }).click();
    await two.waitForURL('**/login');
    await bar(one).getByRole('link', { name: 'Login' }).waitFor();
    await hydrated(one);
    expect(await one.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  });
});
