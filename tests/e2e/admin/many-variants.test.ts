/** A product of five options and 2,048 variants: its form in the admin area, and its page in the shop. */
import { expect, test } from 'vitest';
import { readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { button } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const options = [
  { name: 'Size', values: ['36', '37', '38', '39', '40', '41', '42', '43'] },
  { name: 'Colour', values: ['Black', 'White', 'Red', 'Blue'] },
  { name: 'Width', values: ['Narrow', 'Regular', 'Wide', 'Extra wide'] },
  { name: 'Sole', values: ['Rubber', 'Leather', 'Cork', 'Foam'] },
  { name: 'Lining', values: ['None', 'Cotton', 'Wool', 'Fleece'] },
];
const combine = (some: typeof options) =>
  some.reduce<Record<string, string>[]>(
    (rows, { name, values }) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
const combinations = combine(options);

/** The red ones cost 120, and those with a foam sole are sold out. Of all five options it has 2,048 variants, of the first three 128. */
async function makeLargeShoe(shoeOptions = options) {
  const { token, user } = await logInAdmin(origin);
  const category = await makeCategory(origin, token);
  const { _id, slug } = await makeProduct(origin, token, category._id, { name: uniqueName('Shoe') });
  const variants = combine(shoeOptions).map((it) => ({
    options: it,
    price: it.Colour === 'Red' ? 120 : 100,
    quantity: it.Sole === 'Foam' ? 0 : 5,
  }));
  const { product } = await call(origin, updateProduct, { token, params: { id: _id }, body: { options: shoeOptions, variants } });
  const read = async () => (await call(origin, readProduct, { params: { slug } })).product[0]?.variants ?? [];
  return { session: { token, user }, slug, read, stored: product.variants ?? [] };
}

test('[MANYVAR-3] [MANYVAR-4] of 2,048 variants some are found, selected and filled in at once, and an error is shown wherever it is', {
  tags: ['full'],
}, async () => {
  const { session, slug, read } = await makeLargeShoe();
  const { page } = await visit({ session });
  await goTo(page, `/dashboard/admin/update-product/${slug}`);
  const rows = page.getByRole('rowheader');
  await page.getByText('1 to 50 of 2,048').waitFor();
  await expect.poll(() => rows.count()).toBe(50);
  await expect.poll(() => button(page, 'Add another option').getAttribute('aria-disabled')).toBe('true');
  // An error in a row of another page.
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByText('51 to 100 of 2,048').waitFor();
  const price = page.getByLabel('Price of 36 / Black / Wide / Cork / Wool', { exact: true });
  await page.getByLabel('Find variants').fill('36 black wide cork');
  await expect.poll(() => rows.count()).toBe(8);
  await price.fill('dear');
  await page.getByLabel('Find variants').fill('43');
  await button(page, 'Update Product').click();
  await page.getByText('Only variants with an error are shown.').waitFor();
  await expect.poll(() => rows.allTextContents()).toEqual(['36 / Black / Wide / Cork / Wool']);
  await expect.poll(() => price.getAttribute('aria-invalid')).toBe('true');
  await price.fill('101');
  await page.getByRole('button', { name: 'Show all variants' }).click();

  await page.getByRole('search').getByLabel('Lining').selectOption('Wool');
  await page.getByRole('search').getByLabel('Colour').selectOption('Blue');
  await page.getByText('128 of 2,048 variants').waitFor();
  const fill = page.getByRole('group', { name: 'Bulk fill' });
  const scope = fill.getByLabel('For', { exact: true });
  await expect.poll(() => scope.locator('option:checked').textContent()).toBe('The 128 found');
  await fill.getByLabel('SKU pattern').fill('S-{Size}');
  await fill.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Several variants would have the same SKU').waitFor();
  await fill.getByLabel('Price', { exact: true }).fill('130');
  await fill.getByLabel('SKU pattern').fill(`${slug}-{size}-{Width}-{n}`);
  await fill.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Filled in 128 variants').waitFor({ state: 'attached' });
  await page.getByLabel('Select all 128').check();
  await page.getByText('128 selected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show all variants' }).click();
  await expect.poll(() => scope.locator('option:checked').textContent()).toBe('The 128 selected');
  await page.getByLabel('Select 36 / Black / Narrow / Rubber / None').check();
  await fill.getByLabel('Stock', { exact: true }).fill('9');
  await fill.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Filled in 129 variants').waitFor({ state: 'attached' });
  await page.getByRole('search').getByLabel('Size').selectOption('43');
  await page.getByLabel('Select all 256').check();
  await button(page, 'Update Product').click();
  await findToast(page, 'Successfully Update').waitFor();
  const saved = await read();
  const blue = saved.filter(({ options: it }) => it.Colour === 'Blue' && it.Lining === 'Wool');
  expect(blue.every((it) => it.price === 130 && it.quantity === 9)).toBe(true);
  expect([blue[0]?.sku, blue.at(-1)?.sku]).toEqual([`${slug}-36-Narrow-1`, `${slug}-43-Extra-wide-128`]);
  expect(saved[0]).toMatchObject({ price: 100, quantity: 9, sku: null });
  expect(saved.filter(({ price: it }) => it === 101)).toHaveLength(1);
});

test('[MANYVAR-3] on a phone the table of 2,048 variants is a list of cards, and those that were selected can be left out at once', {
  tags: ['full'],
}, async () => {
  const { session, slug, read } = await makeLargeShoe();
  const { page } = await visit({ session, viewport: NARROW });
  await goTo(page, `/dashboard/admin/update-product/${slug}`);
  await page.getByRole('search').getByLabel('Size').selectOption('43');
  await page.getByLabel('Select all 256').check();
  expect(await hasNoHorizontalScroll(page)).toBe(true);
  await page.getByRole('button', { name: "Don't sell the selected" }).click();
  await page.getByText('Saving deletes these 256 variants:').waitFor();
  await button(page, 'Update Product').click();
  await findToast(page, 'Successfully Update').waitFor();
  expect(await read()).toHaveLength(combinations.length - 256);
});

test('[MANYVAR-5] the page of 2,048 variants comes without them, says what is sold out, and has price and stock once a variant is chosen', {
  tags: ['full'],
}, async () => {
  const { slug, stored } = await makeLargeShoe();
  const html = await (await fetch(`${origin}/product/${slug}`)).text();
  expect(stored.filter(({ _id }) => html.includes(_id)).length).toBeLessThan(5);
  expect(html).toContain('"lowPrice":"100.00","highPrice":"120.00","offerCount":2048');
  expect(html.length).toBeLessThan(150_000);
  const { page } = await visit();
  await goTo(page, `/product/${slug}`);
  const main = page.locator('main');
  await main.getByRole('radio', { name: 'Foam, sold out' }).waitFor();
  for (const value of ['43', 'Red', 'Extra wide', 'Leather', 'Fleece'])
    await main.getByRole('radio', { name: value, exact: true }).check({ force: true });
  const chosen = stored.find(({ options: it }) => Object.values(it).join() === '43,Red,Extra wide,Leather,Fleece');
  await page.waitForURL(`**/product/${slug}?variant=${chosen?._id}`);
  await expect.poll(() => main.textContent()).toContain('$120.00');
  await main.getByRole('button', { name: 'Add to Cart', exact: true }).first().click();
  await findToast(page, 'Added To Cart Successfully').waitFor();
  await expect.poll(() => readLocalStorage(page, 'cart')).toMatchObject([{ variant: chosen?._id, price: 120 }]);
  // A link to a variant is rendered with it.
  await goTo(page, `/product/${slug}?variant=${chosen?._id}`);
  await expect.poll(() => main.getByRole('radio', { name: 'Fleece' }).isChecked()).toBe(true);
});

test('[MANYVAR-6] without scripts a choice is sent as a form, and the shop shows the variant', async () => {
  const { slug, stored } = await makeLargeShoe(options.slice(0, 3));
  const { page } = await visit({ javaScriptEnabled: false });
  await page.goto(`/product/${slug}`);
  const main = page.locator('main');
  const choose = async (value: string) => main.getByRole('radio', { name: value, exact: true }).check({ force: true });
  await choose('43');
  await choose('Red');
  await main.getByRole('button', { name: 'Show this choice' }).click();
  await page.waitForURL(`**/product/${slug}?o1=43&o2=Red`);
  await expect.poll(() => main.getByRole('radio', { name: 'Red', exact: true }).isChecked()).toBe(true);
  await choose('Wide');
  await main.getByRole('button', { name: 'Show this choice' }).click();
  const chosen = stored.find(({ options: it }) => Object.values(it).join() === '43,Red,Wide');
  await page.waitForURL(`**/product/${slug}?variant=${chosen?._id}`);
  await expect.poll(() => main.textContent()).toContain('$120.00');
});

test('[MANYVAR-5] if the variants can’t be loaded, the page says so, and the next choice loads them', { tags: ['full'] }, async () => {
  const { slug } = await makeLargeShoe();
  const { page, expectBrowserErrors } = await visit();
  expectBrowserErrors(/Failed to load|net::ERR/);
  await goTo(page, `/product/${slug}`);
  await page.route('**/api/v1/product/single-product/**', (route) => route.abort());
  const main = page.locator('main');
  for (const value of ['43', 'Red', 'Wide', 'Leather', 'Fleece'])
    await main.getByRole('radio', { name: value, exact: true }).check({ force: true });
  await main.getByText("Prices and stock couldn't be loaded. Choose again.").waitFor();
  await page.unroute('**/api/v1/product/single-product/**');
  await main.getByRole('radio', { name: 'Blue' }).check({ force: true });
  await page.waitForURL(/\?variant=/);
  await expect.poll(() => main.textContent()).toContain('$100.00');
});
