/** The delivery address at the checkout, and a second checkout while the first is paid. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listAddresses } from '../../../src/contract/address.ts';
import { call, HOME, HOME_TEXT, makeShopper } from '../support/api-client.ts';
import { button, cartBadge, heading, payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, prepareVisits, waitForHydration } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { fillAddress } from './address-form.ts';
import { listOrdersAndCheckouts, orderButton, prepareProducts } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareProducts();

const GRANDMA = {
  country: 'United States',
  recipient: 'Grandma',
  street: '7 Lake Road',
  city: 'Shelbyville',
  region: 'Kentucky',
  postcode: '40065',
};
const OTHER_ADDRESS = 'Grandma\n7 Lake Road\nShelbyville, KY 40065\nUnited States';
const street = (page: Page) => page.locator('main').getByLabel('Street and house number');
const isSaved = (page: Page) => page.getByLabel('Save to my addresses');

function recordCheckouts(page: Page): unknown[] {
  const checkoutBodies: unknown[] = [];
  page.on('request', (it) => it.url().endsWith('/create-checkout-session') && checkoutBodies.push(it.postDataJSON()));
  return checkoutBodies;
}

describe('where it goes', () => {
  test('[CART-4] [ORDER-8] going on confirms the current address: it stands on the order, and no other is sent', async () => {
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [await newProduct()] } });
    const checkoutBodies = recordCheckouts(page);
    await goTo(page, '/checkout');
    await page.getByText("We'll ship your order here.").waitFor();
    await orderButton(page).click();
    await page.waitForURL('**/pay/**');
    expect(checkoutBodies).toMatchObject([{ products: [{}], shipTo: HOME }]);
    expect(await listOrdersAndCheckouts(session)).toMatchObject([{ address: HOME_TEXT, shipTo: HOME }]);
  });

  test('[CART-4] [CART-8] [ORDER-8] another address stands on this order only, is there again after the way back, and is gone once paid', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin);
    const product = await newProduct();
    const { page } = await visit({ session, storage: { cart: [product] } });
    await goTo(page, '/checkout');
    await button(page, 'Ship to another address').click();
    await fillAddress(page.locator('main'), GRANDMA);
    await expect.poll(() => isSaved(page).isChecked()).toBe(false);
    await orderButton(page).click();
    await page.waitForURL('**/pay/**');
    expect(await listOrdersAndCheckouts(session)).toMatchObject([{ address: OTHER_ADDRESS }]);
    await goTo(page, '/checkout');
    await expect.poll(() => street(page).inputValue()).toBe('7 Lake Road');
    await orderButton(page).click();
    await payWithCard(page, VALID_CARD);
    await page.waitForURL('**/success?**');
    await page.getByText('Shelbyville, KY 40065').waitFor();
    await expect
      .poll(() => listOrdersAndCheckouts(session))
      .toMatchObject([{ address: OTHER_ADDRESS, status: 'paid' }, { status: 'cancelled' }]);
    await goTo(page, '/cart');
    await page.getByText('1455 NW Market St').waitFor();
    await expect.poll(() => street(page).count()).toBe(0);
    await page.goto('/dashboard/user/profile');
    await waitForHydration(page);
    await expect.poll(() => page.getByLabel('Address', { exact: true }).inputValue()).toBe(session.user.address);
  });

  test('[CART-4] [ORDER-8] left blank it is asked for and nothing is sent; the current address can be taken again', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [await newProduct()] } });
    const checkoutBodies = recordCheckouts(page);
    await goTo(page, '/checkout');
    await button(page, 'Ship to another address').click();
    await street(page).fill('  ');
    await orderButton(page).click();
    await expect.poll(() => street(page).getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => street(page).evaluate((it) => it === document.activeElement)).toBe(true);
    expect(checkoutBodies).toEqual([]);
    await button(page, 'Use current address').click();
    await expect.poll(() => button(page, 'Ship to another address').evaluate((it) => it === document.activeElement)).toBe(true);
    await orderButton(page).click();
    await page.waitForURL('**/pay/**');
    expect(await listOrdersAndCheckouts(session)).toMatchObject([{ address: HOME_TEXT }]);
  });

  test('[CART-4] [ORDER-8] [ADDR-9] who has no address in fields is asked for one, and has it from then on; another account sees nothing of it', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin, undefined, { hasAddress: false });
    const { page, expectBrowserErrors } = await visit({ session, storage: { cart: [await newProduct()] } });
    expectBrowserErrors(/status of 400/, /console:.*postcode/);
    const checkoutBodies = recordCheckouts(page);
    await goTo(page, '/checkout');
    // The text that they registered with stands there, but nobody could compute shipping and tax by it.
    await page.getByText(session.user.address).waitFor();
    await expect.poll(() => page.getByLabel('Recipient').inputValue()).toBe(session.user.name);
    // The fields of the country are there, and the button stands where it stays.
    await page.getByLabel('ZIP code').waitFor();
    await orderButton(page).click();
    await expect.poll(() => street(page).getAttribute('aria-invalid')).toBe('true');
    expect(checkoutBodies).toEqual([]);
    // California's postcode in Kentucky.
    await fillAddress(page.locator('main'), { ...GRANDMA, postcode: '90001' });
    await orderButton(page).click();
    await page.getByText("This postcode isn't in Kentucky").waitFor();
    await expect.poll(() => page.getByLabel('ZIP code').evaluate((it) => it === document.activeElement)).toBe(true);
    const otherAccount = await makeShopper(origin);
    const logInAs = async ({ user, token }: typeof session) => {
      await page.evaluate((auth) => localStorage.setItem('auth', auth), JSON.stringify({ user, token }));
      await page.reload();
    };
    await logInAs(otherAccount);
    await page.getByText("We'll ship your order here.").waitFor();
    await expect.poll(() => page.locator('main').textContent()).not.toContain('Lake Road');
    await logInAs(session);
    await expect.poll(() => street(page).inputValue()).toBe('7 Lake Road');
    await page.getByLabel('ZIP code').fill('40065');
    await expect.poll(() => isSaved(page).isChecked()).toBe(true);
    await orderButton(page).click();
    await page.waitForURL('**/pay/**');
    expect(await listOrdersAndCheckouts(session)).toMatchObject([{ address: OTHER_ADDRESS }]);
    const { addresses } = await call(origin, listAddresses, { token: session.token });
    expect(addresses).toMatchObject([{ text: OTHER_ADDRESS, isDefault: true }]);
  });
});

test('[CART-8] [PAY-9] threat 13: a checkout whose elder turns out to be paid leads to that order, and says so', {
  tags: ['full'],
}, async () => {
  const [boughtProduct, laterProduct] = await Promise.all([newProduct(), newProduct()]);
  const session = await makeShopper(origin);
  const { page, context } = await visit({ session, storage: { cart: [boughtProduct] } });
  await goTo(page, '/checkout');
  await orderButton(page).click();
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
  const [paidOrder] = await listOrdersAndCheckouts(session);
  const otherPage = await context.newPage();
  const url = `${origin}/success?order=${paidOrder?._id}`;
  await otherPage.route('**/create-checkout-session', (route) => route.fulfill({ json: { id: 'x', url, order: paidOrder?._id } }));
  await goTo(otherPage, `/product/${laterProduct.slug}`);
  await otherPage.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await goTo(otherPage, '/checkout');
  await orderButton(otherPage).click();
  await otherPage.waitForURL(url);
  await otherPage.getByText("You've already paid for this order").waitFor();
  await expect.poll(() => cartBadge(otherPage).textContent()).toBe('1');
  await otherPage.getByRole('link', { name: 'View order' }).click();
  await otherPage.waitForURL(`**/dashboard/user/orders/${paidOrder?._id}`);
});
