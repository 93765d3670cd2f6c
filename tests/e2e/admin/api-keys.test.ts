/** API keys, from their making to their end. */
import { beforeAll, expect, test } from 'vitest';
import { listAllOrders } from '../../../src/contract/order-admin.ts';
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

test('[KEY-10] an owner creates a key, sees it once, and revokes it', async () => {
  const name = uniqueName('Warehouse');
  const { page } = await visit({ session: owner });
  await goTo(page, '/dashboard/admin/api-keys');
  const create = main(page).getByRole('button', { name: 'Create API key' });
  await create.click();
  const form = dialog(page);
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Create API key' }).click();
  await form.locator('#scopes-error').waitFor();
  await form.getByRole('checkbox', { name: /^Orders/ }).check();
  await form.getByRole('combobox', { name: 'Expires' }).selectOption('After 90 days');
  expect(await findA11yViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create API key' }).click();
  await form.getByRole('heading', { name: 'Copy the key now' }).waitFor();
  const key = String(await form.getByText(/^shop_[0-9a-f]{8}_[\w-]{43}$/).textContent());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await form.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await form.getByRole('button', { name: 'Done' }).click();

  const read = async () => (await fetch(`${origin}${listAllOrders.path}`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await read()).toBe(200);
  await page.reload();
  const row = findRow(page, name);
  await row.getByText(`${key.slice(0, 13)}…`).waitFor();
  await expect.poll(() => row.textContent()).toContain('Active');
  await expect.poll(() => page.content()).not.toContain(key);
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => row.count()).toBe(0);
  expect(await read()).toBe(401);
});
