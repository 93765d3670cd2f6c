/** A merchant switches the feeds for Google and Meta on, sees what Google would refuse, mends it, and the feed has it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFeeds } from '../../../src/contract/feeds.ts';
import { readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { readGoogleFeed, readMetaFeed } from '../../support/feeds.ts';
import { findFreePort } from '../../support/free-port.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session } from '../support/api-client.ts';
import { fillFields } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { dialog, main } from './locators.ts';

let shop: ShopProcess;
let session: Session;

beforeAll(async () => {
  const port = String(await findFreePort());
  const env = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, DEMO: 'off', SECOND_FACTOR: 'optional' };
  shop = await startShop({ dataDir: makeEmptyDataDir(), env });
  session = await logInAdmin(shop.origin);
});

afterAll(() => shop.stop());

const visit = prepareVisits('');
const fetchFeed = async (path: string) => {
  const answer = await fetch(shop.origin + path);
  return { status: answer.status, text: await answer.text() };
};
const readGoogle = async () => readGoogleFeed((await fetchFeed('/feeds/google.xml')).text);
const waitUntilMade = () =>
  expect.poll(async () => (await call(shop.origin, readFeeds, { token: session.token })).isUpdating, { timeout: 60_000 }).toBe(false);

test('[FEED-1] [FEED-8] [FEED-9] [FEED-14] a merchant switches the feeds on, sees a problem, mends it, and the feed shows it', {
  tags: ['full'],
}, async () => {
  const { token } = session;
  const category = await makeCategory(shop.origin, token, 'Kettles');
  const product = await makeProduct(shop.origin, token, category._id, { name: 'Copper kettle', price: 49.9 });
  expect((await fetchFeed('/feeds/google.xml')).status).toBe(404);

  const { page } = await visit({ session, origin: shop.origin });
  await goTo(page, '/dashboard/admin/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Google and Meta' }).click();
  await main(page).getByLabel('Feeds for Google and Meta').check();
  await main(page).getByLabel('Country').selectOption({ label: 'United States' });
  await main(page).getByRole('button', { name: 'Save' }).click();
  await findToast(page, 'The feeds are saved').waitFor();
  await main(page).getByText(`${shop.origin}/feeds/google.xml`).waitFor();
  await main(page).getByText(`${shop.origin}/feeds/meta.csv`).waitFor();

  const row = main(page).getByRole('row').filter({ hasText: 'Copper kettle' });
  await row.getByText('No brand', { exact: true }).waitFor();
  await row.getByText('No GTIN, and no brand with SKU').waitFor();
  await main(page).getByText('1 product, 1 entry').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await main(page).getByLabel('Problem').selectOption({ label: 'No brand (1)' });
  await main(page).getByText('Add the brand.').waitFor();

  // She mends it: the barcode in the form, the brand by the call that other programs make.
  await row.getByRole('link', { name: 'Edit Copper kettle' }).click();
  const section = main(page).locator('details').filter({ hasText: 'GTIN' });
  await section.locator('summary').click();
  await fillFields(page, { 'GTIN, EAN, UPC or ISBN': '4006381333931' });
  const engines = main(page).locator('details').filter({ hasText: 'product category' });
  await engines.locator('summary').click();
  const search = main(page).getByRole('combobox', { name: 'Google’s product category' });
  await search.fill('electric kettle');
  await page.getByRole('option', { name: /Electric Kettles/ }).click();
  await expect.poll(() => search.inputValue()).toBe('Home & Garden > Kitchen & Dining > Kitchen Appliances > Electric Kettles (751)');
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();
  await call(shop.origin, updateProduct, { token, params: { id: product._id }, body: { brand: 'Loom' } });

  await goTo(page, '/dashboard/admin/settings/feeds');
  await main(page).getByRole('button', { name: 'Update now' }).click();
  await main(page).getByText('Google would take everything').waitFor();
  await waitUntilMade();
  const [item] = await readGoogle();
  const [meta] = readMetaFeed((await fetchFeed('/feeds/meta.csv')).text.replace('\uFEFF', ''));
  expect(item).toMatchObject({ gtin: '4006381333931', brand: 'Loom', google_product_category: '751', price: '49.90 USD' });
  expect(meta).toMatchObject({ gtin: '4006381333931', brand: 'Loom', price: '49.90 USD' });

  // The page that the feed leads to says the same, to people, to search engines and in shared links.
  const html = await (await fetch(String(item?.link))).text();
  expect(html).toContain('$49.90');
  const tag = (name: string) => new RegExp(`<meta property="product:${name}" content="([^"]*)"`).exec(html)?.[1];
  expect([tag('price:amount'), tag('price:currency'), tag('retailer_item_id'), tag('availability')]).toEqual([
    '49.90',
    'USD',
    item?.id,
    meta?.availability,
  ]);
  expect(html).toContain('"price":"49.90","url"');
  expect(html).toContain('"gtin":"4006381333931"');
  const { product: read } = await call(shop.origin, readProduct, { params: { slug: product.slug } });
  expect(read[0]?.googleCategory).toBe('751');
});

test('[FEED-11] [FEED-14] a category’s Google category is chosen with a search, also by the keyboard', async () => {
  await makeCategory(shop.origin, session.token, 'Teapots');
  const { page } = await visit({ session, origin: shop.origin });
  await goTo(page, '/dashboard/admin/create-category');
  await main(page).getByRole('button', { name: 'Edit Teapots' }).click();
  const field = dialog(page).getByRole('combobox', { name: 'Google’s product category' });
  await field.fill('kitchen appliances');
  await page.getByRole('option').first().waitFor();
  await field.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('Home & Garden > Kitchen & Dining > Kitchen Appliances (730)');
  await dialog(page).getByRole('button', { name: 'Submit' }).click();
  await findToast(page, /updated/i).waitFor();
  await main(page).getByRole('button', { name: 'Edit Teapots' }).click();
  await expect.poll(() => field.inputValue()).toContain('Kitchen Appliances (730)');
  await field.fill('zzzz');
  await dialog(page).getByText('No category of Google’s has these words').waitFor();
  await field.fill('');
  await field.blur();
  await dialog(page).getByRole('button', { name: 'Submit' }).click();
  await findToast(page, /updated/i)
    .last()
    .waitFor();
});
