/** The session ends while a page is open: whoever it was of logs in over it, and loses nothing. */
import { expect, test } from 'vitest';
import { logout } from '../../../src/contract/auth.ts';
import { ADMIN } from '../../support/shop-process.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeShopper, uniqueName } from '../support/api-client.ts';
import { button, navbar } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[ACCT-11] a session that ends under a form asks for the password over it: what was typed is saved all the same; Cancel ends it', async () => {
  const session = await logInAdmin(origin);
  const { page, expectBrowserErrors } = await visit({ session });
  expectBrowserErrors(/status of 401/, /log in/i);
  await goTo(page, '/dashboard/admin/create-category');
  const name = uniqueName('Kept');
  const field = page.getByLabel('Category name', { exact: true });
  await field.fill(name);
  await call(origin, logout, { token: session.token });
  await button(page, 'Submit').click();

  const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
  await dialog.getByText(`Log in again as ${ADMIN.email}`).waitFor();
  const password = dialog.getByLabel('Password', { exact: true });
  await expect.poll(() => password.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await findA11yViolations(page)).toEqual([]);
  await password.fill('not the one');
  await password.press('Enter');
  await dialog.getByText('Incorrect password').waitFor();
  await password.fill(ADMIN.password);
  await password.press('Enter');
  await findToast(page, `${name} category created`).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);

  const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}'));
  await call(origin, logout, { token });
  await field.fill(uniqueName('Given up'));
  await button(page, 'Submit').click();
  await dialog.getByRole('button', { name: 'Cancel' }).first().click();
  await page.getByText('redirecting to you in').waitFor();
  await page.getByText('Your session has expired. Please log in again.').first().waitFor();
});

test('[ACC-5] whoever logs out of a session that has ended is not asked for a login first', { tags: ['full'] }, async () => {
  const session = await makeShopper(origin, 'Late Leaver');
  const { page, expectBrowserErrors } = await visit({ session });
  expectBrowserErrors(/status of 401/, /log in/i);
  await goTo(page, '/dashboard/user/profile');
  await navbar(page).getByRole('button', { name: 'Late Leaver' }).click();
  await call(origin, logout, { token: session.token });
  await navbar(page).getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => page.getByRole('dialog', { name: 'Your session has expired' }).count()).toBe(0);
});
