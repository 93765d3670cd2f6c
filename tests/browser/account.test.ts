/** Somebody makes an account, logs in and out, forgets a password, and meets the gates. */
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { checkAdmin, checkUser, listUsers, login, logout, register } from '../../src/contract/account.ts';
import { readFigures } from '../../src/contract/shop.ts';
import { badge, bar, fill, heading, logInBy, stopClock } from './steps.ts';
import { goTo, hydrated, prepareVisits, stored, toastOf } from './visitor.ts';
import { ask, call, logInAdmin, makeDetails, makeShopper, type Person } from './wire.ts';

const origin = inject('origin');
const visit = prepareVisits(origin);

const button = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true });
const path = (page: Page) => new URL(page.url()).pathname;

async function typeRegistration(page: Page, details: ReturnType<typeof makeDetails>): Promise<void> {
  await fill(page, {
    Name: details.name,
    Email: details.email,
    Password: details.password,
    Phone: details.phone,
    Address: details.address,
    'favorite sport': details.answer,
  });
}

describe('registering', () => {
  test('[ACC-1] every field is asked for, the e-mail as an e-mail, and nothing is sent before', async () => {
    const { page } = await visit();
    const sent: string[] = [];
    page.on('request', (it) => it.method() === 'POST' && sent.push(it.url()));
    await goTo(page, '/register');
    const fields = await page
      .locator('main form')
      .locator('input')
      .evaluateAll((inputs) =>
        inputs.map((it) => [(it as HTMLInputElement).name, (it as HTMLInputElement).type, (it as HTMLInputElement).required]),
      );
    expect(fields).toEqual([
      ['name', 'text', true],
      ['email', 'email', true],
      ['password', 'password', true],
      ['phone', 'tel', true],
      ['address', 'text', true],
      ['answer', 'text', true],
    ]);
    await button(page, 'Register').click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    await typeRegistration(page, { ...makeDetails(), email: 'no address' });
    await button(page, 'Register').click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    expect(sent).toEqual([]);
  });

  test('[ACC-1] [CONST-3] says Register successfully! and is at the login two seconds later', async () => {
    const { page } = await visit({ clock: true });
    const details = makeDetails();
    await goTo(page, '/register');
    await stopClock(page);
    await typeRegistration(page, details);
    await button(page, 'Register').click();
    await toastOf(page, 'Register successfully!').waitFor();
    await page.clock.runFor(1900);
    expect(path(page)).toBe('/register');
    await page.clock.runFor(150);
    await page.waitForURL('**/login');
    expect((await ask(origin, login, { body: { email: details.email, password: details.password } })).status).toBe(200);
  });

  test('[ACC-1] a refusal says error in registration!, stands beside its field, and what was typed stays', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of 4\d\d/);
    const details = makeDetails();
    await goTo(page, '/register');
    await typeRegistration(page, { ...details, password: 'short' });
    await button(page, 'Register').click();
    await toastOf(page, 'error in registration!').waitFor();
    const password = page.getByLabel('Password', { exact: true });
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(details.address);
    expect(await password.inputValue()).toBe('short');
    const { email } = await makeShopper(origin);
    await fill(page, { Email: email, Password: details.password });
    await button(page, 'Register').click();
    await expect.poll(() => page.locator('main').textContent()).toMatch(/already|taken|account with/i);
    expect(path(page)).toBe('/register');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(details.name);
  });
});

describe('logging in', () => {
  test('[ACC-2] [ACC-4] [NAV-4] says successfully login!, keeps user and token, and goes home two seconds later', async () => {
    const { page } = await visit({ clock: true });
    const shopper = await makeShopper(origin, 'Grace Shopper');
    await goTo(page, '/login');
    await stopClock(page);
    await logInBy(page, shopper);
    await toastOf(page, 'successfully login!').waitFor();
    await page.clock.runFor(1900);
    expect(path(page)).toBe('/login');
    await page.clock.runFor(150);
    await page.waitForURL(`${origin}/`);
    expect(await stored(page, 'auth')).toMatchObject({
      user: { name: 'Grace Shopper', email: shopper.email, address: shopper.user.address, role: 0 },
      token: expect.stringMatching(/^\S{20,}$/),
    });
    await bar(page).locator('summary', { hasText: 'Grace Shopper' }).click();
    expect(await bar(page).getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard/user');
    expect(await bar(page).getByRole('link', { name: 'Login' }).count()).toBe(0);
  });

  test('[NAV-4] [ACC-4] an admin is led to the admin area', async () => {
    const session = await logInAdmin(origin);
    const { page } = await visit({ session });
    await goTo(page, '/');
    await bar(page).locator('summary', { hasText: session.user.name }).click();
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
    await button(page, 'Login').click();
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
    await page.getByRole('searchbox').fill('lamp');
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
    await bar(page).locator('summary', { hasText: 'Alan Leaving' }).click();
    await bar(page).getByRole('button', { name: 'Logout' }).click();
    await toastOf(page, 'Successfully Logout').waitFor();
    await expect.poll(async () => (await ask(origin, checkUser, { token: session.token })).status).toBe(401);
    await page.clock.runFor(1900);
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
    const { message } = (await (await answered).json()) as { message: string };
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
    await goTo(page, '/forget-password');
    for (const one of [email, 'nobody@example.com']) {
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

describe('the own pages', () => {
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

  test('[USER-2] the profile changes name, address and password, and says successfully update', async () => {
    const session = await makeShopper(origin, 'Old Name');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/user/profile');
    const email = page.getByLabel('Email', { exact: true });
    expect(await email.isDisabled()).toBe(true);
    expect(await email.inputValue()).toBe(session.email);
    await fill(page, { Name: 'New Name', Address: '2 Other Street', Password: 'another horse 2' });
    await button(page, 'Update').click();
    await toastOf(page, 'successfully update').waitFor();
    expect(path(page)).toBe('/dashboard/user/profile');
    expect(await stored(page, 'auth')).toMatchObject({ user: { name: 'New Name', address: '2 Other Street' }, token: session.token });
    await bar(page).locator('summary', { hasText: 'New Name' }).waitFor();
    expect((await ask(origin, login, { body: { email: session.email, password: 'another horse 2' } })).status).toBe(200);
    await page.reload();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('New Name');
  });

  test('[USER-2] without a password the old one stays; a failure is told and what was typed stays', async () => {
    const session = await makeShopper(origin);
    const { page, expectComplaints } = await visit({ session });
    expectComplaints(/status of 503/, /console:.*(Error|busy)/);
    await goTo(page, '/dashboard/user/profile');
    await page.route('**/auth/update-details', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await fill(page, { Name: 'Typed Once' });
    await button(page, 'Update').click();
    await page.getByRole('alert').filter({ hasText: 'busy' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed Once');
    await page.unroute('**/auth/update-details');
    await button(page, 'Update').click();
    await toastOf(page, 'successfully update').waitFor();
    expect((await ask(origin, login, { body: { email: session.email, password: session.password } })).status).toBe(200);
  });

  test('[USER-3] the demo shopper sees what was bought', async () => {
    const { user, token } = await call(origin, login, { body: { email: 'shopper@example.com', password: 'demo-shopper-1' } });
    const { page } = await visit({ session: { user, token } });
    await goTo(page, '/dashboard/user/orders');
    await page
      .getByText(/Order #\d+/)
      .first()
      .waitFor();
    expect(await page.locator('main article').first().textContent()).toMatch(/Paid|Cancelled|Not paid in time/);
    expect(await page.locator('main article img').count()).toBeGreaterThan(0);
  });
});

describe('the gates', () => {
  const seconds = (page: Page, count: number) => page.getByText(`redirecting to you in ${count} seconds...`);

  test('[GATE-1] [GATE-2] a visitor is counted down from five to the login, and comes back after it', async () => {
    const { page } = await visit({ clock: true });
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('-auth') && asked.push(it.url()));
    const shopper = await makeShopper(origin);
    await goTo(page, '/dashboard/user/orders');
    await seconds(page, 5).waitFor();
    for (const count of [4, 3, 2, 1]) {
      await page.clock.fastForward(1000);
      // Time goes on by itself too: a slow machine may see the next number already.
      await expect
        .poll(async () => Number(/\d/.exec((await page.getByText(/redirecting/).textContent()) ?? '')?.[0]))
        .toBeLessThanOrEqual(count);
    }
    await page.clock.fastForward(1000);
    await page.waitForURL('**/login');
    expect(asked).toEqual([]);
    await logInBy(page, shopper);
    await toastOf(page, 'successfully login!').waitFor();
    await page.clock.fastForward(2000);
    await page.waitForURL('**/dashboard/user/orders');
    await expect.poll(() => heading(page).textContent()).toBe('Order Details');
    expect(asked).toEqual([`${origin}/api/v1/auth/user-auth`]);
  });

  test('[GATE-1] [GATE-2] a shopper is counted down at the admin gate and led home', async () => {
    const { page, expectComplaints } = await visit({ session: await makeShopper(origin), clock: true });
    expectComplaints(/status of 403/);
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('-auth') && asked.push(it.url()));
    await goTo(page, '/dashboard/admin/users');
    await seconds(page, 5).waitFor();
    expect(asked).toEqual([`${origin}/api/v1/auth/admin-auth`]);
    await page.clock.fastForward(5000);
    await page.waitForURL(`${origin}/`);
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
    expect((await ask(origin, readFigures)).status).toBe(401);
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

describe('two tabs', () => {
  test('[CART-6] [NAV-4] [NAV-6] agree on the cart and on who is logged in', async () => {
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
    await bar(two).locator('summary', { hasText: 'Twice Here' }).click();
    await bar(two).getByRole('button', { name: 'Logout' }).click();
    await two.waitForURL('**/login');
    await bar(one).getByRole('link', { name: 'Login' }).waitFor();
    await hydrated(one);
    expect(await one.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  });
});
