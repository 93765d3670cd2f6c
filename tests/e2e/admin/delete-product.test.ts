/** An admin deletes a product. */
import { expect, test } from 'vitest';
import { logInAdmin, makeCategory, makeProduct } from '../support/api-client.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[ADM-7] Delete takes it out of the list and the shop', { tags: ['full'] }, async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id);
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/products');
  const card = main(page).locator('article').filter({ hasText: product.name });
  await card.waitFor();
  const calls: [call: string, token: string | undefined][] = [];
  page.on('request', async (it) => {
    if (!it.url().includes('/api/v1/product/')) return;
    calls.push([`${it.method()} ${new URL(it.url()).pathname}`, (await it.allHeaders()).authorization]);
  });
  await card.getByRole('button', { name: /^Delete/ }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await findToast(page, 'Successfully deleted').waitFor();
  await expect.poll(() => card.count()).toBe(0);
  await expect
    .poll(() => calls)
    .toEqual([
      [`DELETE /api/v1/product/delete-product/${product._id}`, session.token],
      ['GET /api/v1/product/table', session.token],
    ]);
  expect((await fetch(`${origin}/product/${product.slug}`)).status).toBe(410);
});
