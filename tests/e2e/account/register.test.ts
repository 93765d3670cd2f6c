/** Registration. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { login } from '../../../src/contract/auth.ts';
import { makeRegistration, makeShopper, sendRequest } from '../support/api-client.ts';
import { advanceClock, button, fillFields, getPath, stopClock } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

async function fillRegistrationForm(page: Page, registration: ReturnType<typeof makeRegistration>): Promise<void> {
  await fillFields(page, {
    Name: registration.name,
    Email: registration.email,
    Password: registration.password,
    Phone: registration.phone,
    Address: registration.address,
    'favorite sport': registration.answer,
  });
}

describe('registering', () => {
  test('[ACC-1] every field is required, the email must be one, and nothing is sent before', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const postedUrls: string[] = [];
    page.on('request', (it) => it.method() === 'POST' && postedUrls.push(it.url()));
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
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    await fillRegistrationForm(page, { ...makeRegistration(), email: 'no address' });
    await button(page, 'Register').click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    expect(postedUrls).toEqual([]);
  });

  test('[ACC-1] [ACC-7] [CONST-3] says Register successfully! and is at the login two seconds later', async () => {
    const { page } = await visit({ clock: true });
    const registration = makeRegistration();
    const postedRequests: unknown[] = [];
    page.on('request', (it) => it.method() === 'POST' && postedRequests.push([it.url(), it.postDataJSON()]));
    await goTo(page, '/register');
    await stopClock(page);
    await fillRegistrationForm(page, registration);
    await button(page, 'Register').click();
    await findToast(page, 'Register successfully!').waitFor();
    expect(postedRequests).toEqual([[`${origin}/api/v1/auth/register`, registration]]);
    await advanceClock(page, 1900);
    expect(getPath(page)).toBe('/register');
    await page.clock.runFor(150);
    await page.waitForURL('**/login');
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(registration.email);
    expect((await sendRequest(origin, login, { body: { email: registration.email, password: registration.password } })).status).toBe(200);
  });

  test('[ACC-1] [FORM-1] a refused registration says error in registration!, with the reason beside its field, and keeps the entries', {
    tags: ['full'],
  }, async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 4\d\d/);
    const registration = makeRegistration();
    await goTo(page, '/register');
    await fillRegistrationForm(page, { ...registration, password: 'short' });
    await button(page, 'Register').click();
    await findToast(page, 'error in registration!').waitFor();
    const password = page.getByLabel('Password', { exact: true });
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.getByLabel('Address', { exact: true }).inputValue()).toBe(registration.address);
    await expect.poll(() => password.inputValue()).toBe('short');
    const { email } = await makeShopper(origin);
    await fillFields(page, { Email: email, Password: registration.password });
    await button(page, 'Register').click();
    await expect.poll(() => page.locator('main').textContent()).toMatch(/already|taken|account with/i);
    expect(getPath(page)).toBe('/register');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(registration.name);
  });

  test.each([
    ['an answer without success', (route: Route) => route.fulfill({ json: { success: false, message: 'No' } })],
    ['a shop that is busy', (route: Route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } })],
    ['a line that breaks', (route: Route) => route.abort('connectionreset')],
  ])('[ACC-1] %s says error in registration! too, and leads nowhere', { tags: ['full'] }, async (_what, respond) => {
    const { page, expectBrowserErrors } = await visit({ clock: true });
    expectBrowserErrors(/Failed to load resource/, /console:/);
    await page.route('**/api/v1/auth/register', respond);
    await goTo(page, '/register');
    await stopClock(page);
    await fillRegistrationForm(page, makeRegistration('Never Made'));
    await button(page, 'Register').click();
    await findToast(page, 'error in registration!').waitFor();
    await advanceClock(page, 2500);
    expect(getPath(page)).toBe('/register');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Never Made');
  });

  test('[ACC-1] [FORM-1] several wrong fields are listed in a summary that takes the focus and links to each; a corrected one leaves the list', async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 4\d\d/);
    await goTo(page, '/register');
    await fillRegistrationForm(page, { ...makeRegistration(), name: ' ', password: 'short', phone: ' ' });
    await button(page, 'Register').click();
    const summary = page.getByRole('region', { name: /^Please check \d+ fields$/ });
    await summary.waitFor();
    await expect.poll(() => summary.getByRole('heading').textContent()).toBe('Please check 3 fields');
    await expect.poll(() => summary.evaluate((it) => it === document.activeElement)).toBe(true);
    await expect
      .poll(() => summary.getByRole('link').allTextContents())
      .toEqual(['Name: This field is required', 'Password: Use at least 8 characters', 'Phone: This field is required']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    await page.keyboard.type('Ada');
    await expect.poll(() => summary.getByRole('link').count()).toBe(2);
  });

  test('[ACC-1] [FORM-2] a double click sends the form once, and the form shows that it is busy', async () => {
    const { page } = await visit();
    const requestedUrls: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/auth/register', async (route) => {
      requestedUrls.push(route.request().url());
      await released;
      await route.continue();
    });
    await goTo(page, '/register');
    await fillRegistrationForm(page, makeRegistration());
    await button(page, 'Register').dblclick();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Please wait…' }).waitFor();
    await expect.poll(() => button(page, 'Register').getAttribute('aria-busy')).toBe('true');
    release();
    await findToast(page, 'Register successfully!').waitFor();
    expect(requestedUrls).toHaveLength(1);
  });
});
