/** An admin creates, updates and deletes products with images. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listProducts, type Product, readProduct } from '../../../src/contract/product.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session, uniqueName } from '../support/api-client.ts';
import { advanceClock, fillFields, heading, stopClock } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';
import { chooseCategory, makePngUpload } from './product-form.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

async function findProduct(name: string): Promise<Product | undefined> {
  const { products } = await call(origin, listProducts, { query: { limit: 100 } });
  return products.find((it) => it.name === name);
}

/** Red, green and blue of the pixel in the middle of a product's image. */
function readCenterColour(page: Page, imageUrl: string): Promise<number[]> {
  return page.evaluate(async (src) => {
    const bitmap = await createImageBitmap(await (await fetch(src)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context2d = canvas.getContext('2d');
    context2d?.drawImage(bitmap, 0, 0);
    return [...(context2d?.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data ?? [])].slice(0, 3);
  }, imageUrl);
}

describe('products', () => {
  test('[ADM-6] [A11Y-2] the category is searched and chosen with the keyboard alone', { tags: ['full'] }, async () => {
    const prefix = uniqueName('Keys');
    for (const ending of ['A', 'B', 'C']) await makeCategory(origin, session.token, `${prefix} ${ending}`);
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-product');
    const combobox = page.getByRole('combobox', { name: 'Category' });
    await combobox.fill(prefix);
    const readState = () =>
      combobox.evaluate((it: HTMLInputElement) => ({
        isOpen: it.getAttribute('aria-expanded') === 'true',
        active: document.getElementById(it.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null,
        value: it.value,
        hasFocus: it === document.activeElement,
      }));
    const press = async (key: string, active: string) => {
      await combobox.press(key);
      await expect.poll(readState).toEqual({ isOpen: true, active, value: prefix, hasFocus: true });
    };
    await press('ArrowDown', `${prefix} B`);
    await press('End', `${prefix} C`);
    await press('ArrowDown', `${prefix} A`);
    await press('ArrowUp', `${prefix} C`);
    await press('Home', `${prefix} A`);
    await combobox.press('Enter');
    await expect.poll(readState).toEqual({ isOpen: false, active: null, value: `${prefix} A`, hasFocus: true });
    await combobox.fill('nothing like it');
    await page.getByRole('option', { name: 'No matching category' }).waitFor();
    await combobox.press('Escape');
    await expect.poll(readState).toEqual({ isOpen: false, active: null, value: `${prefix} A`, hasFocus: true });
  });

  test('[ADM-6] [ADM-7] [CONST-1] one is made with a picture, and stands in the list and in the shop', { tags: ['full'] }, async () => {
    const category = await makeCategory(origin, session.token);
    const name = uniqueName('Anglepoise');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-product');
    await page.getByText('UPLAOD IMAGE').waitFor();
    await chooseCategory(page, category.name);
    const file = page.locator('input[type="file"]');
    await expect.poll(() => file.getAttribute('accept')).toMatch(/^image\/\S+(,image\/\S+)*$/);
    await file.setInputFiles(await makePngUpload('rgb(200, 30, 30)'));
    await main(page).locator('img[src^="blob:"]').waitFor();
    await fillFields(page, { Name: name, Description: 'Bends where you want it to, and stays there.', Price: '1234.50', Quantity: '7' });
    const options = await page
      .getByLabel('Shipping')
      .locator('option')
      .evaluateAll((all) => all.map((it) => [it.textContent, (it as HTMLOptionElement).value]));
    expect(options).toEqual([
      ['Select', ''],
      ['No', '0'],
      ['Yes', '1'],
    ]);
    await page.getByLabel('Shipping').selectOption('1');
    const requestPromise = page.waitForRequest('**/product/create-product');
    await main(page).getByRole('button', { name: 'Submit' }).click();
    const request = await requestPromise;
    const { authorization, 'content-type': type } = await request.allHeaders();
    expect([request.method(), new URL(request.url()).pathname, authorization]).toEqual([
      'POST',
      '/api/v1/product/create-product',
      session.token,
    ]);
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
    await findToast(page, 'successfully created product').waitFor();
    await page.waitForURL('**/dashboard/admin/products');
    const card = main(page).locator('article').filter({ hasText: name });
    await card.waitFor();
    await expect.poll(() => card.textContent()).toContain('$1,234.50');
    await expect.poll(() => card.textContent()).toContain('Bends where you wa…');
    const product = await findProduct(name);
    expect(product).toMatchObject({ price: 1234.5, quantity: 7, shipping: 1, category: category._id });
    await goTo(page, `/product/${product?.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(name);
    const [red = 0, green = 255] = await readCenterColour(page, product?.image ?? '');
    expect(red > 150 && green < 100).toBe(true);
    await goTo(page, `/category/${category.slug}`);
    await main(page).getByText(name).first().waitFor();
  });

  test('[ADM-6] image, name, description, price and quantity are required, and a file that is no image is refused', {
    tags: ['full'],
  }, async () => {
    const category = await makeCategory(origin, session.token);
    const { page, expectBrowserErrors } = await visit({ session });
    expectBrowserErrors(/status of 400/);
    await goTo(page, '/dashboard/admin/create-product');
    await page.getByText('UPLAOD IMAGE').waitFor();
    const required = await main(page)
      .locator('form [required]')
      .evaluateAll((all) => all.map((it) => (it as HTMLInputElement).name).sort());
    expect(required).toEqual(['description', 'image', 'name', 'price', 'quantity']);
    await chooseCategory(page, category.name);
    const name = uniqueName('Refused');
    await fillFields(page, { Name: name, Description: 'Not a picture.', Price: '5', Quantity: '1' });
    await page.getByLabel('Shipping').selectOption('0');
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') });
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await page.getByText("This image can't be displayed").waitFor();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
    expect(await findProduct(name)).toBeUndefined();
  });

  test('[ADM-6] [ADM-10] a choice of shipping is required; after a refusal the page says Error while creating a product, and what was typed stays', {
    tags: ['full'],
  }, async () => {
    const category = await makeCategory(origin, session.token);
    const { page } = await visit({ session });
    await page.route('**/product/create-product', (route) => route.fulfill({ json: { success: false, message: 'The shelf is full' } }));
    await goTo(page, '/dashboard/admin/create-product');
    await chooseCategory(page, category.name);
    await page.locator('input[type="file"]').setInputFiles(await makePngUpload('teal'));
    await fillFields(page, { Name: 'Typed once', Description: 'Typed once.', Price: '5', Quantity: '1' });
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => page.getByLabel('Shipping').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Shipping').selectOption({ label: 'No' });
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await findToast(page, 'Error while creating a product').waitFor();
    await page.getByText('The shelf is full').waitFor();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed once');
    expect(new URL(page.url()).pathname).toBe('/dashboard/admin/create-product');
  });

  test('[ADM-8] an update comes filled in; an empty price keeps the old one; after two seconds the list is there', {
    tags: ['full'],
  }, async () => {
    const category = await makeCategory(origin, session.token);
    const other = await makeCategory(origin, session.token);
    const product = await makeProduct(origin, session.token, category._id, { price: 42.5, quantity: 3 });
    const { page } = await visit({ session, clock: true });
    await goTo(page, '/dashboard/admin/products');
    await main(page).locator('article').filter({ hasText: product.name }).getByRole('link', { name: /^Edit/ }).click();
    await page.waitForURL(`**/dashboard/admin/update-product/${product.slug}`);
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(product.name);
    await expect.poll(() => page.getByLabel('Description', { exact: true }).inputValue()).toBe(product.description);
    await expect.poll(() => page.getByLabel('Price', { exact: true }).inputValue()).toBe('42.50');
    await expect.poll(() => page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('3');
    await expect.poll(() => page.getByLabel('Shipping').inputValue()).toBe('1');
    await expect.poll(() => page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe(category.name);
    const required = await main(page)
      .locator('form [required]')
      .evaluateAll((all) => all.map((it) => (it as HTMLInputElement).name).sort());
    expect(required).toEqual(['description', 'name', 'quantity']);
    const formImage = main(page).locator(`form img[src^="${product.image.replace(/-640.*/, '')}"]`);
    await expect.poll(() => formImage.count()).toBe(1);
    await stopClock(page);
    await chooseCategory(page, other.name);
    const renamed = uniqueName('Renamed');
    await fillFields(page, { Name: renamed, Price: '', Quantity: '12' });
    const requestPromise = page.waitForRequest('**/product/update-product/**');
    await main(page).getByRole('button', { name: 'Update Product' }).click();
    const request = await requestPromise;
    expect([request.method(), new URL(request.url()).pathname, await request.headerValue('authorization')]).toEqual([
      'PUT',
      `/api/v1/product/update-product/${product._id}`,
      session.token,
    ]);
    const { description } = product;
    expect(request.postDataJSON()).toEqual({
      name: renamed,
      description,
      price: null,
      quantity: 12,
      category: other._id,
      shipping: 1,
      shownQuantity: 3,
      version: 1,
    });
    await findToast(page, 'Successfully Update').waitFor();
    await advanceClock(page, 1900);
    expect(new URL(page.url()).pathname).toBe(`/dashboard/admin/update-product/${product.slug}`);
    await page.clock.runFor(150);
    await page.waitForURL('**/dashboard/admin/products');
    await main(page).locator('article').filter({ hasText: renamed }).waitFor();
    const {
      product: [updatedProduct],
    } = await call(origin, readProduct, { params: { slug: product.slug } });
    expect(updatedProduct).toMatchObject({
      name: renamed,
      price: 42.5,
      quantity: 12,
      category: other._id,
      image: product.image,
      slug: product.slug,
    });
  });

  test('[ADM-8] Change image changes it', { tags: ['full'] }, async () => {
    const category = await makeCategory(origin, session.token);
    const product = await makeProduct(origin, session.token, category._id);
    const { page } = await visit({ session });
    await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
    await page.getByText('Change image').waitFor();
    await page.locator('input[type="file"]').setInputFiles(await makePngUpload('rgb(20, 20, 220)'));
    await main(page).locator('img[src^="blob:"]').waitFor();
    await main(page).getByRole('button', { name: 'Update Product' }).click();
    await findToast(page, 'Successfully Update').waitFor();
    const {
      product: [updatedProduct],
    } = await call(origin, readProduct, { params: { slug: product.slug } });
    expect(updatedProduct?.image).not.toBe(product.image);
    const [red = 255, , blue = 0] = await readCenterColour(page, updatedProduct?.image ?? '');
    expect(blue > 150 && red < 100).toBe(true);
  });
});
