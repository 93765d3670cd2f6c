/** A merchant sells what isn't there yet; a customer reads when it ships, on each page up to the order. */
import { expect, test } from 'vitest';
import { checkoutButton, orderButton } from '../checkout/test-products.ts';
import { logInAdmin, makeCategory, makeProduct, makeShopper } from '../support/api-client.ts';
import { button, fillFields, payWithCard, VALID_CARD } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[STOCKPOLICY-2] [STOCKPOLICY-6] [STOCKPOLICY-7] what is out of stock is sold on backorder, with its promise, and listed to procure', {
  tags: ['full'],
}, async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id, { quantity: 0 });
  const admin = await visit({ session });
  await goTo(admin.page, `/dashboard/admin/update-product/${product.slug}`);
  await main(admin.page).getByLabel('When it’s out of stock').selectOption({ label: 'Keep selling (backorder)' });
  await fillFields(admin.page, { 'At most': '0' });
  await button(admin.page, 'Update Product').click();
  await expect.poll(() => main(admin.page).getByLabel('At most').getAttribute('aria-invalid')).toBe('true');
  await fillFields(admin.page, { 'At most': '5', 'Ships in': '2–3 weeks' });
  await button(admin.page, 'Update Product').click();
  await findToast(admin.page, 'Successfully Update').waitFor();

  const { page } = await visit({ session: await makeShopper(origin) });
  await goTo(page, `/product/${product.slug}`);
  await main(page).getByText('Ships in 2–3 weeks').first().waitFor();
  await button(page, 'Add to Cart').first().click();
  await page.getByRole('link', { name: 'View cart' }).click();
  await page.waitForURL('**/cart');
  const promise = main(page).getByText('Ships in 2–3 weeks');
  // At the line, and where the shop says how long it takes otherwise.
  await expect.poll(() => promise.count()).toBe(2);
  await checkoutButton(page).click();
  await page.waitForURL('**/checkout');
  await expect.poll(() => promise.count()).toBeGreaterThanOrEqual(2);
  await orderButton(page).click();
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await promise.first().waitFor();
  await goTo(page, '/dashboard/user/orders');
  await promise.first().waitFor();

  await goTo(admin.page, '/dashboard/admin/orders');
  await main(admin.page).getByRole('link', { name: 'To procure' }).click();
  const row = main(admin.page).getByRole('row').filter({ hasText: product.name });
  await expect.poll(() => row.textContent()).toContain('Ships in 2–3 weeks');
});
