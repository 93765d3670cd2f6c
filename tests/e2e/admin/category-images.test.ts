/** An admin gives a category a text and a picture, which its page and the list of categories show. */
import { expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { createCategory, updateCategory } from '../../../src/contract/category-admin.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeProduct, uniqueName } from '../support/api-client.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow } from './locators.ts';
import { makePngUpload } from './product-form.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const session = await logInAdmin(origin);

const readMeta = (html: string, name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

test('[CATP-3] [CATP-4] [CATP-5] a text and an image are added, kept when somebody else renames the category, shown, and removed', async () => {
  const name = uniqueName('Lighting');
  const { category } = await call(origin, createCategory, { token: session.token, body: { name } });
  const product = await makeProduct(origin, session.token, category._id);
  const read = async () => (await call(origin, listCategories)).category.find(({ _id }) => _id === category._id);
  const plain = await (await fetch(`${origin}/category/${category.slug}`)).text();
  expect(readMeta(plain, 'og:image')).toBe(origin + product.image);

  const { page, expectBrowserErrors } = await visit({ session });
  expectBrowserErrors(/status of 409/, /console:.*changed after/i);
  await goTo(page, '/dashboard/admin/create-category');
  await findRow(page, name).getByRole('button', { name: /^EDIT/ }).click();
  await dialog(page).getByLabel('Description', { exact: true }).fill('For the long evenings.');
  await dialog(page)
    .getByLabel('Choose image')
    .setInputFiles(await makePngUpload('#c98a2b'));
  await dialog(page).getByLabel('Alternative text').fill('A lamp in a window');
  const renamed = `${name} anew`;
  await call(origin, updateCategory, { token: session.token, params: { id: category._id }, body: { name: renamed } });
  await dialog(page).getByRole('button', { name: 'Submit' }).click();
  await dialog(page).getByText(renamed).waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Submit' }).click();
  await findToast(page, 'successfully updated').waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  const saved = await read();
  expect(saved).toMatchObject({ name: renamed, description: 'For the long evenings.', ownImage: { alt: 'A lamp in a window' } });

  const html = await (await fetch(`${origin}/category/${category.slug}`)).text();
  expect(readMeta(html, 'description')).toBe('For the long evenings.');
  expect(readMeta(html, 'og:image')).toBe(origin + saved?.ownImage?.url);
  expect(readMeta(html, 'og:image:alt')).toBe('A lamp in a window');
  await goTo(page, `/category/${category.slug}`);
  await page.getByText('For the long evenings.').waitFor();
  const banner = page.getByRole('img', { name: 'A lamp in a window' });
  await expect.poll(() => banner.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)).toBe(true);
  expect(await findA11yViolations(page)).toEqual([]);
  await goTo(page, '/categories');
  const tile = page.locator('main').getByRole('link', { name: renamed });
  await expect.poll(() => tile.locator('img').getAttribute('src')).toBe(saved?.ownImage?.url);

  await goTo(page, '/dashboard/admin/create-category');
  await findRow(page, renamed).getByRole('button', { name: /^EDIT/ }).click();
  await dialog(page).getByRole('button', { name: 'Remove image' }).click();
  await dialog(page).getByRole('button', { name: 'Submit' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await read()).toMatchObject({ ownImage: null, image: product.image, description: 'For the long evenings.' });
});
