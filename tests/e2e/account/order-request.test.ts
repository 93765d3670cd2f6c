/** A request to cancel an order, and the admin's answer. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logInAdmin, makeCategory, makeProduct, makeShopper } from '../support/api-client.ts';
import { payWithCard, VALID_CARD } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const main = (page: Page) => page.locator('main');

test('[REQ-1] [REQ-2] [REQ-3] [REQ-5] a customer requests a cancellation, is declined, requests it again and is refunded', {
  tags: ['full'],
}, async () => {
  const admin = await logInAdmin(origin);
  const product = await makeProduct(origin, admin.token, (await makeCategory(origin, admin.token))._id);
  const { page } = await visit({ session: await makeShopper(origin), storage: { cart: [product] } });
  await goTo(page, '/cart');
  await page.getByRole('button', { name: 'Checkout for payment' }).click();
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await main(page).getByRole('link', { name: 'View order' }).click();
  await page.waitForURL('**/dashboard/user/orders/**');
  const id = page.url().split('/').at(-1) ?? '';
  const ask = async (reason: string) => {
    await main(page).getByRole('button', { name: 'Request cancellation' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill(reason);
    await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
    await findToast(page, 'Request sent').waitFor();
    await main(page).getByText("You asked us to cancel this order. You'll find our answer here.").waitFor();
  };
  await ask('Ordered by mistake');
  const { page: adminPage } = await visit({ session: admin });
  await goTo(adminPage, '/dashboard/admin/orders?status=requested');
  await main(adminPage).getByText('Request', { exact: true }).first().waitFor();
  await goTo(adminPage, `/dashboard/admin/orders/${id}`);
  await main(adminPage).getByText('Ordered by mistake', { exact: true }).waitFor();
  await main(adminPage).getByText('The customer asks to cancel. Refund').waitFor();
  await expect.poll(() => main(adminPage).getByRole('button', { name: 'Mark as shipped' }).count()).toBe(0);
  await main(adminPage).getByRole('button', { name: 'Decline request' }).click();
  await adminPage.getByRole('dialog').getByLabel('Answer to the customer').fill('It leaves today');
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Decline request' }).click();
  await findToast(adminPage, 'Request declined').waitFor();
  await main(adminPage).getByRole('button', { name: 'Mark as shipped' }).waitFor();
  await page.reload();
  await main(page).getByText('It leaves today').waitFor();
  await ask('Please do');
  await adminPage.reload();
  await main(adminPage).getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = adminPage.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('switch', { name: "Approves the customer's request" }).isChecked()).toBe(true);
  await dialog.getByLabel('Reason').fill('As asked');
  await dialog.getByRole('button', { name: 'Issue refund', exact: true }).click();
  await main(adminPage).getByText('Refunded', { exact: true }).first().waitFor();
  await page.reload();
  await main(page).getByText('We approved your cancellation.').waitFor();
});
