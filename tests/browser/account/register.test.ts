/** Somebody makes an account. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { login } from '../../../src/contract/account.ts';
import { ownOrigin } from '../own.ts';
import { button, fill, pass, path, stopClock } from '../steps.ts';
import { goTo, prepareVisits, toastOf } from '../visitor.ts';
import { ask, makeDetails, makeShopper } from '../wire.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

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
    const sent: unknown[] = [];
    page.on('request', (it) => it.method() === 'POST' && sent.push([it.url(), it.postDataJSON()]));
    await goTo(page, '/register');
    await stopClock(page);
    await typeRegistration(page, details);
    await button(page, 'Register').click();
    await toastOf(page, 'Register successfully!').waitFor();
    expect(sent).toEqual([[`${origin}/api/v1/auth/register`, details]]);
    await pass(page, 1900);
    expect(path(page)).toBe('/register');
    await page.clock.runFor(150);
    await page.waitForURL('**/login');
    expect((await ask(origin, login, { body: { email: details.email, password: details.password } })).status).toBe(200);
  });

  test('[ACC-1] [FORM-1] a refusal says error in registration!, stands beside its field, and what was typed stays', async () => {
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

  test.each([
    ['an answer without success', (route: Route) => route.fulfill({ json: { success: false, message: 'No' } })],
    ['a shop that is busy', (route: Route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } })],
    ['a line that breaks', (route: Route) => route.abort('connectionreset')],
  ])('[ACC-1] %s says error in registration! too, and leads nowhere', async (_what, answer) => {
    const { page, expectComplaints } = await visit({ clock: true });
    expectComplaints(/Failed to load resource/, /console:/);
    await page.route('**/api/v1/auth/register', answer);
    await goTo(page, '/register');
    await stopClock(page);
    await typeRegistration(page, makeDetails('Never Made'));
    await button(page, 'Register').click();
    await toastOf(page, 'error in registration!').waitFor();
    await pass(page, 2500);
    expect(path(page)).toBe('/register');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Never Made');
  });

  test('[ACC-1] [FORM-1] of several wrong fields a summary takes the focus and leads to each; one that is mended leaves it', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of 4\d\d/);
    await goTo(page, '/register');
    await typeRegistration(page, { ...makeDetails(), name: ' ', password: 'short', phone: ' ' });
    await button(page, 'Register').click();
    const summary = page.getByRole('region', { name: /fields need another look$/ });
    await summary.waitFor();
    await expect.poll(() => summary.getByRole('heading').textContent()).toBe('3 fields need another look');
    await expect.poll(() => summary.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await summary.getByRole('link').allTextContents()).toEqual([
      'Name: Please fill this in',
      'Password: Please use at least 8 characters',
      'Phone: Please fill this in',
    ]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    await page.keyboard.type('Ada');
    await expect.poll(() => summary.getByRole('link').count()).toBe(2);
  });

  test('[ACC-1] [FORM-2] a double press sends once, and the form says that it works', async () => {
    const { page } = await visit();
    const sent: string[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/auth/register', async (route) => {
      sent.push(route.request().url());
      await held;
      await route.continue();
    });
    await goTo(page, '/register');
    await typeRegistration(page, makeDetails());
    await button(page, 'Register').dblclick();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Working…' }).waitFor();
    expect(await button(page, 'Register').getAttribute('aria-busy')).toBe('true');
    letGo();
    await toastOf(page, 'Register successfully!').waitFor();
    expect(sent).toHaveLength(1);
  });
});
