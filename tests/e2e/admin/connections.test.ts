/** An owner makes a shop sell without a terminal: its address, its mail server, and Stripe, each tried when it is entered. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPaymentConnection } from '../../../src/contract/payment-connection.ts';
import { readSettings } from '../../../src/contract/settings.ts';
import { findFreePort } from '../../support/free-port.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { type MailServer, startMailServer } from '../../support/smtp-server.ts';
import { API_KEY, type FakeStripe, startFakeStripe } from '../../support/stripe/stripe-server.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, type Session } from '../support/api-client.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { dialog, main } from './locators.ts';

const LOGIN = { user: 'shop@mail.example', password: 'geheim-42' };
let stripe: FakeStripe;
let mail: MailServer;
let shop: ShopProcess;
let session: Session;

beforeAll(async () => {
  stripe = await startFakeStripe(() => new Date());
  mail = await startMailServer(LOGIN);
  shop = await startShop({ dataDir: makeEmptyDataDir(), env: { DEMO: 'off', SECOND_FACTOR: 'optional', STRIPE_API_BASE: stripe.baseUrl } });
  session = await logInAdmin(shop.origin);
});

afterAll(async () => {
  await shop.stop();
  await stripe.close();
  await mail.close();
});

const visit = prepareVisits('');
const openTab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
const readShown = async () => (await call(shop.origin, readSettings, {})).settings;

test('[CONNECT-1] [CONNECT-2] [CONNECT-5] [CONNECT-7] [CONNECT-11] address, mail server and Stripe are set up in the settings', {
  tags: ['full'],
}, async () => {
  const { page, expectBrowserErrors } = await visit({ session, origin: shop.origin });
  // Each refusal that the page shows.
  expectBrowserErrors(/409 \(Conflict\)/);
  await goTo(page, '/dashboard/admin/settings');
  await openTab(page, 'Payments');
  await main(page).getByText('Your shop takes no payments yet').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);

  await main(page).getByRole('link', { name: 'Set the address' }).click();
  const address = main(page).getByLabel('Address', { exact: true });
  await expect.poll(() => address.inputValue()).toBe(shop.origin);
  await address.fill(stripe.baseUrl);
  await main(page).getByRole('button', { name: 'Confirm address' }).click();
  await main(page)
    .getByText(/Another website answers at/)
    .waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await address.fill(shop.origin);
  await main(page).getByRole('button', { name: 'Confirm address' }).click();
  await findToast(page, 'Address confirmed').waitFor();

  await openTab(page, 'Mail server');
  await main(page).getByLabel('Email service').selectOption('Postmark');
  await expect.poll(() => main(page).getByLabel('Server', { exact: true }).inputValue()).toBe('smtp.postmarkapp.com');
  await expect.poll(() => main(page).getByLabel('Encryption').inputValue()).toBe('starttls');
  await main(page).getByLabel('Server', { exact: true }).fill('127.0.0.1');
  await main(page).getByLabel('Port', { exact: true }).fill(new URL(mail.url).port);
  await main(page).getByLabel('Encryption').selectOption('none');
  await main(page).getByLabel('User name').fill(LOGIN.user);
  await main(page).getByLabel('Password', { exact: true }).fill('wrong');
  await main(page).getByLabel('Sender address').fill('hello@shop.localhost');
  await main(page).getByRole('button', { name: 'Send a test message' }).click();
  await main(page).getByText('The server refuses the login.').waitFor();
  await main(page).getByRole('button', { name: 'Save mail server' }).click();
  await main(page).getByText('The server refuses this login.').first().waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await main(page).getByLabel('Password', { exact: true }).fill(LOGIN.password);
  await main(page).getByRole('button', { name: 'Send a test message' }).click();
  await main(page)
    .getByText(/The server took the message for admin@example.com/)
    .waitFor();
  expect(mail.received).toHaveLength(1);
  await main(page).getByRole('button', { name: 'Save mail server' }).click();
  await findToast(page, 'Mail server saved').waitFor();
  await expect.poll(async () => (await readShown()).emailsLinks).toBe(true);

  await openTab(page, 'Payments');
  const test = main(page).getByRole('region', { name: 'Test', exact: true });
  await test.getByLabel('Secret key').fill('pk_test_publishable');
  await test.getByRole('button', { name: 'Connect test key' }).click();
  await test.getByText(/This is the publishable key/).waitFor();
  await test.getByLabel('Secret key').fill(API_KEY);
  await test.getByRole('button', { name: 'Connect test key' }).click();
  await findToast(page, 'Connected to Stand-in Ltd').waitFor();
  await main(page).getByText('Your shop takes test payments only').waitFor();
  await main(page)
    .getByText(/Nothing is missing/)
    .waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  expect((await readShown()).payment).toMatchObject({ provider: 'stripe', testMode: true });
  expect(await page.content()).not.toContain(API_KEY);

  await test.getByRole('button', { name: 'Disconnect test key' }).click();
  await dialog(page).getByRole('button', { name: 'Disconnect test key' }).click();
  await findToast(page, 'Key disconnected').waitFor();
  const { connection } = await call(shop.origin, readPaymentConnection, { token: session.token });
  expect(connection).toMatchObject({ source: 'none', test: null });
});

test('[CONNECT-9] [CONNECT-11] what the server sets is shown as that, without a form', { tags: ['full'] }, async () => {
  const port = String(await findFreePort());
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  const emails = { SMTP_URL: mail.url, MAIL_FROM: 'shop@shop.example' };
  const keys = { STRIPE_SECRET_KEY: API_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_API_BASE: stripe.baseUrl };
  const env = { PORT: port, PUBLIC_URL, DEMO: 'off', SECOND_FACTOR: 'optional', ...emails, ...keys };
  const fixed = await startShop({ dataDir: makeEmptyDataDir(), env });
  try {
    const { page } = await visit({ session: await logInAdmin(fixed.origin), origin: fixed.origin });
    for (const [tab, shown] of [
      ['payments', 'Key ending in ndin'],
      ['emails', `127.0.0.1:${new URL(mail.url).port}, from shop@shop.example`],
      ['domain', PUBLIC_URL],
    ] as const) {
      await goTo(page, `/dashboard/admin/settings/${tab}`);
      await main(page).getByText('Set by the server').waitFor();
      await main(page).getByText(shown).waitFor();
      await expect.poll(() => main(page).getByRole('textbox').count()).toBe(0);
      expect(await findA11yViolations(page)).toEqual([]);
    }
    const html = await page.content();
    for (const secret of [API_KEY, LOGIN.password]) expect(html).not.toContain(secret);
  } finally {
    await fixed.stop();
  }
});
