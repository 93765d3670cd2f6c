/** A product with options, from its card to the checkout. */
import { expect, test } from 'vitest';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { cartBadge } from '../support/steps.ts';
import { findToast, goTo, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { productCards } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const options = [
  { name: 'Size', values: ['41', '42'] },
  { name: 'Colour', values: ['Red', 'Blue'] },
];

/** 41 exists in red only, 42 in both colors; the red 42 is sold out. */
async function makeShoe() {
  const { token } = await logInAdmin(origin);
  const category = await makeCategory(origin, token);
  const product = await makeProduct(origin, token, category._id, { name: uniqueName('Shoe') });
  const variants = [
    { options: { Size: '41', Colour: 'Red' }, price: 100, quantity: 5 },
    { options: { Size: '42', Colour: 'Red' }, price: 100, quantity: 0 },
    { options: { Size: '42', Colour: 'Blue' }, price: 120, quantity: 3 },
  ];
  const saved = await call(origin, updateProduct, { token, params: { id: product._id }, body: { options, variants } });
  return { product: saved.product, before: product, category, variants: saved.product.variants ?? [] };
}

test('[VAR-10] a card shows the lowest price and links to the page, where each value is a button and the URL holds the choice', async () => {
  const { product, category, variants } = await makeShoe();
  const { page } = await visit();
  await goTo(page, `/category/${category.slug}`);
  const card = productCards(page).first();
  await expect.poll(() => card.textContent()).toContain('From $100.00');
  await card.getByRole('link', { name: /^Choose options/ }).click();
  await page.waitForURL(`**/product/${product.slug}`);
  const main = page.locator('main');
  const add = main.getByRole('button', { name: 'Add to Cart', exact: true }).first();
  // Everywhere on the page, until a variant is chosen.
  const price = main.locator('dt', { hasText: 'Price' }).locator('+ dd');
  await expect.poll(() => price.textContent()).toBe('From $100.00');
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 390, height: 500 });
  // The buy bar is shown while the button is out of view.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.getByRole('region', { name: 'Buy', exact: true }).textContent()).toContain('From $100.00');
  await page.setViewportSize(size);
  await add.click();
  await main.getByText('Choose a size').waitFor();
  await expect.poll(() => readLocalStorage(page, 'cart')).toBeNull();
  // The first button of what is missing has the focus; the arrows move within its group.
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)).toBe('41');
  await page.keyboard.press('ArrowRight');
  const size42 = main.getByRole('group', { name: /^Size/ }).getByRole('radio', { name: /^42/ });
  await expect.poll(() => size42.isChecked()).toBe(true);
  await main.getByRole('radio', { name: 'Red, sold out' }).waitFor();
  await main.getByRole('radio', { name: 'Blue' }).check({ force: true });
  await page.waitForURL(`**/product/${product.slug}?variant=${variants[2]?._id}`);
  await expect.poll(() => main.textContent()).toContain('$120.00');
  await main.getByText('Only 3 left').waitFor();
  await add.click();
  await findToast(page, 'Added To Cart Successfully').waitFor();

  await main.getByRole('radio', { name: /^Red/ }).check({ force: true });
  await main.getByRole('button', { name: 'Out of stock' }).first().waitFor();
  await main.getByRole('radio', { name: /^41/ }).check({ force: true });
  await main.getByRole('radio', { name: /^Blue, not available/ }).check({ force: true });
  await main.getByText("This combination isn't available. Choose another.").waitFor();
  await expect.poll(() => main.getByRole('button', { name: 'Unavailable' }).first().isDisabled()).toBe(true);
  await main.getByRole('radio', { name: /^Red/ }).check({ force: true });
  await add.click();
  await expect.poll(() => cartBadge(page).textContent()).toBe('2');

  await goTo(page, '/cart');
  for (const [chosen, price] of [
    ['Size: 42, Colour: Blue', '$120.00'],
    ['Size: 41, Colour: Red', '$100.00'],
  ] as const) {
    const line = main.locator('li').filter({ hasText: chosen });
    await expect.poll(() => line.textContent()).toContain(price);
    await line.getByText('In stock').waitFor();
  }
  await expect.poll(() => page.getByTestId('cart-total').textContent()).toContain('$220.00');
});

test('[VAR-10] a link to a variant is rendered with that variant', { tags: ['full'] }, async () => {
  const { product, variants } = await makeShoe();
  const html = await (await fetch(`${origin}/product/${product.slug}?variant=${variants[2]?._id}&gclid=7`)).text();
  expect(html).toContain('$120.00');
  const { page } = await visit();
  await goTo(page, `/product/${product.slug}?variant=${variants[2]?._id}`);
  await expect.poll(() => page.getByRole('radio', { name: 'Blue' }).isChecked()).toBe(true);
  const jsonLd = (await page.locator('script[type="application/ld+json"]').allTextContents()).join('');
  expect(jsonLd).toContain('"lowPrice":"100.00","highPrice":"120.00","offerCount":3');
});

test('[VAR-11] a cart item asks for a choice if its product has got options since', { tags: ['full'] }, async () => {
  const { before } = await makeShoe();
  const { page } = await visit({ storage: { cart: [before] } });
  await goTo(page, '/cart');
  const line = page.locator('main li').filter({ hasText: before.name });
  await line.getByText('Choose its options on the product page').waitFor();
  await expect.poll(() => page.locator('main').textContent()).toContain('1 product has options to choose from');
});
