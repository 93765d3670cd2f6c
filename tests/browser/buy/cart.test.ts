/** The cart, before anything is paid. */
import { describe, expect, inject, test } from 'vitest';
import type { Product } from '../../../src/contract/product.ts';
import { badge, dollars, heading, logInBy, path } from '../steps.ts';
import { goTo, prepareVisits, stored, toastOf } from '../visitor.ts';
import { makeShopper } from '../wire.ts';
import { checkout, prepareShelf, totalShown } from './shelf.ts';

const origin = inject('origin');
const visit = prepareVisits(origin);
const { newProduct } = prepareShelf();

describe('the cart', () => {
  test('[CART-1] [CART-2] [CART-3] [CART-6] greets, counts, sums up, and takes one item out at a time', async () => {
    const one = await newProduct({ price: 0.1 });
    const two = await newProduct({ price: 1234.2 });
    const { page } = await visit({ session: await makeShopper(origin, 'Ada Lovelace'), storage: { cart: [one, two, one] } });
    await goTo(page, '/cart');
    await expect.poll(() => heading(page).textContent()).toContain('Ada Lovelace');
    expect(await page.locator('main').textContent()).toContain('3 items');
    expect(await totalShown(page)).toBe('$1,234.40');
    const line = page.locator('main li').filter({ hasText: one.name });
    expect(await line.count()).toBe(1);
    expect(await line.textContent()).toContain(dollars(one.price));
    expect(await line.textContent()).toContain(one.description.slice(0, 20));
    expect(await line.locator('img').count()).toBe(1);
    await line.getByRole('button', { name: /^Remove Item/ }).click();
    await toastOf(page, 'Item Removed From Cart').waitFor();
    await expect.poll(() => totalShown(page)).toBe('$1,234.30');
    expect(((await stored(page, 'cart')) as Product[]).map((it) => it._id).sort()).toEqual([one._id, two._id].sort());
    await line.getByRole('button', { name: /^Remove Item/ }).click();
    await expect.poll(() => line.count()).toBe(0);
    await expect.poll(() => badge(page).textContent()).toBe('1');
  });

  test('[CART-1] [CART-5] [NAV-6] a visitor has a cart too; it asks for a login and comes back to the cart', async () => {
    const product = await newProduct();
    const shopper = await makeShopper(origin, 'Late Login');
    const { page } = await visit({ storage: { cart: [product] } });
    await goTo(page, '/cart');
    expect(await checkout(page).count()).toBe(0);
    await page.getByText('Please Login to Checkout').click();
    await page.waitForURL('**/login');
    await logInBy(page, shopper);
    await page.waitForURL('**/cart');
    await checkout(page).waitFor();
    expect(await page.locator('main').textContent()).toContain(product.name);
  });

  test('[CART-4] shows the address, the way to change it, and the test card', async () => {
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [await newProduct()] } });
    await goTo(page, '/cart');
    const text = await page.locator('main').textContent();
    expect(text).toContain(session.user.address);
    expect(text).toContain('4242 4242 4242 4242');
    await page.getByText('UPDATE ADDRESS').click();
    await page.waitForURL('**/dashboard/user/profile');
  });

  test('[CART-7] an empty one says please add some product in cart!, and nothing is sent', async () => {
    const { page } = await visit({ session: await makeShopper(origin) });
    const sent: string[] = [];
    page.on('request', (it) => it.method() === 'POST' && sent.push(it.url()));
    await goTo(page, '/cart');
    expect(await page.locator('main').textContent()).toContain('Your cart is empty');
    await checkout(page).click();
    await toastOf(page, 'please add some product in cart!').waitFor();
    expect(sent).toEqual([]);
    expect(path(page)).toBe('/cart');
  });
});
