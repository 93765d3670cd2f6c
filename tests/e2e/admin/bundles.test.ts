/** A merchant makes a bundle of products; a customer buys it, and the packing slip names what to put into the parcel. */
import { expect, test } from 'vitest';
import { readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { checkoutButton, orderButton } from '../checkout/test-products.ts';
import { call, logInAdmin, makeCategory, makeProduct, makeShopper, uniqueName } from '../support/api-client.ts';
import { button, fillFields, payWithCard, VALID_CARD } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const readStock = async (slug: string) => (await call(origin, readProduct, { params: { slug } })).product[0]?.quantity;

test('[BUNDLE-19] a bundle is made in the form, bought, and named by its parts on each page up to the packing slip', async () => {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const [cupName, potName] = [uniqueName('Cup'), uniqueName('Pot')];
  const cup = await makeProduct(origin, session.token, category._id, { name: cupName, quantity: 9, price: 5 });
  const sku = uniqueName('CUP');
  await call(origin, updateProduct, { token: session.token, params: { id: cup._id }, body: { sku } });
  const pot = await makeProduct(origin, session.token, category._id, { name: potName, quantity: 3, price: 20 });
  const set = await makeProduct(origin, session.token, category._id, { name: uniqueName('Tea set'), quantity: 7, price: 25 });
  const admin = await visit({ session });
  await goTo(admin.page, `/dashboard/admin/update-product/${set.slug}`);
  await main(admin.page).getByText('Made of other products').click();
  for (const name of [cupName, potName]) {
    await fillFields(admin.page, { 'Add a part': name });
    await button(admin.page, `Add ${name}`).click();
  }
  await fillFields(admin.page, { [`Pieces of ${cupName} in one bundle`]: '2' });
  await main(admin.page).getByText('customers save $5.00 (16%)').waitFor();
  await expect.poll(() => main(admin.page).getByLabel('Quantity', { exact: true }).isVisible()).toBe(false);
  await button(admin.page, 'Update Product').click();
  await findToast(admin.page, 'Successfully Update').waitFor();
  expect(await readStock(set.slug)).toBe(3);

  await goTo(admin.page, `/dashboard/admin/update-product/${cup.slug}`);
  await main(admin.page).getByText('A part of 1 bundle:').waitFor();
  await goTo(admin.page, `/dashboard/admin/products?keyword=${encodeURIComponent(set.name)}`);
  await button(admin.page, 'Table').click();
  await main(admin.page).getByRole('link', { name: '3 Bundle: follows its parts' }).waitFor();

  const { page } = await visit({ session: await makeShopper(origin) });
  await goTo(page, `/product/${set.slug}`);
  await main(page).getByRole('heading', { name: 'In this bundle' }).waitFor();
  await main(page).getByText('$30.00 bought separately: you save $5.00').waitFor();
  await expect
    .poll(() => main(page).getByRole('link', { name: potName, exact: true }).first().getAttribute('href'))
    .toBe(`/product/${pot.slug}`);
  await button(page, 'Add to Cart').first().click();
  await page.getByRole('link', { name: 'View cart' }).click();
  await page.waitForURL('**/cart');
  const inBundle = (name: string) => main(page).getByRole('list', { name: 'In this bundle' }).getByText(name);
  await inBundle(`2 × ${cupName}`).waitFor();
  await checkoutButton(page).click();
  await page.waitForURL('**/checkout');
  await inBundle(`2 × ${cupName}`).waitFor();
  await orderButton(page).click();
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  const order = new URL(page.url()).searchParams.get('order') ?? '';
  await inBundle(`1 × ${potName}`).waitFor();
  await goTo(page, `/dashboard/user/orders/${order}`);
  await inBundle(`1 × ${potName}`).waitFor();
  expect(await Promise.all([cup, pot, set].map(({ slug }) => readStock(slug)))).toEqual([7, 2, 2]);

  await goTo(admin.page, `/dashboard/admin/orders/print?kind=slip&orders=${order}`);
  const slip = main(admin.page).getByRole('list', { name: 'In this bundle' });
  await expect.poll(() => slip.textContent()).toContain(`2 × ${cupName}`);
  await expect.poll(() => slip.textContent()).toContain(sku);
});
