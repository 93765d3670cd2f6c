/** Two-step login: set up, used, and switched off. */
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { reauthenticate } from '../../../src/contract/auth.ts';
import { SECOND } from '../../../src/contract/values.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { makeShopper, sendRequest } from '../support/api-client.ts';
import { button, submitLogin } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[FACTOR-10] two-step login is set up with an app, asks for its code or a recovery code, and is switched off', async () => {
  const session = await makeShopper(origin);
  const { page, expectBrowserErrors } = await visit({ session, viewport: NARROW });
  expectBrowserErrors(/status of 40[13]/);
  await goTo(page, '/dashboard/user/security');
  const panel = page.getByRole('region', { name: 'Two-step login' });
  await panel.getByRole('button', { name: 'Set up' }).click();
  await panel.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const key = ((await panel.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '').replaceAll(' ', '');
  const app = new TOTP({ secret: key });
  expect(await hasNoHorizontalScroll(page)).toBe(true);
  expect(await findA11yViolations(page)).toEqual([]);
  await panel.getByLabel('Code', { exact: true }).fill('123');
  await panel.getByRole('button', { name: 'Switch on' }).click();
  await panel.getByText('This code is wrong, already used or expired').waitFor();
  await panel.getByLabel('Code', { exact: true }).fill(app.generate());
  await panel.getByRole('button', { name: 'Switch on' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(10);
  const [first = '', second = ''] = await list.getByRole('listitem').allTextContents();
  const download = page.waitForEvent('download');
  await button(page, 'Download').click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await button(page, 'I have saved them').click();
  await panel.getByText('10 recovery codes left').waitFor();

  const other = await visit();
  other.expectBrowserErrors(/status of 40[13]/);
  await goTo(other.page, '/login');
  await submitLogin(other.page, session);
  const code = other.page.getByLabel('Code', { exact: true });
  await expect.poll(() => code.getAttribute('autocomplete')).toBe('one-time-code');
  await expect.poll(() => code.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await findA11yViolations(other.page)).toEqual([]);
  expect(await readLocalStorage(other.page, 'auth')).toBeNull();
  await code.fill('000 000');
  await button(other.page, 'Log in').click();
  await other.page.getByText('This code is wrong, already used or expired').waitFor();
  await button(other.page, 'Use a recovery code').click();
  await other.page.getByLabel('Recovery code', { exact: true }).fill(first);
  await button(other.page, 'Log in').click();
  await findToast(other.page, 'successfully login!').waitFor();
  await expect.poll(() => readLocalStorage(other.page, 'auth')).toMatchObject({ user: { email: session.email } });

  // The dialog of REAUTH-2 asks such an account for a code. The code of the next 30 seconds is valid already.
  await page.route(
    '**/account/second-factor/recovery-codes',
    (route) => route.fulfill({ status: 403, json: { success: false, code: 'reauthentication_by_code_required', message: 'x' } }),
    { times: 1 },
  );
  await panel.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New recovery codes' }).click();
  const prompt = page.getByRole('dialog', { name: "Confirm it's you" });
  await prompt.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30 * SECOND }));
  await prompt.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(10);
  const [renewed = ''] = await list.getByRole('listitem').allTextContents();
  const proof = await sendRequest(origin, reauthenticate, { token: session.token, body: { code: second } });
  expect(proof.status).toBe(403);
  await button(page, 'I have saved them').click();

  await panel.getByRole('button', { name: 'Switch off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch off two-step login?' });
  await dialog.getByLabel('Current password', { exact: true }).fill(session.password);
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code', { exact: true }).fill(renewed);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await findToast(page, 'Two-step login is off').waitFor();
  await panel.getByRole('button', { name: 'Set up' }).waitFor();
});
