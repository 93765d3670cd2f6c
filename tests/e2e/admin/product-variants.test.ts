/** An admin gives a product options, and changes its variants. */
import { expect, test } from 'vitest';
import { listProducts, readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { button, fillFields } from '../support/steps.ts';
import { findToast, goTo, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';
import { chooseCategory, makePngUpload } from './product-form.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const options = [
  { name: 'Size', values: ['41', '42'] },
  { name: 'Colour', values: ['Red', 'Blue'] },
];
const sizes = ['41', '42'].flatMap((Size) => ['Red', 'Blue'].map((Colour) => ({ Size, Colour })));

async function makeShoe() {
  const { token, user } = await logInAdmin(origin);
  const category = await makeCategory(origin, token);
  const { _id, slug } = await makeProduct(origin, token, category._id, { name: uniqueName('Shoe') });
  const save = (body: object) => call(origin, updateProduct, { token, params: { id: _id }, body });
  const variants = sizes.map((it, index) => ({ options: it, price: 100, quantity: 5, sku: `${slug}-${index}` }));
  const { product } = await save({ options, variants });
  const read = async () => (await call(origin, readProduct, { params: { slug } })).product[0]?.variants ?? [];
  return { session: { token, user }, slug, save, read, stored: product.variants ?? [] };
}

test('[VAR-13] [A11Y-2] a new product gets sizes and colours by keys alone, each variant its price, stock, SKU and picture', {
  tags: ['full'],
}, async () => {
  const { token, user } = await logInAdmin(origin);
  const category = await makeCategory(origin, token);
  const { page } = await visit({ session: { token, user }, viewport: NARROW });
  await goTo(page, '/dashboard/admin/create-product');
  const name = uniqueName('Shoe');
  await chooseCategory(page, category.name);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([await makePngUpload('#c00'), { ...(await makePngUpload('#00c')), name: 'blue.png' }]);
  await fillFields(page, { Name: name, Description: 'Runs.', Price: '129' });
  await page.getByLabel('Shipping').selectOption('1');
  const isOn = page.getByRole('switch', { name: 'This product has options, like size or color' });
  await isOn.press('Space');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const optionName = (position: number) => page.getByLabel(`Name of option ${position}`);
  await optionName(1).fill('Size');
  await page.getByLabel('Values of Size').press('4');
  await page.keyboard.type('1,42');
  await page.keyboard.press('Enter');
  await page.getByText('2 variants').waitFor();
  await page.getByRole('button', { name: 'Add another option' }).press('Enter');
  await expect.poll(focused).toBe('Name of option 2');
  await page.keyboard.type('Colour');
  await page.getByLabel('Values of Colour').press('B');
  await page.keyboard.type('leu,Red,red,');
  await page.getByText('“red” is there already').waitFor();
  const chip = (value: string) => page.getByRole('button', { name: `Edit ${value}`, exact: true });
  await chip('Bleu').press('Enter');
  await expect.poll(focused).toBe('Value');
  await page.getByLabel('Value', { exact: true }).fill('Blue');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Edit Blue');
  await page.keyboard.press('Alt+ArrowRight');
  await page.getByText('Blue moved to 2 of 2').waitFor();
  await expect.poll(focused).toBe('Edit Blue');
  const rows = page.getByRole('rowheader');
  await expect.poll(() => rows.allTextContents()).toEqual(['41 / Red', '41 / Blue', '42 / Red', '42 / Blue']);
  await page.getByRole('button', { name: "Don't sell 42 / Red" }).press('Enter');
  await page.getByRole('button', { name: 'Sell 42 / Red' }).waitFor();
  // Filled in at once: a stock for all, another picture for the blue ones.
  const fill = page.getByRole('group', { name: 'Bulk fill' });
  await fill.getByLabel('Stock').fill('7');
  await fill.getByLabel('Stock').press('Enter');
  await fill.getByLabel('For', { exact: true }).selectOption('Colour: Blue');
  await fill.getByLabel('Image').selectOption('Image 2');
  await fill.getByRole('button', { name: 'Apply' }).press('Enter');
  await page.getByText('Filled in 2 variants').waitFor();
  await fillFields(page, { 'Price of 42 / Blue': '139.50', 'SKU of 42 / Blue': `${name}-42-b`, 'Stock of 41 / Red': 'many' });
  await button(page, 'Submit').press('Enter');
  await expect.poll(() => page.getByLabel('Stock of 41 / Red').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Stock of 41 / Red').fill('0');
  await button(page, 'Submit').press('Enter');
  await findToast(page, 'successfully created product').waitFor();
  const { products } = await call(origin, listProducts);
  const slug = products.find((it) => it.name === name)?.slug ?? '';
  const saved = (await call(origin, readProduct, { params: { slug } })).product[0];
  expect(saved).toMatchObject({ price: 129, quantity: 14, isPriceFrom: true, options: [options[0], options[1]] });
  const image = (index: number) => saved?.images[index]?.url;
  expect(saved?.variants).toMatchObject([
    { options: sizes[0], price: 129, quantity: 0, sku: null, image: image(0) },
    { options: sizes[1], price: 129, quantity: 7, image: image(1) },
    { options: sizes[3], price: 139.5, quantity: 7, sku: `${name}-42-b`, image: image(1) },
  ]);
});

test('[VAR-13] [VAR-14] removing a value lists the variants that go, and can be undone; the others keep id, stock and what was typed', {
  tags: ['full'],
}, async () => {
  const { session, slug, save, read, stored } = await makeShoe();
  const { page, expectBrowserErrors } = await visit({ session });
  expectBrowserErrors(/status of 400/);
  await goTo(page, `/dashboard/admin/update-product/${slug}`);
  await page.getByLabel('SKU of 42 / Blue').waitFor();
  await fillFields(page, { 'Price of 42 / Blue': '120' });
  const remove = () => page.getByRole('button', { name: 'Remove 41' }).click();
  await remove();
  const going = page.getByRole('status').filter({ hasText: 'Saving deletes these 2 variants' });
  await expect.poll(() => going.textContent()).toContain('41 / Red (5 in stock), 41 / Blue (5 in stock)');
  await page.getByRole('button', { name: 'Undo' }).click();
  await going.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('SKU of 41 / Red').inputValue()).toBe(`${slug}-0`);
  await remove();
  await page.getByLabel('Values of Size').fill('43,');
  // Whoever leaves is asked first.
  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Orders' }).click();
  const leaveDialog = page.getByRole('alertdialog');
  await leaveDialog.getByRole('button', { name: 'Stay' }).click();
  // Closing it gives the focus back: what was typed before would be lost.
  await leaveDialog.waitFor({ state: 'detached' });
  await fillFields(page, { 'Stock of 43 / Red': '2', 'Compare-at price of 43 / Red': '90' });
  await button(page, 'Update Product').click();
  // Nothing is saved, and the refusal stands in its row.
  await expect.poll(() => page.getByLabel('Compare-at price of 43 / Red').getAttribute('aria-invalid')).toBe('true');
  expect(await read()).toEqual(stored);
  await fillFields(page, { 'Compare-at price of 43 / Red': '150' });
  await fillFields(page, { 'Stock of 42 / Red': '9' });
  await button(page, 'Update Product').click();
  await findToast(page, 'Successfully Update').waitFor();
  await page.waitForURL('**/dashboard/admin/products');
  const [, , red, blue] = stored;
  expect(await read()).toMatchObject([
    { _id: red?._id, quantity: 9, price: 100, sku: red?.sku },
    { _id: blue?._id, quantity: 5, price: 120, sku: blue?.sku },
    { options: { Size: '43', Colour: 'Red' }, quantity: 2, compareAtPrice: 150 },
    { options: { Size: '43', Colour: 'Blue' }, quantity: 0 },
  ]);
  // Off, the product is its own variant again.
  await goTo(page, `/dashboard/admin/update-product/${slug}`);
  await page.getByRole('switch').click();
  await page.getByText('Saving deletes all variants').waitFor();
  await expect.poll(() => page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('16');
  await button(page, 'Update Product').click();
  await findToast(page, 'Successfully Update').waitFor();
  const { product } = await save({});
  expect([product.options, product.quantity, product.price]).toEqual([undefined, 16, 100]);
});

test('[VAR-14] variants that another admin has changed are shown beside those that were typed, and a change of the stock stays a change', {
  tags: ['full'],
}, async () => {
  const { session, slug, save, read, stored } = await makeShoe();
  const { page, expectBrowserErrors } = await visit({ session });
  expectBrowserErrors(/status of 409/);
  await goTo(page, `/dashboard/admin/update-product/${slug}`);
  await page.getByLabel('Stock of 41 / Red').fill('8');
  await main(page).locator('input[type="file"]').first().waitFor({ state: 'attached' });
  await save({
    variants: stored.map((it, index) => ({ ...it, quantity: index === 0 ? 4 : it.quantity, price: index === 1 ? 110 : it.price })),
  });
  await button(page, 'Update Product').click();
  await page.getByRole('alert').filter({ hasText: 'Nothing was overwritten' }).waitFor();
  const panel = page.getByRole('group', { name: 'Options and variants' }).first();
  await expect.poll(() => panel.textContent()).toContain('41 / Blue: $110.00, 5 in stock');
  await panel.getByRole('radio', { name: /^Yours/ }).check();
  await expect.poll(() => page.getByLabel('Stock of 41 / Red').inputValue()).toBe('7');
  await button(page, 'Update Product').click();
  await findToast(page, 'Successfully Update').waitFor();
  expect((await read()).map(({ _id, quantity, price }) => [_id, quantity, price])).toEqual(
    stored.map(({ _id }, index) => [_id, index === 0 ? 7 : 5, 100]),
  );
});
