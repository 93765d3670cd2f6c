/** A merchant keeps categories and products, and nobody else can. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listCategories } from '../../src/contract/category.ts';
import { listProducts, type Product, readProduct } from '../../src/contract/product.ts';
import { makePicture } from '../pictures.ts';
import { type ShopProcess, startShop } from './shop-process.ts';
import { bar, fill, heading } from './steps.ts';
import { goTo, prepareVisits, toastOf } from './visitor.ts';
import { call, logInAdmin, makeCategory, makeProduct, makeShopper, type Session, uniqueName } from './wire.ts';

const origin = inject('origin');
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

const main = (page: Page) => page.locator('main');
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const rowOf = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name });
const categoryNames = async () => (await call(origin, listCategories)).category.map((it) => it.name);

async function findProduct(name: string): Promise<Product | undefined> {
  const { products } = await call(origin, listProducts, { query: { limit: 100 } });
  return products.find((it) => it.name === name);
}

const png = async (colour: string) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await makePicture('png', { width: 400, height: 300, colour }),
});

/** What stands in the middle of a picture of the shop: red, green, blue. */
function colourOf(page: Page, address: string): Promise<number[]> {
  return page.evaluate(async (src) => {
    const picture = await createImageBitmap(await (await fetch(src)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const paint = canvas.getContext('2d');
    paint?.drawImage(picture, 0, 0);
    return [...(paint?.getImageData(picture.width / 2, picture.height / 2, 1, 1).data ?? [])].slice(0, 3);
  }, address);
}

/** Types a word of the category into the searchable select and takes what it finds. */
async function chooseCategory(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Category' }).fill(name.slice(0, -1));
  await page.getByRole('option', { name, exact: true }).click();
}

describe('the admin area', () => {
  test('[ADM-1] greets the admin by name, and its menu leads to categories, products and users', async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin');
    await expect.poll(() => main(page).textContent()).toContain(session.user.name);
    const menu = page.getByRole('navigation', { name: 'Admin Panel' });
    await menu.getByText('Admin Panel').waitFor();
    const links = await menu.getByRole('link').evaluateAll((all) => all.map((it) => it.getAttribute('href')));
    for (const name of ['create-category', 'create-product', 'products', 'users']) expect(links).toContain(`/dashboard/admin/${name}`);
    for (const link of links) {
      await menu.locator(`a[href="${link}"]`).click();
      await page.waitForURL(`**${link}`);
      await expect.poll(() => heading(page).count()).toBe(1);
      await expect.poll(() => main(page).getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
      expect(await main(page).getByRole('button', { name: 'Try again' }).count()).toBe(0);
    }
  });

  test('[ADM-9] the users page lists the accounts', async () => {
    const shopper = await makeShopper(origin, 'Listed Shopper');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/users');
    await expect.poll(() => heading(page).textContent()).toContain('Users');
    await rowOf(page, shopper.email).waitFor();
    expect(await rowOf(page, shopper.email).textContent()).toContain('Listed Shopper');
  });
});

describe('categories', () => {
  test('[ADM-2] [ADM-4] [ADM-5] one is made, and the field is empty again', async () => {
    const name = uniqueName('Lighting');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-category');
    await expect.poll(() => heading(page).textContent()).toBe('MANAGE CATEGORY');
    expect(await page.title()).toBe('Dashboard - Create Category');
    await page.getByRole('navigation', { name: 'Admin Panel' }).waitFor();
    await expect.poll(() => main(page).getByRole('columnheader').allTextContents()).toEqual(['Name', 'Action']);
    const field = page.getByPlaceholder('Create a category');
    await field.fill(name);
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await toastOf(page, `${name} category created`).waitFor();
    await rowOf(page, name).waitFor();
    expect(await field.inputValue()).toBe('');
    await bar(page).locator('summary', { hasText: 'Category' }).click();
    await bar(page).getByRole('link', { name }).waitFor();
  });

  test('[ADM-3] [ADM-4] [ADM-5] EDIT opens it filled in; Cancel and close leave it; saving closes and renames', async () => {
    const { name, _id } = await makeCategory(origin, session.token);
    const renamed = uniqueName('Renamed');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-category');
    const edit = rowOf(page, name).getByRole('button', { name: /^EDIT/ });
    const field = dialog(page).getByRole('textbox');
    await edit.click();
    expect(await field.inputValue()).toBe(name);
    expect(await dialog(page).locator('footer').count()).toBe(0);
    await field.fill('Never saved');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await edit.click();
    expect(await field.inputValue()).toBe(name);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await edit.click();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await categoryNames()).toContain(name);
    await edit.click();
    await field.fill(renamed);
    await dialog(page).getByRole('button', { name: 'Submit' }).click();
    await toastOf(page, 'successfully updated').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await rowOf(page, renamed).waitFor();
    expect(await rowOf(page, name).count()).toBe(0);
    expect((await call(origin, listCategories)).category.find((it) => it._id === _id)?.name).toBe(renamed);
  });

  test('[ADM-4] [ADM-5] DELETE takes it away', async () => {
    const { name } = await makeCategory(origin, session.token);
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-category');
    await rowOf(page, name)
      .getByRole('button', { name: /^DELETE/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await categoryNames()).toContain(name);
    await rowOf(page, name)
      .getByRole('button', { name: /^DELETE/ })
      .click();
    await dialog(page).getByRole('button', { name: 'DELETE' }).click();
    await toastOf(page, 'category deleted').waitFor();
    await expect.poll(() => rowOf(page, name).count()).toBe(0);
    expect(await categoryNames()).not.toContain(name);
  });

  test('[ADM-5] what is refused says not created, not updated, not deleted, and why; what was typed stays', async () => {
    const { name, _id } = await makeCategory(origin, session.token);
    const other = await makeCategory(origin, session.token);
    await makeProduct(origin, session.token, _id);
    const { page, expectComplaints } = await visit({ session });
    expectComplaints(/status of 409/, /console:.*(Error|categor)/i);
    await goTo(page, '/dashboard/admin/create-category');
    const field = page.getByPlaceholder('Create a category');
    await field.fill(name);
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await toastOf(page, 'category not created').waitFor();
    expect(await field.inputValue()).toBe(name);
    await rowOf(page, other.name).getByRole('button', { name: /^EDIT/ }).click();
    await dialog(page).getByRole('textbox').fill(name);
    await dialog(page).getByRole('button', { name: 'Submit' }).click();
    await toastOf(page, 'category not updated').waitFor();
    expect(await dialog(page).getByRole('textbox').inputValue()).toBe(name);
    await page.keyboard.press('Escape');
    await rowOf(page, name)
      .getByRole('button', { name: /^DELETE/ })
      .click();
    await dialog(page).getByRole('button', { name: 'DELETE' }).click();
    await toastOf(page, 'category not deleted').waitFor();
    expect(await dialog(page).getByRole('alert').textContent()).toMatch(/product/);
    expect(await categoryNames()).toContain(name);
  });
});

describe('products', () => {
  test('[ADM-6] [ADM-7] one is made with a picture, and stands in the list and in the shop', async () => {
    const category = await makeCategory(origin, session.token);
    const name = uniqueName('Anglepoise');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-product');
    await page.getByText('UPLAOD IMAGE').waitFor();
    await chooseCategory(page, category.name);
    const file = page.locator('input[type="file"]');
    expect(await file.getAttribute('accept')).toBe('image/*');
    await file.setInputFiles(await png('rgb(200, 30, 30)'));
    await main(page).locator('img[src^="blob:"]').waitFor();
    await fill(page, { Name: name, Description: 'Bends where you want it to, and stays there.', Price: '1234.50', Quantity: '7' });
    const options = await page
      .getByLabel('Shipping')
      .locator('option')
      .evaluateAll((all) => all.map((it) => [it.textContent, (it as HTMLOptionElement).value]));
    expect(options).toEqual([
      ['No', '0'],
      ['Yes', '1'],
    ]);
    await page.getByLabel('Shipping').selectOption('1');
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await toastOf(page, 'successfully created product').waitFor();
    await page.waitForURL('**/dashboard/admin/products');
    const card = main(page).locator('article').filter({ hasText: name });
    await card.waitFor();
    const text = await card.textContent();
    expect(text).toContain('$1,234.50');
    expect(text).toContain('Bends where you wa…');
    const product = await findProduct(name);
    expect(product).toMatchObject({ price: 1234.5, quantity: 7, shipping: 1, category: category._id });
    await goTo(page, `/product/${product?.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(name);
    const [red = 0, green = 255] = await colourOf(page, product?.image ?? '');
    expect(red > 150 && green < 100).toBe(true);
    await goTo(page, `/category/${category.slug}`);
    await main(page).getByText(name).first().waitFor();
  });

  test('[ADM-6] image, name, description, price and quantity are asked for, and a file that is no picture is refused', async () => {
    const category = await makeCategory(origin, session.token);
    const { page, expectComplaints } = await visit({ session });
    expectComplaints(/status of 400/);
    await goTo(page, '/dashboard/admin/create-product');
    await page.getByText('UPLAOD IMAGE').waitFor();
    const required = await main(page)
      .locator('form [required]')
      .evaluateAll((all) => all.map((it) => (it as HTMLInputElement).name).sort());
    expect(required).toEqual(['description', 'image', 'name', 'price', 'quantity']);
    await chooseCategory(page, category.name);
    const name = uniqueName('Refused');
    await fill(page, { Name: name, Description: 'Not a picture.', Price: '5', Quantity: '1' });
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') });
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await page.getByText("This picture can't be shown").waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
    expect(await findProduct(name)).toBeUndefined();
  });

  test('[ADM-6] a refusal by the server says Error while creating a product, and what was typed stays', async () => {
    const category = await makeCategory(origin, session.token);
    const { page } = await visit({ session });
    await page.route('**/product/create-product', (route) => route.fulfill({ json: { success: false, message: 'The shelf is full' } }));
    await goTo(page, '/dashboard/admin/create-product');
    await chooseCategory(page, category.name);
    await page.locator('input[type="file"]').setInputFiles(await png('teal'));
    await fill(page, { Name: 'Typed once', Description: 'Typed once.', Price: '5', Quantity: '1' });
    await main(page).getByRole('button', { name: 'Submit' }).click();
    await toastOf(page, 'Error while creating a product').waitFor();
    await page.getByText('The shelf is full').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed once');
    expect(new URL(page.url()).pathname).toBe('/dashboard/admin/create-product');
  });

  test('[ADM-8] an update comes filled in; an empty price keeps the old one; after two seconds the list is there', async () => {
    const category = await makeCategory(origin, session.token);
    const other = await makeCategory(origin, session.token);
    const product = await makeProduct(origin, session.token, category._id, { price: 42.5, quantity: 3 });
    const { page } = await visit({ session, clock: true });
    await goTo(page, '/dashboard/admin/products');
    await main(page).locator('article').filter({ hasText: product.name }).getByRole('link', { name: /^Edit/ }).click();
    await page.waitForURL(`**/dashboard/admin/update-product/${product.slug}`);
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(product.name);
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe(product.description);
    expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('42.5');
    expect(await page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('3');
    expect(await page.getByLabel('Shipping').inputValue()).toBe('1');
    expect(await page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe(category.name);
    expect(await page.getByLabel('Price', { exact: true }).getAttribute('required')).toBeNull();
    await chooseCategory(page, other.name);
    const renamed = uniqueName('Renamed');
    await fill(page, { Name: renamed, Price: '', Quantity: '12' });
    await main(page).getByRole('button', { name: 'Update Product' }).click();
    await toastOf(page, 'Successfully Update').waitFor();
    await page.clock.fastForward(2000);
    await page.waitForURL('**/dashboard/admin/products');
    await main(page).locator('article').filter({ hasText: renamed }).waitFor();
    const {
      product: [changed],
    } = await call(origin, readProduct, { params: { slug: product.slug } });
    expect(changed).toMatchObject({
      name: renamed,
      price: 42.5,
      quantity: 12,
      category: other._id,
      image: product.image,
      slug: product.slug,
    });
  });

  test('[ADM-8] Change image changes it', async () => {
    const category = await makeCategory(origin, session.token);
    const product = await makeProduct(origin, session.token, category._id);
    const { page } = await visit({ session });
    await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
    await page.getByText('Change image').waitFor();
    await page.locator('input[type="file"]').setInputFiles(await png('rgb(20, 20, 220)'));
    await main(page).locator('img[src^="blob:"]').waitFor();
    await main(page).getByRole('button', { name: 'Update Product' }).click();
    await toastOf(page, 'Successfully Update').waitFor();
    const {
      product: [changed],
    } = await call(origin, readProduct, { params: { slug: product.slug } });
    expect(changed?.image).not.toBe(product.image);
    const [red = 255, , blue = 0] = await colourOf(page, changed?.image ?? '');
    expect(blue > 150 && red < 100).toBe(true);
  });

  test('[ADM-7] Delete takes it out of the list and the shop', async () => {
    const category = await makeCategory(origin, session.token);
    const product = await makeProduct(origin, session.token, category._id);
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/products');
    const card = main(page).locator('article').filter({ hasText: product.name });
    await card.getByRole('button', { name: /^Delete/ }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await toastOf(page, 'Successfully deleted').waitFor();
    await expect.poll(() => card.count()).toBe(0);
    expect((await fetch(`${origin}/product/${product.slug}`)).status).toBe(404);
  });
});

describe('hostile words', () => {
  const MARKUP = '<img src=x onerror=alert(1)>"\'><script>alert(2)</script>{{7*7}}';

  test('[ADM-2] [ADM-6] [NAV-3] [PROD-1] [CAT-1] markup in names and texts is shown as text on every screen, and nothing of it runs', async () => {
    const category = await makeCategory(origin, session.token, uniqueName(MARKUP));
    const product = await makeProduct(origin, session.token, category._id, { name: uniqueName(MARKUP), description: `${MARKUP} and more` });
    const twin = await makeProduct(origin, session.token, category._id, { name: uniqueName(MARKUP), description: MARKUP });
    const shopper = await makeShopper(origin, MARKUP.slice(0, 60));
    const asShopper = await visit({ session: shopper, storage: { cart: [product, twin] } });
    const asAdmin = await visit({ session });
    asShopper.expectComplaints(/status of 402/);
    const screens: [Page, string, string][] = [
      [asShopper.page, '/', product.name],
      [asShopper.page, `/product/${product.slug}`, product.name],
      [asShopper.page, `/category/${category.slug}`, category.name],
      [asShopper.page, '/categories', category.name],
      [asShopper.page, `/?category=${category.slug}`, category.name],
      [asShopper.page, `/searched/products?keyword=${encodeURIComponent(MARKUP.slice(0, 28))}`, MARKUP.slice(0, 28)],
      [asShopper.page, '/cart', product.name],
      [asShopper.page, '/dashboard/user', shopper.user.name],
      [asShopper.page, '/dashboard/user/profile', 'My Profile'],
      [asAdmin.page, '/dashboard/admin/create-category', category.name],
      [asAdmin.page, '/dashboard/admin/products', product.name],
      [asAdmin.page, `/dashboard/admin/update-product/${product.slug}`, 'Update Product'],
      [asAdmin.page, '/dashboard/admin/users', shopper.user.name],
      [asAdmin.page, '/dashboard/admin', session.user.name],
    ];
    for (const [page, path, text] of screens) {
      await goTo(page, path);
      await expect.poll(() => main(page).textContent(), { message: path }).toContain(text);
      expect([path, await page.locator('[onerror], img[src="x"]').count()]).toEqual([path, 0]);
    }
    const { page } = asShopper;
    await goTo(page, '/cart');
    await page.getByRole('button', { name: 'Checkout for payment' }).click();
    await page.waitForURL('**/pay/**');
    expect(await page.locator('body').textContent()).toContain(product.name);
    await fill(page, { 'Card number': '4000 0000 0000 0002', 'Expiry (MM/YY)': '12/40', CVC: '123', 'Name on card': MARKUP });
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Name on card').inputValue()).toBe(MARKUP);
    await fill(page, { 'Card number': '4242 4242 4242 4242', CVC: '123' });
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await page.waitForURL('**/success?**');
    await expect.poll(() => main(page).textContent()).toContain(product.name);
    await goTo(page, '/dashboard/user/orders');
    await expect.poll(() => main(page).textContent()).toContain(product.name);
    await goTo(asAdmin.page, '/dashboard/admin');
    await expect.poll(() => main(asAdmin.page).textContent()).toContain(shopper.user.name);
    for (const it of [page, asAdmin.page]) expect(await it.locator('[onerror], img[src="x"]').count()).toBe(0);
  });
});

describe('an empty shop', () => {
  let empty: ShopProcess;

  beforeAll(async () => {
    empty = await startShop({ env: { DEMO: 'off' } });
  });
  afterAll(async () => {
    await empty?.stop();
  });

  test('[ADM-7] [HOME-3] says NOT PRODUCT YET to the admin, and is a page for visitors all the same', async () => {
    const { page } = await visit({ origin: empty.origin, session: await logInAdmin(empty.origin) });
    await goTo(page, '/dashboard/admin/products');
    await page.getByText('NOT PRODUCT YET').waitFor();
    for (const path of [
      '/dashboard/admin',
      '/dashboard/admin/create-category',
      '/dashboard/admin/create-product',
      '/',
      '/categories',
      '/about',
    ]) {
      await goTo(page, path);
      await expect.poll(() => heading(page).count()).toBe(1);
      await expect.poll(() => main(page).getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0);
      expect([path, await main(page).getByRole('button', { name: 'Try again' }).count()]).toEqual([path, 0]);
    }
  });

  test('[CART-8] [CART-4] without a payment provider the cart says that paying is not set up yet, and nothing else breaks', async () => {
    const admin = await logInAdmin(empty.origin);
    const category = await makeCategory(empty.origin, admin.token);
    const product = await makeProduct(empty.origin, admin.token, category._id);
    const { page } = await visit({ origin: empty.origin, session: await makeShopper(empty.origin), storage: { cart: [product] } });
    await goTo(page, '/cart');
    await page.getByText("Paying isn't set up yet").waitFor();
    expect(await main(page).textContent()).not.toContain('4242');
  });
});
