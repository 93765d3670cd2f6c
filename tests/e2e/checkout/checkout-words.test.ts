/** What is written, read and confirmed right before an order, and where the order has it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDownload, uploadDownloadPiece } from '../../../src/contract/downloads.ts';
import { listOrders } from '../../../src/contract/order.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { readSettings, updateSettings } from '../../../src/contract/settings.ts';
import { readShopDetails, updateShopDetails } from '../../../src/contract/shop-details.ts';
import { call, first, logInAdmin, makeShopper } from '../support/api-client.ts';
import { button, cartBadge, heading, payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits, WIDE, waitForHydration } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { orderButton, prepareProducts } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { adminToken, newParcel, newProduct } = prepareProducts();
const main = (page: Page) => page.locator('main');
const form = (page: Page) => main(page).getByRole('form', { name: 'Checkout' });
const review = (page: Page) => form(page).getByRole('region', { name: 'Before you order' });

async function ask(isOn: boolean) {
  const token = adminToken();
  const { shop: _shop, payment: _payment, footerPages: _pages, ...settings } = (await call(origin, readSettings)).settings;
  await call(origin, updateSettings, { token, body: { ...settings, asksForNote: isOn, asksForGiftMessage: isOn } });
  const { shop, version } = await call(origin, readShopDetails, { token });
  const { logo: _logo, ...details } = shop;
  await call(origin, updateShopDetails, { token, body: { ...details, withdrawalDays: isOn ? 14 : 0, version } });
}
beforeAll(() => ask(true));
afterAll(() => ask(false));

test('[NOTE-4] [AGE-5] a note and a gift message survive a reload, and are on the order, for the team, and on its packing slip, as the age is', async () => {
  const product = await newParcel({ price: 40 });
  await call(origin, updateProduct, { token: adminToken(), params: { id: product._id }, body: { minimumAge: 18 } });
  const shopper = await makeShopper(origin);
  const { page } = await visit({ session: shopper, storage: { cart: [product] } });
  await goTo(page, '/checkout');
  const [note, gift] = [form(page).getByLabel('Note to the shop'), form(page).getByLabel('Gift message')];
  await note.fill('Ring twice\n<b>at night</b>');
  await gift.fill('Alles Gute, 山田さん!');
  await page.reload();
  await waitForHydration(page);
  await expect.poll(() => note.inputValue()).toBe('Ring twice\n<b>at night</b>');
  await expect.poll(() => gift.inputValue()).toBe('Alles Gute, 山田さん!');
  await form(page).getByLabel('I am 18 years old or older.').check();
  await orderButton(page).click();
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toBe('Payment successful');
  const order = first((await call(origin, listOrders, { token: shopper.token })).orders);
  await goTo(page, `/dashboard/user/orders/${order._id}`);
  await main(page).getByText('<b>at night</b>').waitFor();
  const { page: admin } = await visit({ session: await logInAdmin(origin) });
  await goTo(admin, `/dashboard/admin/orders/${order._id}`);
  await main(admin).getByText('Alles Gute, 山田さん!').waitFor();
  await main(admin).getByText('Check the age: 18+').waitFor();
  await main(admin).getByRole('link', { name: 'Packing slip' }).click();
  await admin.waitForURL('**kind=slip**');
  await main(admin).getByRole('heading', { name: 'Gift message' }).waitFor();
  await main(admin).getByText('Ring twice').waitFor();
  await main(admin).getByText('Check the age: 18+').waitFor();
});

test.each([
  ['narrow', NARROW],
  ['wide', WIDE],
] as const)(
  '[NOTE-6] %s: products with counts, total and the right of withdrawal are right above the button that orders',
  async (_name, viewport) => {
    const product = await newParcel({ price: 40 });
    const { page } = await visit({ viewport, session: await makeShopper(origin), storage: { cart: [product, product] } });
    await goTo(page, '/checkout');
    await review(page).getByText(`2 × ${product.name}`).waitFor();
    await expect.poll(() => review(page).textContent()).toMatch(/Subtotal\$80\.00.*Shipping.*Total\$\d+\.\d\d/);
    await review(page).getByRole('link', { name: 'Withdraw from contract' }).waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await review(page).scrollIntoViewIfNeeded();
    const gap = async () => {
      const [above, below] = [await review(page).boundingBox(), await orderButton(page).boundingBox()];
      return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
    };
    await page.evaluate(() => document.querySelector('.checkout-bar')?.scrollIntoView({ block: 'end' }));
    await expect.poll(gap).toBeLessThan(120);
    await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  },
);

test('[AGE-4] a product with a minimum age asks once before it is added, and the checkout once more', async () => {
  const product = await newParcel({ price: 12 });
  await call(origin, updateProduct, { token: adminToken(), params: { id: product._id }, body: { minimumAge: 18 } });
  const { page } = await visit({ viewport: NARROW, session: await makeShopper(origin) });
  await goTo(page, `/product/${product.slug}`);
  await main(page).getByText('Only for buyers who are 18 or older.').waitFor();
  const dialog = page.getByRole('alertdialog');
  await button(page, 'Add to Cart').first().click();
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect.poll(() => cartBadge(page).textContent()).toBe('0');
  await button(page, 'Add to Cart').first().click();
  await dialog.getByRole('button', { name: 'Yes, I am 18 or older' }).click();
  await expect.poll(() => cartBadge(page).textContent()).toBe('1');
  await page.reload();
  await waitForHydration(page);
  await button(page, 'Add to Cart').first().click();
  await expect.poll(() => cartBadge(page).textContent()).toBe('2');
  await goTo(page, '/checkout');
  const box = form(page).getByLabel('I am 18 years old or older.');
  await box.waitFor();
  await orderButton(page).click();
  await form(page).getByText('Please confirm this before you order.').waitFor();
  await expect.poll(() => box.evaluate((it) => it === document.activeElement)).toBe(true);
  await box.check();
  await orderButton(page).click();
  await page.waitForURL('**/pay/**');
});

test('[CONSENT-5] a buyer of a file in Germany has to consent that it is delivered at once', async () => {
  const product = await newProduct({ price: 9 });
  const token = adminToken();
  await call(origin, updateProduct, { token, params: { id: product._id }, body: { shipping: 0 } });
  const body = { name: 'Pattern.pdf', bytes: 4 };
  const { file } = await call(origin, createDownload, { token, params: { product: product._id }, body });
  const path = uploadDownloadPiece.path.replace('{id}', file._id).replace('{piece}', '0');
  const headers = { authorization: token, 'content-type': 'application/octet-stream' };
  await fetch(origin + path, { method: uploadDownloadPiece.method, headers, body: '%PDF' });
  const { page } = await visit({ storage: { cart: [{ ...product, shipping: 0 }] } });
  await goTo(page, '/checkout');
  await form(page).getByLabel('Email', { exact: true }).fill('grace@example.com');
  await form(page).getByLabel('Name', { exact: true }).fill('Grace');
  await form(page).getByLabel('Country', { exact: true }).selectOption('US');
  const box = form(page).getByLabel(/^Deliver my digital items at once/);
  await expect.poll(() => box.count()).toBe(0);
  await form(page).getByLabel('Country', { exact: true }).selectOption('DE');
  await box.waitFor();
  await orderButton(page).click();
  await form(page).getByText('Please confirm this before you order.').waitFor();
  await box.check();
  await orderButton(page).click();
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toBe('Payment successful');
});
