/** A merchant writes an email's words, looks at it, tries a test email, and goes back to the original words. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEmailWords, readEmailSender, updateEmailSender, updateEmailWords } from '../../../src/contract/email-settings.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, type Session } from '../support/api-client.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main, saveChanges } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const KIND = 'order message';

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

afterAll(async () => {
  const { token } = session;
  await call(origin, updateEmailSender, { token, body: { name: '', replyTo: '' } });
  await call(origin, updateEmailWords, { token, params: { kind: KIND }, body: { subject: '', opening: '', closing: '' } });
});

const readWords = async () =>
  (await call(origin, listEmailWords, { token: session.token })).emails.find(({ kind }) => kind === KIND)?.words;

test('[LETTER-7] [LETTER-8] [LETTER-9] [LETTER-10] [LETTER-11] sender, test email, words and preview are set in the settings', {
  tags: ['full'],
}, async () => {
  const { page, expectBrowserErrors } = await visit({ session });
  // The refused words; and the visit's own script, which in the preview's sandbox finds no storage.
  expectBrowserErrors(/400 \(Bad Request\)/, /The document is sandboxed/);
  await goTo(page, '/dashboard/admin/emails');
  await main(page).getByRole('link', { name: 'Sender and templates' }).click();
  await main(page).getByLabel('Sender name').fill('Tea & Sons');
  await saveChanges(page);
  await findToast(page, 'Sender saved').waitFor();
  expect((await call(origin, readEmailSender, { token: session.token })).sender.name).toBe('Tea & Sons');

  await main(page).getByRole('button', { name: 'Send a test email' }).click();
  // At the latest by the job that runs each minute.
  await main(page).getByText("Not sent: email isn't set up").waitFor({ timeout: 100_000 });

  await findRow(page, 'Message about an order').getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByLabel('Opening').fill('<b>Hi</b> {{nobody}}');
  await dialog(page).getByRole('button', { name: 'Save template' }).click();
  await dialog(page)
    .getByText(/{{nobody}}, only {{order}}/)
    .first()
    .waitFor();
  await dialog(page).getByLabel('Opening').fill('<b>Hi</b> about {{order}}');
  await dialog(page).getByRole('button', { name: 'Show preview' }).click();
  const frame = dialog(page).locator('iframe');
  await frame.contentFrame().getByText('<b>Hi</b> about 1042').waitFor();
  await expect.poll(() => frame.getAttribute('sandbox')).toBe('');
  expect(await findA11yViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Save template' }).click();
  await findToast(page, 'Template saved').waitFor();
  expect(await readWords()).toEqual({ subject: '', opening: '<b>Hi</b> about {{order}}', closing: '' });

  await dialog(page).getByRole('button', { name: 'Reset to default' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset to default' }).click();
  await findToast(page, 'Template reset').waitFor();
  await expect.poll(() => dialog(page).count()).toBe(0);
  expect(await readWords()).toEqual({ subject: '', opening: '', closing: '' });
});
