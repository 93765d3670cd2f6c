/** Lists filtered by options and attributes: on the home page, in a category and in a search. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { DEFAULT_SETTINGS, updateSettings } from '../../../src/contract/settings.ts';
import { saveChanges } from '../admin/locators.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session, uniqueName } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { deleteProductsOfTests, getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;
let slug: string;
let plainCategory: string;
/** A word that only these products have. */
const word = uniqueName('Facet').replace(/\W/g, '');

beforeAll(async () => {
  session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  slug = category.slug;
  plainCategory = category._id;
  const make = async (name: string, sizes: string[], upper: string) => {
    const { _id } = await makeProduct(origin, session.token, category._id, { name: `${word} ${name}` });
    const options = [{ name: 'Size', values: sizes }];
    const variants = sizes.map((Size) => ({ options: { Size }, price: 10, quantity: 3 }));
    const body = { options, variants, attributes: [{ name: 'Upper', value: upper }] };
    await call(origin, updateProduct, { token: session.token, params: { id: _id }, body });
  };
  await make('one', ['9', '10'], 'Wool');
  await make('two', ['10', '11'], 'Wool');
  await make('three', ['12'], 'Linen');
});

afterAll(async () => {
  await call(origin, updateSettings, { token: session.token, body: DEFAULT_SETTINGS });
  await deleteProductsOfTests(origin);
});

const names = (page: Page) => page.locator('main .product-card h3').allTextContents();
const shown = (page: Page) => expect.poll(async () => (await names(page)).map((it) => it.split(' ').at(-1)).sort());
const choice = (page: Page, value: string) => page.getByRole('group', { name: 'Size' }).locator('label').filter({ hasText: value });
const query = (page: Page) => new URL(page.url()).search;

test('[FACET-4] [FACET-5] a category is filtered by size, with counts and in the URL, and chips remove the filters', async () => {
  const { page } = await visit();
  await goTo(page, `/category/${slug}`);
  await shown(page).toEqual(['one', 'three', 'two']);
  await expect
    .poll(() => page.getByRole('group', { name: 'Size' }).locator('label').allTextContents())
    .toEqual(['91', '102', '111', '121']);
  await expect.poll(() => page.getByRole('group', { name: 'Upper' }).count()).toBe(0);
  await choice(page, '12').click();
  await shown(page).toEqual(['three']);
  expect(query(page)).toBe('?filter=Size:12');
  await choice(page, '9').click();
  await shown(page).toEqual(['one', 'three']);
  await page.getByLabel('Sort by').selectOption('name');
  await expect.poll(() => query(page)).toBe('?filter=Size:12&filter=Size:9&sort=name');
  await expect.poll(() => heading(page).textContent()).toContain('2 products');
  expect(await findA11yViolations(page)).toEqual([]);
  await page.reload();
  await shown(page).toEqual(['one', 'three']);
  await page.getByRole('link', { name: 'Remove filter: Size: 12' }).click();
  await shown(page).toEqual(['one']);
  expect(query(page)).toBe('?filter=Size:9&sort=name');
  await page.goBack();
  await shown(page).toEqual(['one', 'three']);
});

test('[FACET-4] a search from the header offers the merchant’s filters at once, as its page does after a reload', async () => {
  const { page } = await visit();
  const plainWord = uniqueName('Plain').replace(/\W/g, '');
  for (const [name, weave] of Object.entries({ one: 'Twill', two: 'Satin' })) {
    const { _id } = await makeProduct(origin, session.token, plainCategory, { name: `${plainWord} ${name}` });
    const body = { attributes: [{ name: 'Weave', value: weave }] };
    await call(origin, updateProduct, { token: session.token, params: { id: _id }, body });
  }
  const saveSettings = (filterAttributes: string[]) =>
    call(origin, updateSettings, { token: session.token, body: { ...DEFAULT_SETTINGS, filterAttributes } });
  await saveSettings(['Weave']);
  onTestFinished(async () => {
    await saveSettings([]);
  });
  await goTo(page, '/about');
  await page.getByRole('combobox', { name: 'Search products' }).fill(plainWord);
  await page.keyboard.press('Enter');
  await shown(page).toEqual(['one', 'two']);
  await expect.poll(() => page.getByRole('group', { name: 'Weave' }).getByRole('checkbox').count()).toBe(2);
});

test('[FACET-4] a search is filtered in a sheet on a phone, and by a form without JavaScript; search engines see one canonical URL', {
  tags: ['full'],
}, async () => {
  const { page } = await visit({ viewport: NARROW });
  await goTo(page, `/searched/products?keyword=${word}`);
  await shown(page).toEqual(['one', 'three', 'two']);
  await page.getByRole('button', { name: 'Filter' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('checkbox', { name: /^10/ }).check();
  await sheet.getByRole('button', { name: 'Show 2 products' }).click();
  await sheet.waitFor({ state: 'detached' });
  await shown(page).toEqual(['one', 'two']);
  expect(query(page)).toBe(`?keyword=${word}&filter=Size:10`);
  expect(await hasNoHorizontalScroll(page)).toBe(true);
  const html = await (await fetch(`${origin}/category/${slug}?filter=Size%3A10&filter=Size:9&page=2`)).text();
  expect(html).toContain(`rel="canonical" href="${origin}/category/${slug}"`);
  const first = await (await fetch(`${origin}/category/${slug}?filter=Size%3A12&utm_source=x`)).text();
  expect(first).toContain(`${word} three`);
  expect(first).not.toContain(`${word} one`);
});

test('[FACET-3] [FACET-4] [FACET-6] an attribute becomes a filter once the merchant names it; the home page lists it beside its own filters', async () => {
  const admin = (await visit({ session })).page;
  await goTo(admin, '/dashboard/admin/settings/search');
  await admin.getByLabel('Specifications as filters').fill('Upper, Upper ,');
  await saveChanges(admin);
  await findToast(admin, 'Settings saved').waitFor();
  const { page } = await visit();
  await goTo(page, `/?category=${slug}`);
  await page
    .getByRole('group', { name: 'Upper' })
    .getByRole('checkbox', { name: /^Linen/ })
    .check();
  await shown(page).toEqual(['three']);
  expect(query(page)).toBe(`?category=${slug}&filter=Upper:Linen`);
  await page.getByRole('link', { name: 'Remove filter: Upper: Linen' }).waitFor();
});
