/** Codes, shipping and tax in the cart, and on the order that it becomes. By the demo's zones and tax rates. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createDiscountCode, type DiscountCodeInput } from '../../../src/contract/discount-code.ts';
import type { Product } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { call, makeShopper } from '../support/api-client.ts';
import { payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { checkoutButton, orderButton, prepareProducts, readCartTotal } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { adminToken, newProduct } = prepareProducts();

const CODE: DiscountCodeInput = {
  kind: 'percent',
  value: 10,
  startsAt: null,
  endsAt: null,
  minimum: 0,
  categories: [],
  products: [],
  maxUses: null,
  maxUsesPerCustomer: null,
};

async function newCode(fields: Partial<DiscountCodeInput> = {}): Promise<string> {
  const body = { code: `E2E-${randomUUID().slice(0, 8)}`, ...CODE, ...fields };
  return (await call(origin, createDiscountCode, { token: adminToken(), body })).code.code;
}

/** One that has to be sent. */
async function newParcel(price: number): Promise<Product> {
  const product = await newProduct({ price });
  await call(origin, updateProduct, { token: adminToken(), params: { id: product._id }, body: { shipping: 1 } });
  return { ...product, shipping: 1 };
}

describe('what a cart costs', () => {
  test('[SHIP-3] [CODE-2] [CODE-3] a visitor sees shipping and enters a code: why it does not apply, what it takes off, and takes it out again', {
    tags: ['full'],
  }, async () => {
    const parcel = await newParcel(40);
    const code = await newCode({ minimum: 50 });
    const { page } = await visit({ storage: { cart: [parcel] } });
    await goTo(page, '/cart');
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('Shipping: Standard').waitFor();
    await expect.poll(() => readCartTotal(page)).toBe('$40.00');
    await summary.getByRole('button', { name: 'Add a discount code' }).click();
    const field = summary.getByLabel('Discount code');
    await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
    await field.fill('no such code');
    await page.keyboard.press('Enter');
    await summary.getByText("We don't know this code.").waitFor();
    await field.fill(` ${code.toLowerCase()} `);
    await page.keyboard.press('Enter');
    await summary.getByText('This code needs a subtotal of $50.00.').waitFor();
    await page.getByRole('button', { name: /^Increase/ }).click();
    await summary.getByText(`${code} applied`).waitFor();
    await expect.poll(() => readCartTotal(page)).toBe('$72.00');
    await summary.getByText('−$8.00').waitFor();
    await summary.getByRole('button', { name: 'Remove code' }).click();
    await expect.poll(() => readCartTotal(page)).toBe('$80.00');
  });

  test("[SHIP-3] [TAX-4] another country has its own rates, and the tax that its prices include; until then the sum is the default country's", async () => {
    const parcel = await newParcel(119);
    const { page } = await visit({ storage: { cart: [parcel] } });
    await goTo(page, '/cart');
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('Estimated for United States.').waitFor();
    await page.getByRole('link', { name: 'Check out as guest' }).click();
    const country = page.getByRole('form', { name: 'Checkout' }).getByLabel('Country');
    // Only where the shop ships to.
    await expect
      .poll(() => country.locator('option').allTextContents())
      .toEqual([
        'Choose a country',
        ...['Canada', 'France', 'Germany', 'Ireland', 'Italy', 'Netherlands', 'Spain', 'United Kingdom', 'United States'],
      ]);
    await country.selectOption('Germany');
    await expect.poll(() => readCartTotal(page)).toBe('$128.90');
    const order = page.getByRole('region', { name: 'Your order' });
    await order.getByText('Shipping: International').waitFor();
    await order.getByText('Includes $20.58 tax (19%)').waitFor();
  });

  test('[PRICE-4] [SHIP-4] what was chosen is on the payment page, the receipt and the order', { tags: ['full'] }, async () => {
    const parcel = await newParcel(40);
    const code = await newCode();
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [parcel, parcel, parcel] } });
    await goTo(page, '/cart');
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByRole('button', { name: 'Add a discount code' }).click();
    await summary.getByLabel('Discount code').fill(code);
    await page.keyboard.press('Enter');
    await summary.getByText(`${code} applied`).waitFor();
    await checkoutButton(page).click();
    await page.getByLabel('Express').check();
    await expect.poll(() => readCartTotal(page)).toBe('$122.99');
    await orderButton(page).click();
    await page.waitForURL('**/pay/**');
    for (const text of ['Shipping: Express', '$14.99', '$122.99'])
      await expect.poll(() => page.locator('body').textContent()).toContain(text);
    await payWithCard(page, VALID_CARD);
    await page.waitForURL('**/success?**');
    const parts = ['Subtotal', '$120.00', `Discount (${code})`, '−$12.00', 'Shipping: Express', '$14.99', '$122.99'];
    await page.getByText('Shipping: Express').waitFor();
    for (const text of parts) await expect.poll(() => page.locator('main').textContent()).toContain(text);
    await goTo(page, '/dashboard/user/orders');
    await page.locator('main article a').first().click();
    await page.getByText('Shipping: Express').waitFor();
    for (const text of parts) await expect.poll(() => page.locator('main').textContent()).toContain(text);
    // The code isn't offered again.
    await goTo(page, '/cart');
    await page.getByText('Your cart is empty').waitFor();
    await expect.poll(() => page.getByText(`${code} applied`).count()).toBe(0);
  });

  test('[CODE-7] a cart that a code makes free is ordered without a payment page', { tags: ['full'] }, async () => {
    const product = await newProduct({ price: 12 });
    const code = await newCode({ value: 100 });
    const { page } = await visit({ session: await makeShopper(origin), storage: { cart: [product] } });
    await goTo(page, '/cart');
    await page.getByRole('button', { name: 'Add a discount code' }).click();
    await page.getByLabel('Discount code').fill(code);
    await page.keyboard.press('Enter');
    await expect.poll(() => readCartTotal(page)).toBe('$0.00');
    await checkoutButton(page).click();
    await page.getByRole('button', { name: 'Place order', exact: true }).click();
    await page.waitForURL('**/success?**');
    await page.getByText(`Discount (${code})`).waitFor();
  });
});
