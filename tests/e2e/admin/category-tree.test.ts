/** A merchant makes a tree of categories, puts a product into several of them, and customers find their way through it. */
import { expect, test } from 'vitest';
import { listCategories } from '../../../src/contract/category.ts';
import { createCategory } from '../../../src/contract/category-admin.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { navbar } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { dialog, findRow, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const session = await logInAdmin(origin);
const { token } = session;

const createBelow = async (parent: string | undefined, name: string) =>
  (await call(origin, createCategory, { token, body: { name, ...(parent && { parent }) } })).category;
const findCategory = async (id: string) => (await call(origin, listCategories)).category.find(({ _id }) => _id === id);

test('[TREE-17] a category is created below another, ordered by the keyboard among its brothers, and moved in its form', {
  tags: ['full'],
}, async () => {
  const top = await makeCategory(origin, token);
  const other = await makeCategory(origin, token);
  const first = await createBelow(top._id, uniqueName('Aprons'));
  const second = uniqueName('Belts');
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/create-category');
  await page.getByPlaceholder('Create a category').fill(second);
  await main(page).getByRole('combobox', { name: 'Parent category' }).fill(top.name);
  await page.getByRole('option', { name: top.name, exact: true }).click();
  await main(page).getByRole('button', { name: 'Submit' }).click();
  await findToast(page, `${second} category created`).waitFor();
  await findRow(page, second).getByText('Level 2').waitFor();
  await expect.poll(() => main(page).getByRole('combobox', { name: 'Parent category' }).inputValue()).toBe('');
  await main(page).getByRole('button', { name: 'Change order' }).press('Enter');
  await page.getByRole('button', { name: `Move ${second} up` }).press('Enter');
  await findToast(page, `${second} is now 1 of 2`).waitFor();
  const order = async () => {
    const { category } = await call(origin, listCategories);
    return category.filter(({ parent }) => parent === top._id).map(({ name }) => name);
  };
  await expect.poll(order).toEqual([second, first.name]);
  await expect.poll(() => page.getByRole('button', { name: `Move ${second} up` }).isDisabled()).toBe(true);
  expect(await findA11yViolations(page)).toEqual([]);
  await main(page).getByRole('button', { name: 'Done' }).click();
  await findRow(page, first.name).getByRole('button', { name: /^EDIT/ }).click();
  const parent = dialog(page).getByRole('combobox', { name: 'Parent category' });
  await expect.poll(() => parent.inputValue()).toBe(top.name);
  await parent.fill(other.name);
  await page.getByRole('option', { name: other.name, exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Submit' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await findCategory(first._id)).toMatchObject({ parent: other._id, slug: first.slug });
  await findRow(page, top.name)
    .getByRole('button', { name: /^DELETE/ })
    .click();
  await dialog(page).getByText('There are categories below it').waitFor();
});

test('[TREE-10] [TREE-17] a product gets further categories by typing, leaves one, and is listed in the others', async () => {
  const top = await makeCategory(origin, token);
  const below = await createBelow(top._id, uniqueName('Hats'));
  const [sale, gifts] = [await makeCategory(origin, token), await makeCategory(origin, token)];
  const product = await makeProduct(origin, token, below._id);
  const { page } = await visit({ session });
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  await expect.poll(() => page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe(`${top.name} > ${below.name}`);
  const field = page.getByRole('combobox', { name: 'Further categories' });
  for (const { name } of [sale, gifts]) {
    await field.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
    await page.getByRole('button', { name: `Remove from ${name}` }).waitFor();
  }
  await page.getByRole('button', { name: `Remove from ${gifts.name}` }).click();
  expect(await findA11yViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Update Product' }).click();
  await findToast(page, 'Successfully Update').waitFor();
  for (const [{ slug }, isListed] of [
    [sale, true],
    [top, true],
    [gifts, false],
  ] as const)
    expect((await (await fetch(`${origin}/category/${slug}`)).text()).includes(product.name), slug).toBe(isListed);
});

test('[TREE-15] [TREE-16] customers follow the tree: menu, links below the heading, breadcrumbs, and what search engines read', async () => {
  const top = await makeCategory(origin, token);
  const below = await createBelow(top._id, uniqueName('Coats'));
  const third = await createBelow(below._id, uniqueName('Rain'));
  const product = await makeProduct(origin, token, third._id);
  await call(origin, updateProduct, { token, params: { id: product._id }, body: { description: 'Keeps dry.' } });
  const { page } = await visit();
  await goTo(page, '/');
  await navbar(page).getByRole('button', { name: 'Category' }).click();
  await navbar(page).getByRole('link', { name: below.name }).waitFor();
  await expect.poll(() => navbar(page).getByRole('link', { name: third.name }).count()).toBe(0);
  await navbar(page).getByRole('link', { name: top.name }).click();
  await main(page).getByRole('link', { name: product.name }).first().waitFor();
  await page
    .getByRole('navigation', { name: `Categories in ${top.name}` })
    .getByRole('link', { name: below.name })
    .click();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect.poll(() => crumbs.getByRole('listitem').allTextContents()).toEqual(['Home', 'Categories', top.name, below.name]);
  expect(await findA11yViolations(page)).toEqual([]);
  await goTo(page, `/product/${product.slug}`);
  await expect.poll(() => crumbs.getByRole('listitem').allTextContents()).toEqual(['Home', top.name, below.name, third.name, product.name]);
  const html = await (await fetch(`${origin}/product/${product.slug}`)).text();
  const lists = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json = '']) => JSON.parse(json));
  expect(lists.find((it) => it['@type'] === 'BreadcrumbList').itemListElement).toMatchObject(
    ['Home', top.name, below.name, third.name, product.name].map((name, index) => ({ position: index + 1, name })),
  );

  const phone = (await visit({ viewport: { width: 390, height: 844 } })).page;
  await goTo(phone, '/');
  await phone.getByRole('button', { name: 'Menu' }).click();
  await navbar(phone).getByRole('link', { name: third.name }).waitFor();
  expect(await findA11yViolations(phone)).toEqual([]);
});
