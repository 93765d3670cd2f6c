/** Outgoing webhooks, from an endpoint that is added to what becomes of its deliveries. */
import { beforeAll, expect, test } from 'vitest';
import { findA11yViolations } from '../support/accessibility.ts';
import { logInAdmin, type Session, uniqueName } from '../support/api-client.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let owner: Session;

beforeAll(async () => {
  owner = await logInAdmin(origin);
});

test('[HOOKOUT-10] an owner adds an endpoint, sees its secret once, tests it, and follows in the log what became of it', async () => {
  const name = uniqueName('Accounting');
  const { page, expectBrowserErrors } = await visit({ session: owner });
  expectBrowserErrors(/status of 400/);
  await goTo(page, '/dashboard/admin/webhooks');
  await main(page).getByRole('button', { name: 'Add endpoint' }).click();
  const form = dialog(page);
  await form.getByRole('textbox', { name: 'URL' }).fill('https://127.0.0.1/inside');
  await form.getByRole('textbox', { name: 'Description' }).fill(name);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.locator('#events-error').waitFor();
  await form.getByRole('checkbox', { name: /order\.paid/ }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => form.textContent()).toContain('It must be on the public internet');
  expect(await findA11yViolations(page)).toEqual([]);
  // No name server has such a host, so nothing leaves the machine of the tests.
  await form.getByRole('textbox', { name: 'URL' }).fill(`https://${name.toLowerCase().replace(/\W/g, '-')}.invalid/events`);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('heading', { name: 'Copy the secret now' }).waitFor();
  const secret = String(await form.getByText(/^whsec_[\w+/]{43}=$/).textContent());
  await form.getByRole('button', { name: 'Done' }).click();

  const endpoint = findRow(page, name).first();
  await endpoint.getByRole('button', { name: /^Send test/ }).click();
  await page.getByText('The test is on its way').waitFor();
  const deliveries = main(page).getByRole('region', { name: 'Deliveries' });
  await deliveries.getByRole('combobox', { name: 'Endpoint' }).selectOption(name);
  await expect.poll(() => new URL(page.url()).searchParams.get('endpoint')).toBeTruthy();
  const refresh = deliveries.getByRole('button', { name: 'Refresh' });
  const row = deliveries.getByRole('row').filter({ hasText: 'This host doesn’t exist' });
  await expect
    .poll(
      async () => {
        await refresh.click();
        return row.count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await row.getByRole('button', { name: /^View Test/ }).click();
  await expect.poll(() => dialog(page).textContent()).toContain('"type": "webhook.test"');
  expect(await findA11yViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Sent again').waitFor();

  await expect.poll(() => page.content()).not.toContain(secret);
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await endpoint.getByRole('button', { name: /^Delete/ }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => findRow(page, name).count()).toBe(0);
});
