/** A form of the admin's that was overtaken: by another admin, or by sales. */
import { beforeAll, describe, expect, test } from 'vitest';
import { updateCategory } from '../../../src/contract/category-admin.ts';
import { startCheckout } from '../../../src/contract/order.ts';
import { readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, makeShopper, type Session, uniqueName } from '../support/api-client.ts';
import { button, fillFields } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

async function openProductForm() {
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id, { quantity: 10 });
  const visitor = await visit({ session });
  await goTo(visitor.page, `/dashboard/admin/update-product/${product.slug}`);
  await visitor.page.getByLabel('Name', { exact: true }).waitFor();
  const read = async () => (await call(origin, readProduct, { params: { slug: product.slug } })).product[0];
  return { ...visitor, product, read };
}

describe('a form that was overtaken', () => {
  test('[VERSION-1] [ADM-10] 10 shown, 3 sold meanwhile, 12 entered: 9 in stock, and the form says so', async () => {
    const { page, product, read } = await openProductForm();
    const current = page.getByRole('navigation', { name: 'Admin Panel' }).locator('[aria-current="page"]');
    await expect.poll(() => current.textContent()).toBe('Products');
    const { token } = await makeShopper(origin);
    await call(origin, startCheckout, { token, body: { products: [{ _id: product._id }, { _id: product._id }, { _id: product._id }] } });
    await fillFields(page, { Quantity: '12' });
    await button(page, 'Update Product').click();
    await findToast(page, 'Your change (+2) was applied: 9 in stock now.').waitFor();
    await expect.poll(() => page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('9');
    expect(await read()).toMatchObject({ quantity: 9 });
  });

  test('[VERSION-4] shows what was typed and what is there now, and saves once one of both is chosen', { tags: ['full'] }, async () => {
    const { page, product, read, expectBrowserErrors } = await openProductForm();
    expectBrowserErrors(/status of 409/);
    const theirs = { name: uniqueName('Theirs'), price: 99, quantity: 7 };
    await call(origin, updateProduct, { token: session.token, params: { id: product._id }, body: theirs });
    const mine = uniqueName('Mine');
    await fillFields(page, { Name: mine, Quantity: '12' });
    await button(page, 'Update Product').click();
    await page.getByRole('alert').filter({ hasText: 'Nothing was overwritten' }).waitFor();
    await page.getByText('Price: $99.00').waitFor();
    await expect.poll(() => page.getByLabel('Price', { exact: true }).inputValue()).toBe('99');
    expect(await read()).toMatchObject(theirs);
    await button(page, 'Update Product').click();
    await page.getByRole('alert').filter({ hasText: 'Choose what to keep below' }).waitFor();
    expect(await read()).toMatchObject(theirs);
    await page.getByRole('radio', { name: `Yours ${mine}` }).check();
    await page.getByRole('radio', { name: 'Yours 12 instead of 10 (+2): 9 in stock' }).check();
    await page.getByRole('radio', { name: 'There now 7' }).check();
    await expect.poll(() => page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('7');
    await button(page, 'Update Product').click();
    await findToast(page, 'Successfully Update').waitFor();
    expect(await read()).toMatchObject({ ...theirs, name: mine });
  });

  test('[VERSION-4] a category that was renamed meanwhile keeps the name that is chosen', { tags: ['full'] }, async () => {
    const category = await makeCategory(origin, session.token);
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 409/);
    await goTo(page, '/dashboard/admin/create-category');
    await findRow(page, category.name).getByRole('button', { name: /^EDIT/ }).click();
    const theirs = uniqueName('Theirs');
    await call(origin, updateCategory, { token: session.token, params: { id: category._id }, body: { name: theirs } });
    await dialog(page).getByPlaceholder('Create a category').fill(uniqueName('Mine'));
    await dialog(page).getByRole('button', { name: 'Submit' }).click();
    await findToast(page, 'category not updated').waitFor();
    await dialog(page)
      .getByRole('radio', { name: `There now ${theirs}` })
      .check();
    await expect.poll(() => dialog(page).getByPlaceholder('Create a category').inputValue()).toBe(theirs);
    await dialog(page).getByRole('button', { name: 'Submit' }).click();
    await findToast(page, 'successfully updated').waitFor();
    await findRow(page, theirs).waitFor();
  });
});
