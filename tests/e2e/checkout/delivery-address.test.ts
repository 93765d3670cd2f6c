/** The delivery address at the checkout, and a second checkout while the first is paid. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { makeShopper } from '../support/api-client.ts';
import { button, cartBadge, heading, payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, prepareVisits, waitForHydration } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { checkoutButton, listOrdersAndCheckouts, prepareProducts } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareProducts();

const OTHER_ADDRESS = 'Grandma\n7 Lake Road, Shelbyville';
const addressField = (page: Page) => page.getByLabel('Shipping address for this order', { exact: true });

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
    await goTo(page, '/cart');
    await page.getByText('Current Address', { exact: true }).waitFor();
    await page.getByText("We'll ship your order here.").waitFor();
    await checkoutButton(page).click();
    await page.waitForURL('**/pay/**');
    expect(checkoutBodies).toMatchObject([{ products: [{}] }]);
    expect(checkoutBodies[0]).not.toHaveProperty('address');
    expect(await listOrdersAndCheckouts(session)).toMatchObject([{ address: session.user.address }]);
  });

  test('[CART-4] [CART-8] [ORDER-8] another address stands on this order only, is there again after the way back, and is gone once paid', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin);
    const product = await newProduct();
    const { page } = await visit({ session, storage: { cart: [product] } });
    await goTo(page, '/cart');
    await button(page, 'Ship to another address').click();
    await expect.poll(() => addressField(page).evaluate((it) => it === document.activeElement)).toBe(true);
    await addressField(page).fill(`  ${OTHER_ADDRESS}\n`);
    await checkoutButton(page).click();
    await page.waitForURL('**/pay/**');
    expect(await listOrdersAndCheckouts(session)).toMatchObject([{ address: OTHER_ADDRESS }]);
    await goTo(page, '/cart');
    await expect.poll(async () => (await addressField(page).inputValue()).trim()).toBe(OTHER_ADDRESS);
    await checkoutButton(page).click();
    await payWithCard(page, VALID_CARD);
    await page.waitForURL('**/success?**');
    await page.getByText('7 Lake Road, Shelbyville').waitFor();
    await expect
      .poll(() => listOrdersAndCheckouts(session))
      .toMatchObject([{ address: OTHER_ADDRESS, status: 'paid' }, { status: 'cancelled' }]);
    await goTo(page, '/cart');
    await page.getByText(session.user.address).waitFor();
    await expect.poll(() => addressField(page).count()).toBe(0);
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
    await goTo(page, '/cart');
    await button(page, 'Ship to another address').click();
    await addressField(page).fill('  \n ');
    await checkoutButton(page).click();
    await page.getByText('Enter a shipping address').waitFor();
    await expect.poll(() => addressField(page).getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => addressField(page).evaluate((it) => it === document.activeElement)).toBe(true);
    expect(checkoutBodies).toEqual([]);
    await button(page, 'Use current address').click();
    await expect.poll(() => button(page, 'Ship to another address').evaluate((it) => it === document.activeElement)).toBe(true);
    await checkoutButton(page).click();
    await page.waitForURL('**/pay/**');
    expect(await listOrdersAndCheckouts(session)).toMatchObject([{ address: session.user.address }]);
  });

  test('[CART-4] [ORDER-8] who has no address is asked for one before the checkout; another account sees nothing of it', {
    tags: ['full'],
  }, async () => {
    const session = await makeShopper(origin);
    const sessionWithoutAddress = { ...session, user: { ...session.user, address: ' ' } };
    const { page } = await visit({ session: sessionWithoutAddress, storage: { cart: [await newProduct()] } });
    const checkoutBodies = recordCheckouts(page);
    await goTo(page, '/cart');
    await checkoutButton(page).click();
    await page.getByText('Enter a shipping address').waitFor();
    expect(checkoutBodies).toEqual([]);
    const firstAddressField = page.getByLabel('Shipping address', { exact: true });
    await firstAddressField.fill(OTHER_ADDRESS);
    const otherAccount = await makeShopper(origin);
    await page.evaluate(
      (auth) => localStorage.setItem('auth', auth),
      JSON.stringify({ user: otherAccount.user, token: otherAccount.token }),
    );
    await page.reload();
    await page.getByText("We'll ship your order here.").waitFor();
    await expect.poll(() => page.locator('main').textContent()).not.toContain('Lake Road');
    await page.evaluate(
      (auth) => localStorage.setItem('auth', auth),
      JSON.stringify({ user: sessionWithoutAddress.user, token: sessionWithoutAddress.token }),
    );
    await page.reload();
    await expect.poll(() => firstAddressField.inputValue()).toBe(OTHER_ADDRESS);
    await checkoutButton(page).click();
    await page.waitForURL('**/pay/**');
    expect(await listOrdersAndCheckouts(session)).toMatchObject([{ address: OTHER_ADDRESS }]);
  });
});

test('[CART-8] [PAY-9] threat 13: a checkout whose elder turns out to be paid leads to that order, and says so', {
  tags: ['full'],
}, async () => {
  const [boughtProduct, laterProduct] = await Promise.all([newProduct(), newProduct()]);
  const session = await makeShopper(origin);
  const { page, context } = await visit({ session, storage: { cart: [boughtProduct] } });
  await goTo(page, '/cart');
  await checkoutButton(page).click();
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
  const [paidOrder] = await listOrdersAndCheckouts(session);
  const otherPage = await context.newPage();
  const url = `${origin}/success?order=${paidOrder?._id}`;
  await otherPage.route('**/create-checkout-session', (route) => route.fulfill({ json: { id: 'x', url, order: paidOrder?._id } }));
  await goTo(otherPage, `/product/${laterProduct.slug}`);
  await otherPage.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await goTo(otherPage, '/cart');
  await checkoutButton(otherPage).click();
  await otherPage.waitForURL(url);
  await otherPage.getByText("You've already paid for this order").waitFor();
  await expect.poll(() => cartBadge(otherPage).textContent()).toBe('1');
  await otherPage.getByRole('link', { name: 'View order' }).click();
  await otherPage.waitForURL(`**/dashboard/user/orders/${paidOrder?._id}`);
});
