/** The team: an invitation from its link to the work, and what a role may not do. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { findA11yViolations } from '../support/accessibility.ts';
import { logInAdmin, type Session, uniqueName } from '../support/api-client.ts';
import { heading, submitLogin } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { adminBar, dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let owner: Session;

beforeAll(async () => {
  owner = await logInAdmin(origin);
});

test('[STAFF-7] [STAFF-5] [STAFF-3] [STAFF-9] invited as read-only, changes nothing; as staff, works; removed, is gone', async () => {
  const name = uniqueName('Nina');
  const email = `${randomUUID().slice(0, 12)}@example.com`;
  const password = 'a horse of staples';
  const { page } = await visit({ session: owner });
  await goTo(page, '/dashboard/admin/team');
  await findRow(page, owner.user.email).getByText('You', { exact: true }).waitFor();
  await main(page).getByRole('textbox', { name: 'Email' }).fill(email);
  await main(page).getByRole('combobox', { name: 'Role', exact: true }).selectOption('read-only');
  await main(page).getByRole('button', { name: 'Send invitation' }).click();
  await main(page).getByRole('listitem').filter({ hasText: email }).waitFor();
  const link = await main(page)
    .getByText(/\/team-invitation#/)
    .textContent();

  const nina = await visit();
  await goTo(nina.page, new URL(String(link)).pathname + new URL(String(link)).hash);
  await nina.page.getByLabel('Name', { exact: true }).fill(name);
  await nina.page.getByLabel('Password', { exact: true }).fill(password);
  await nina.page.getByRole('button', { name: 'Join the team' }).click();
  await nina.page.waitForURL('**/login');
  await submitLogin(nina.page, { email, password });
  await nina.page.waitForURL('**/dashboard/admin');
  const notice = main(nina.page).getByText('Your role is Read-only');
  await notice.waitFor();
  await goTo(nina.page, '/dashboard/admin/team');
  await main(nina.page).getByText('Only an owner can change this.').first().waitFor();
  await expect.poll(() => main(nina.page).getByRole('button', { name: 'Send invitation' }).isDisabled()).toBe(true);
  await goTo(nina.page, '/dashboard/admin/create-category');
  await main(nina.page).getByText('With the role Read-only').waitFor();
  await expect.poll(() => main(nina.page).getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);

  // Nothing was typed, and nothing could be saved.
  await goTo(nina.page, '/dashboard/admin/create-product');
  await expect.poll(() => main(nina.page).getByRole('button', { name: 'Submit' }).isDisabled()).toBe(true);
  // What only others may see or do isn't offered. Who follows a link there isn't refused by the server, which would be a
  // security event (and an error in the browser, which fails this test).
  const offers = nina.page.getByRole('link', { name: /^(Create Product|API keys|Activity log|Import CSV|Add page)$/ });
  for (const page of ['api-keys', 'activity']) {
    await goTo(nina.page, `/dashboard/admin/${page}`);
    await main(nina.page).getByText('Only owners can see this page').waitFor();
  }
  await goTo(nina.page, '/dashboard/admin/pages');
  await adminBar(nina.page).getByRole('link', { name: 'View shop' }).waitFor();
  await expect.poll(() => offers.count()).toBe(0);
  await goTo(nina.page, '/dashboard/admin/create-category');

  // Not in forms alone: what stands by itself is disabled with the same words, and a table's values are no buttons.
  const deleteCategory = main(nina.page).getByRole('button', { name: /^DELETE / });
  await deleteCategory.first().waitFor();
  await expect.poll(() => deleteCategory.and(nina.page.locator(':enabled')).count()).toBe(0);
  await expect.poll(() => deleteCategory.first().getAttribute('title')).toContain('With the role Read-only');
  await goTo(nina.page, '/dashboard/admin/products');
  await main(nina.page).getByRole('button', { name: 'Table', exact: true }).click();
  await main(nina.page).getByRole('table').waitFor();
  await expect
    .poll(() =>
      main(nina.page)
        .getByRole('button', { name: /^Change the price/ })
        .count(),
    )
    .toBe(0);
  await main(nina.page).getByRole('row').nth(1).getByRole('checkbox').check({ force: true });
  const bar = main(nina.page).getByRole('region', { name: 'Change the selected products' });
  await expect.poll(() => bar.getByRole('button', { name: 'Price' }).isDisabled()).toBe(true);

  await page.reload();
  await findRow(page, email).getByRole('combobox').selectOption('staff');
  await page.getByText(`${name} is now Staff`).waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  // Who may do more now logs in anew.
  nina.expectBrowserErrors(/status of 401/);
  await goTo(nina.page, '/login');
  await submitLogin(nina.page, { email, password });
  // The admin area is a document of its own: the address is there before it is.
  await heading(nina.page).getByText('Home', { exact: true }).waitFor();
  await goTo(nina.page, '/dashboard/admin/create-category');
  await expect.poll(() => main(nina.page).getByRole('button', { name: 'Submit' }).isEnabled()).toBe(true);
  await expect.poll(() => notice.count()).toBe(0);

  await findRow(page, email)
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => findRow(page, email).count()).toBe(0);
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await expect.poll(() => heading(page).textContent()).toBe('Team');
});
