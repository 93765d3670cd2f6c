/** A merchant formats a product's description, and customers read it. */
import { expect, test } from 'vitest';
import { readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct } from '../support/api-client.ts';
import { button } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const PLAIN = '5 * 3 cm\n# not a heading\n1. as typed';

async function openForm() {
  const session = await logInAdmin(origin);
  const category = await makeCategory(origin, session.token);
  const product = await makeProduct(origin, session.token, category._id);
  await call(origin, updateProduct, { token: session.token, params: { id: product._id }, body: { description: PLAIN } });
  const { page } = await visit({ session });
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  const field = page.getByRole('textbox', { name: 'Description', exact: true });
  await expect.poll(() => field.inputValue()).toBe(PLAIN);
  const read = async () => (await call(origin, readProduct, { params: { slug: product.slug } })).product[0];
  return { page, product, field, read };
}

test('[DESC-1] [DESC-5] [DESC-6] a plain description stays as typed, until its format is changed by one click with a preview', {
  tags: ['full'],
}, async () => {
  const { page, product, field, read } = await openForm();
  await expect.poll(() => page.getByRole('toolbar').count()).toBe(0);
  await goTo(page, `/product/${product.slug}`);
  const shown = main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Description', exact: true }) });
  await expect.poll(() => shown.locator('p').allTextContents()).toEqual([PLAIN]);
  await expect.poll(() => shown.locator('.rich-text').count()).toBe(0);
  await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
  await button(page, 'Use formatted text').click();
  const preview = page.getByRole('region', { name: 'Preview of Description' });
  await preview.getByRole('heading', { name: 'not a heading' }).waitFor();
  await preview.getByRole('list').waitFor();
  // Back again: nothing of it is lost.
  await button(page, 'Use plain text').click();
  await expect.poll(() => preview.locator('p').allTextContents()).toEqual([PLAIN]);
  await button(page, 'Use formatted text').click();
  await preview.getByRole('heading', { name: 'not a heading' }).waitFor();
  await button(page, 'Continue writing').click();
  await field.fill('Wash');
  await button(page, 'Update Product').click();
  await findToast(page, 'Successfully Update').waitFor();
  await expect.poll(read).toMatchObject({ description: 'Wash', descriptionFormat: 'markdown' });
});

test('[DESC-2] [DESC-3] [DESC-6] [A11Y-2] a description is formatted by buttons and keys, undone, and read by customers and search engines', {
  tags: ['full'],
}, async () => {
  const { page, product, field, read } = await openForm();
  await button(page, 'Use formatted text').click();
  await button(page, 'Continue writing').click();
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await field.fill('Care\n\nWash cold only\n\nonce\ntwice');
  const select = (words: string) =>
    field.evaluate((it: HTMLTextAreaElement, text) => {
      it.focus();
      it.setSelectionRange(it.value.indexOf(text), it.value.indexOf(text) + text.length);
    }, words);
  await select('cold');
  await page.keyboard.press('Control+b');
  await expect.poll(() => field.inputValue()).toContain('Wash **cold** only');
  await page.keyboard.press('Control+z');
  await expect.poll(() => field.inputValue()).toContain('Wash cold only');
  await select('cold');
  await toolbar.getByRole('button', { name: 'Bold' }).click();
  await select('Care');
  // One button is reached by Tab, the others by arrows.
  await page.keyboard.press('Shift+Tab');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe('Bold');
  for (const [key, name] of [
    ['ArrowRight', 'Italic'],
    ['End', 'Table'],
    ['ArrowRight', 'Bold'],
    ['ArrowLeft', 'Table'],
    ['Home', 'Bold'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(name);
  }
  await toolbar.getByRole('button', { name: 'Heading' }).press('Enter');
  await select('once\ntwice');
  await toolbar.getByRole('button', { name: 'Bulleted list' }).click();
  await field.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('see ');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('our guide');
  await expect.poll(() => field.inputValue()).toBe('## Care\n\nWash **cold** only\n\n- once\n- twice\n- see [our guide](https://)');
  await select('https://');
  await page.keyboard.type('/pages/care');
  await button(page, 'Preview').click();
  await page.getByRole('region', { name: 'Preview of Description' }).getByRole('link', { name: 'our guide' }).waitFor();
  await button(page, 'Update Product').click();
  await findToast(page, 'Successfully Update').waitFor();
  await expect.poll(async () => (await read())?.descriptionFormat).toBe('markdown');

  await goTo(page, `/product/${product.slug}`);
  const shown = main(page).locator('.rich-text');
  await shown.getByRole('heading', { level: 3, name: 'Care' }).waitFor();
  await expect.poll(() => shown.locator('strong').textContent()).toBe('cold');
  await expect.poll(() => shown.getByRole('listitem').allTextContents()).toEqual(['once', 'twice', 'see our guide']);
  await expect.poll(() => shown.getByRole('link').getAttribute('href')).toBe('/pages/care');
  const html = await (await fetch(`${origin}/product/${product.slug}`)).text();
  expect(html).toContain('<meta name="description" content="Care Wash cold only • once • twice • see our guide"/>');
  const jsonLd = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(jsonLd).toContain('Wash cold only');
  expect(jsonLd).not.toContain('**');
  // The cart keeps plain words, too.
  await button(page, 'Add to Cart').click();
  const cart = () => page.evaluate(() => localStorage.getItem('cart'));
  await expect.poll(cart).toContain('Wash cold only');
  expect(await cart()).not.toMatch(/\*\*|descriptionContent/);
});
