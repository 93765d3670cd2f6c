/** Where an order goes, and what happens to a checkout whose elder is paid. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listOrders } from '../../../src/contract/order.ts';
import { ownOrigin } from '../own.ts';
import { badge, button, GOOD_CARD, heading, payWith } from '../steps.ts';
import { goTo, hydrated, prepareVisits } from '../visitor.ts';
import { call, makeShopper, type Session } from '../wire.ts';
import { checkout, prepareShelf } from './shelf.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);
const { newProduct } = prepareShelf();

const OTHER = 'Grandma\n7 Lake Road, Shelbyville';
const field = (page: Page) => page.getByLabel('Address for this order only', { exact: true });
const ordersOf = async ({ token }: Session) => (await call(origin, listOrders, { token })).orders;

function countCheckouts(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (it) => it.url().endsWith('/create-checkout-session') && sent.push(it.postDataJSON()));
  return sent;
}

describe('where it goes', () => {
  test('[CART-4] [ORDER-8] going on confirms the current address: it stands on the order, and no other is sent', async () => {
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [await newProduct()] } });
    const sent = countCheckouts(page);
    await goTo(page, '/cart');
    await page.getByText('Current Address', { exact: true }).waitFor();
    await page.getByText('Your order goes here').waitFor();
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
    expect(sent).toMatchObject([{ products: [{}] }]);
    expect(sent[0]).not.toHaveProperty('address');
    expect(await ordersOf(session)).toMatchObject([{ address: session.user.address }]);
  });

  test('[CART-4] [CART-8] [ORDER-8] another address stands on this order only, is there again after the way back, and is gone once paid', async () => {
    const session = await makeShopper(origin);
    const product = await newProduct();
    const { page } = await visit({ session, storage: { cart: [product] } });
    await goTo(page, '/cart');
    await button(page, 'Deliver to another address').click();
    await expect.poll(() => field(page).evaluate((it) => it === document.activeElement)).toBe(true);
    await field(page).fill(`  ${OTHER}\n`);
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
    expect(await ordersOf(session)).toMatchObject([{ address: OTHER }]);
    await goTo(page, '/cart');
    expect((await field(page).inputValue()).trim()).toBe(OTHER);
    await checkout(page).click();
    await payWith(page, GOOD_CARD);
    await page.waitForURL('**/success?**');
    await page.getByText('7 Lake Road, Shelbyville').waitFor();
    expect(await ordersOf(session)).toMatchObject([{ address: OTHER, status: 'paid' }, { status: 'cancelled' }]);
    await goTo(page, '/cart');
    await page.getByText(session.user.address).waitFor();
    expect(await field(page).count()).toBe(0);
    await page.goto('/dashboard/user/profile');
    await hydrated(page);
    await expect.poll(() => page.getByLabel('Address', { exact: true }).inputValue()).toBe(session.user.address);
  });

  test('[CART-4] [ORDER-8] left blank it is asked for and nothing is sent; the current address can be taken again', async () => {
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [await newProduct()] } });
    const sent = countCheckouts(page);
    await goTo(page, '/cart');
    await button(page, 'Deliver to another address').click();
    await field(page).fill('  \n ');
    await checkout(page).click();
    await page.getByText('Please say where your order goes').waitFor();
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field(page).evaluate((it) => it === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
    await button(page, 'Use the current address').click();
    await expect.poll(() => button(page, 'Deliver to another address').evaluate((it) => it === document.activeElement)).toBe(true);
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
    expect(await ordersOf(session)).toMatchObject([{ address: session.user.address }]);
  });

  test('[CART-4] [ORDER-8] who has no address is asked for one before the checkout; another account sees nothing of it', async () => {
    const session = await makeShopper(origin);
    const nowhere = { ...session, user: { ...session.user, address: ' ' } };
    const { page } = await visit({ session: nowhere, storage: { cart: [await newProduct()] } });
    const sent = countCheckouts(page);
    await goTo(page, '/cart');
    await checkout(page).click();
    await page.getByText('Please say where your order goes').waitFor();
    expect(sent).toEqual([]);
    const first = page.getByLabel('Where your order goes', { exact: true });
    await first.fill(OTHER);
    const other = await makeShopper(origin);
    await page.evaluate((auth) => localStorage.setItem('auth', auth), JSON.stringify({ user: other.user, token: other.token }));
    await page.reload();
    await page.getByText('Your order goes here').waitFor();
    expect(await page.locator('main').textContent()).not.toContain('Lake Road');
    await page.evaluate((auth) => localStorage.setItem('auth', auth), JSON.stringify({ user: nowhere.user, token: nowhere.token }));
    await page.reload();
    await expect.poll(() => first.inputValue()).toBe(OTHER);
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
    expect(await ordersOf(session)).toMatchObject([{ address: OTHER }]);
  });
});

test('[CART-8] [PAY-9] threat 13: a checkout whose elder turns out to be paid leads to that order, and says so', async () => {
  const [bought, later] = await Promise.all([newProduct(), newProduct()]);
  const session = await makeShopper(origin);
  const { page, context } = await visit({ session, storage: { cart: [bought] } });
  await goTo(page, '/cart');
  await checkout(page).click();
  await payWith(page, GOOD_CARD);
  await page.waitForURL('**/success?**');
  await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
  const [paid] = await ordersOf(session);
  const other = await context.newPage();
  const url = `${origin}/success?order=${paid?._id}`;
  await other.route('**/create-checkout-session', (route) => route.fulfill({ json: { id: 'x', url, order: paid?._id } }));
  await goTo(other, `/product/${later.slug}`);
  await other.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await goTo(other, '/cart');
  await checkout(other).click();
  await other.waitForURL(url);
  await other.getByText('You had paid this order already').waitFor();
  await expect.poll(() => badge(other).textContent()).toBe('1');
  await other.getByRole('link', { name: 'See this order' }).click();
  await other.waitForURL(`**/dashboard/user/orders/${paid?._id}`);
});
