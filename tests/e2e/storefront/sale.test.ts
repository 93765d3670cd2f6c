/** A product on sale, wherever its price is shown. */
import { expect, test } from 'vitest';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { call, logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { productCards } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test("[SALE-2] the price before the sale is struck through beside the price, on cards, the product's page, suggestions and in the cart", async () => {
  const { token } = await logInAdmin(origin);
  const category = await makeCategory(origin, token);
  const name = uniqueName('Saleable');
  const product = await makeProduct(origin, token, category._id, { name, price: 79.99 });
  const body = { compareAtPrice: 100, sku: `S-${Date.now()}`, weight: 1250 };
  await call(origin, updateProduct, { token, params: { id: product._id }, body });
  // As carts stored it before products had a price before the sale.
  const { compareAtPrice: _, ...before } = product;
  const { page } = await visit({ storage: { cart: [before] } });
  const struck = page.locator('main s');
  for (const url of [`/category/${category.slug}`, `/searched/products?keyword=${encodeURIComponent(name)}`]) {
    await goTo(page, url);
    const card = productCards(page).filter({ hasText: name });
    await expect.poll(() => card.textContent()).toMatch(/\$79\.99 .*Was \$100\.00 ?Save 20%/);
    await expect.poll(() => struck.first().evaluate((it) => getComputedStyle(it).textDecorationLine)).toBe('line-through');
  }
  await goTo(page, `/product/${product.slug}`);
  await expect.poll(() => page.locator('main').textContent()).toMatch(/\$79\.99 .*\$100\.00 ?Save 20%/);
  for (const detail of [`SKU${body.sku}`, 'Weight1.25 kg'])
    await expect.poll(() => page.locator('main dl').textContent()).toContain(detail);
  const jsonLd = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(jsonLd.join('')).toContain(`"sku":"${body.sku}"`);
  await page.locator('input[name="keyword"]').first().fill(name);
  await expect.poll(() => page.getByRole('option', { name }).first().textContent()).toContain('$100.00');
  await goTo(page, '/cart');
  const line = page.locator('main li').filter({ hasText: name });
  await expect.poll(() => line.locator('s').textContent()).toContain('$100.00');
  await expect.poll(() => line.textContent()).not.toContain('Price was');

  await call(origin, updateProduct, { token, params: { id: product._id }, body: { compareAtPrice: null } });
  await goTo(page, `/product/${product.slug}`);
  await expect.poll(() => struck.count()).toBe(0);
});
