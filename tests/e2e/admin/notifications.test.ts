/** A merchant asks to be told of new orders, and sees how many wait. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_NOTIFICATIONS, readNotifications, readWaiting, updateNotifications } from '../../../src/contract/email.ts';
import { call, logInAdmin, type Session } from '../support/api-client.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main, saveChanges } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

afterAll(() => call(origin, updateNotifications, { token: session.token, body: DEFAULT_NOTIFICATIONS }));

test('[TELL-1] [TELL-2] who is told, and how often, is set among the settings', { tags: ['full'] }, async () => {
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/settings/notifications');
  const form = main(page).locator('form', { has: page.getByLabel('Your email') });
  await form.getByLabel('Your email').fill('owner@shop.example');
  await form.getByRole('switch', { name: 'Each new order' }).uncheck();
  await form.getByRole('switch', { name: 'Daily summary' }).check();
  await saveChanges(page);
  await findToast(page, 'Notifications saved').waitFor();
  const { notifications } = await call(origin, readNotifications, { token: session.token });
  expect(notifications).toEqual({ email: 'owner@shop.example', eachOrder: false, dailySummary: true });
});

test('[TELL-3] the menu and the overview say how many orders wait, and lead to them', async () => {
  const { waiting } = await call(origin, readWaiting, { token: session.token });
  expect(waiting.toShip).toBeGreaterThan(1);
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin');
  const orders = page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Orders' });
  await expect.poll(() => orders.textContent()).toContain(`${waiting.toShip + waiting.onHold + waiting.requests + waiting.disputes} to do`);
  await main(page)
    .getByRole('link', { name: `${waiting.toShip} orders to ship` })
    .click();
  await page.waitForURL((url) => url.searchParams.get('status') === 'to_ship');
});
