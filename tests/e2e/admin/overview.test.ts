/** The overview by period, in the shop's own time zone. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { DEFAULT_SHOP_DETAILS } from '../../../src/contract/settings.ts';
import { updateShopDetails } from '../../../src/contract/shop-details.ts';
import { ADMIN } from '../../support/shop-process.ts';
import { call, logInAdmin, type Session } from '../support/api-client.ts';
import { submitLogin } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main, saveChanges } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

afterEach(async () => {
  const { logo: _logo, ...body } = DEFAULT_SHOP_DETAILS;
  await call(origin, updateShopDetails, { token: session.token, body });
});

test('[ZONE-1] [ZONE-2] a time zone is chosen in the settings, and pages show its days and times at once', { tags: ['full'] }, async () => {
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/settings');
  const form = main(page).locator('form', { has: page.getByLabel('Shop name') });
  await form.getByLabel('Time zone').fill('America/New_York');
  await saveChanges(page);
  await findToast(page, 'Shop details saved').waitFor();
  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Home' }).click();
  await main(page).getByText('(America/New_York), today so far').waitFor();
  await main(page).getByRole('link', { name: 'All orders' }).click();
  await main(page).getByRole('table').getByRole('link').first().click();
  await main(page)
    .getByText(/\d [AP]M E[SD]T/)
    .first()
    .waitFor();
});

test('[OVER-1] [OVER-2] [OVER-3] [OVER-7] the period of the overview is in the URL, compared with the days before, and saved as a file', {
  tags: ['full'],
}, async () => {
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin');
  await main(page)
    .getByText(/previous 30 days/)
    .first()
    .waitFor();
  const best = main(page).getByRole('region', { name: 'Best-selling products' });
  await best.getByRole('row', { name: /\$/ }).first().waitFor();
  await main(page).getByLabel('Period', { exact: true }).selectOption('7');
  await page.waitForURL('**/dashboard/admin?days=7');
  await main(page)
    .getByText(/previous 7 days/)
    .first()
    .waitFor();
  await main(page).getByLabel('Period', { exact: true }).selectOption('custom');
  await page.getByLabel('From', { exact: true }).fill('2019-03-01');
  await page.getByLabel('From', { exact: true }).press('Enter');
  await page.waitForURL('**/dashboard/admin?from=2019-03-01**');
  await page.getByLabel('To', { exact: true }).fill('2019-03-02');
  await page.getByLabel('To', { exact: true }).press('Enter');
  await page.waitForURL('**/dashboard/admin?from=2019-03-01&to=2019-03-02');
  await main(page).getByText('Mar 1, 2019 – Mar 2, 2019 (UTC)', { exact: true }).waitFor();
  // Nothing was sold on those days, nor before them.
  await expect.poll(() => main(page).getByText('Same as previous 2 days').count()).toBe(4);
  const download = page.waitForEvent('download');
  await main(page).getByRole('button', { name: 'Export as CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('2019-03-01,0,0,0,0,USD\r\n2019-03-02,0,0,0,0,USD\r\n');
  await page.reload();
  await main(page).getByText('No sales in this period').waitFor();
  await best.getByText('Nothing was sold in this period').waitFor();
});

test('[OVER-6] [OVER-4] an admin who logs in lands on the overview, which links to open tasks', async () => {
  const { page } = await visit();
  await goTo(page, '/login');
  await submitLogin(page, ADMIN);
  await page.waitForURL('**/dashboard/admin');
  const toDo = main(page).getByRole('region', { name: 'To do' });
  await toDo.getByRole('link', { name: /sold out$/ }).click();
  await page.waitForURL('**/dashboard/admin/products?status=active&stock=sold_out');
  await expect.poll(() => main(page).locator('select[name=stock]').inputValue()).toBe('sold_out');
});
