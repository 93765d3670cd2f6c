/** When a product arrives: days in the HTML that is cached, a day in the browser. */
import { expect, test } from 'vitest';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { prepareProducts } from '../checkout/test-products.ts';
import { call } from '../support/api-client.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct, adminToken } = prepareProducts();

test('[SHIP-13] the cached page has the working days, and the browser makes days of them, without moving anything', async () => {
  const product = await newProduct();
  await call(origin, updateProduct, { token: adminToken(), params: { id: product._id }, body: { handlingDays: '5-10' } });
  const html = await (await fetch(`${origin}/product/${product.slug}`)).text();
  expect(html).toContain('Ready in 5-10, delivered in 3–5 working days');
  expect(html).not.toContain('Arrives');
  expect(html).toContain('"handlingTime":{"@type":"QuantitativeValue","minValue":5,"maxValue":10,"unitCode":"DAY"}');

  const { page } = await visit();
  await goTo(page, `/product/${product.slug}`);
  const line = page.locator('main').getByText(/^Arrives \w{3}, \w{3} \d+ – \w{3}, \w{3} \d+ \(United States\)$/);
  await line.waitFor();
  await expect.poll(() => page.locator('main').getByText('working days').count()).toBe(0);
});
