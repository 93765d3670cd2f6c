/** The cart: quantities, removal, undo, totals, several tabs. */
import { describe, expect, test } from 'vitest';
import type { Product } from '../../../src/contract/product.ts';
import { deleteProduct } from '../../../src/contract/product-admin.ts';
import { readSettings } from '../../../src/contract/settings.ts';
import { call, HOME_TEXT, makeShopper } from '../support/api-client.ts';
import { cartBadge, formatDollars, getPath, heading, navbar, submitLogin } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, prepareVisits, readLocalStorage, waitForFonts } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { checkoutButton, prepareProducts, readCartTotal } from './test-products.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);
const { adminToken, newProduct } = prepareProducts();

describe('the cart', () => {
  test('[CART-1] [CART-2] [CART-3] [CART-6] [CONST-4] greets, counts, sums up, and takes one item out at a time', async () => {
    const one = await newProduct({ price: 0.1 });
    const two = await newProduct({ price: 1234.2 });
    const { page } = await visit({ session: await makeShopper(origin, 'Ada Lovelace'), storage: { cart: [one, two, one] } });
    await goTo(page, '/cart');
    await expect.poll(() => heading(page).textContent()).toContain('Ada Lovelace');
    await expect.poll(() => page.locator('main').textContent()).toContain('3 items');
    await expect.poll(() => readCartTotal(page)).toBe('$1,234.40');
    // A removed line leaves a row with Undo; only lines have a button to remove them.
    const cartLine = page
      .locator('main li')
      .filter({ hasText: one.name })
      .filter({ has: page.getByRole('button', { name: /^Remove Item/ }) });
    await expect.poll(() => cartLine.count()).toBe(1);
    await expect.poll(() => cartLine.textContent()).toContain(formatDollars(one.price));
    await expect.poll(() => cartLine.textContent()).toContain(one.description.slice(0, 20));
    await expect.poll(() => cartLine.locator('img').count()).toBe(1);
    await cartLine.getByRole('button', { name: /^Remove Item/ }).click();
    await findToast(page, 'Item Removed From Cart').waitFor();
    await expect.poll(() => readCartTotal(page)).toBe('$1,234.30');
    const readStoredIds = async () => ((await readLocalStorage(page, 'cart')) as Product[]).map((it) => it._id).sort();
    await expect.poll(readStoredIds).toEqual([one._id, two._id].sort());
    await cartLine.getByRole('button', { name: /^Remove Item/ }).click();
    await expect.poll(() => cartLine.count()).toBe(0);
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await expect.poll(() => readCartTotal(page)).toBe('$1,234.20');
  });

  test('[CART-2] [STOCK-2] a line that was taken out keeps its height and comes back where it was, the focus with it', {
    tags: ['full'],
  }, async () => {
    const [one, two, three] = [await newProduct(), await newProduct(), await newProduct()];
    const { page } = await visit({ storage: { cart: [one, two, three, one] } });
    await goTo(page, '/cart');
    const readFocusedLabel = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const row = page.locator('main li').nth(1);
    const removeButton = row.getByRole('button', { name: /^Remove Item/ });
    await expect.poll(() => page.locator('main li').getByText('In stock').count()).toBe(3);
    await waitForFonts(page);
    const before = await row.boundingBox();
    await removeButton.click();
    await row.getByText('Removed:').waitFor();
    await expect.poll(() => readFocusedLabel()).toBe(`Undo: ${two.name}`);
    await expect.poll(() => row.boundingBox()).toEqual(before);
    await expect.poll(() => readLocalStorage(page, 'cart')).toMatchObject([{ _id: one._id }, { _id: three._id }, { _id: one._id }]);
    await page.keyboard.press('Enter');
    await removeButton.waitFor();
    await expect.poll(() => readFocusedLabel()).toBe(`Remove Item: ${two.name}`);
    await expect.poll(() => readLocalStorage(page, 'cart')).toMatchObject([one, two, three, one].map(({ _id }) => ({ _id })));
    await removeButton.click();
    await page
      .locator('main li')
      .nth(2)
      .getByRole('button', { name: /^Remove Item/ })
      .click();
    await expect.poll(() => page.getByRole('button', { name: /^Undo/ }).count()).toBe(1);
    await expect.poll(() => readFocusedLabel()).toBe(`Undo: ${three.name}`);
  });

  test('[CART-2] [CART-3] [STOCK-2] says at each line what changed since it was put in, and settles it', async () => {
    const priceRaised = await newProduct({ price: 12 });
    const lowStock = await newProduct({ price: 1, quantity: 2 });
    const soldOut = await newProduct({ quantity: 0 });
    const deletedProduct = await newProduct();
    await call(origin, deleteProduct, { token: adminToken(), params: { id: deletedProduct._id } });
    const storedItem = { ...lowStock, quantity: 9 };
    const { page } = await visit({
      storage: { cart: [{ ...priceRaised, price: 10 }, storedItem, storedItem, storedItem, soldOut, soldOut, deletedProduct] },
    });
    await goTo(page, '/cart');
    const findCartLine = (name: string) => page.locator('main li').filter({ hasText: name });
    await findCartLine(priceRaised.name).getByText('Price was $10.00, is now $12.00').waitFor();
    const main = page.locator('main');
    await main.getByText(/1 price changed.*1 quantity.*1 sold out.*1 no longer/).waitFor();
    await findCartLine(deletedProduct.name).getByText('No longer available').waitFor();
    await findCartLine(soldOut.name).getByText('Sold out').waitFor();
    await findCartLine(soldOut.name)
      .getByRole('button', { name: /^Remove all 2/ })
      .click();
    await findCartLine(lowStock.name).getByText('Only 2 available').waitFor();
    await findCartLine(lowStock.name)
      .getByRole('button', { name: /^Reduce to 2/ })
      .click();
    await findCartLine(deletedProduct.name)
      .getByRole('button', { name: /^Remove Item/ })
      .click();
    await expect.poll(() => readCartTotal(page)).toBe('$14.00');
    await expect.poll(() => readLocalStorage(page, 'cart')).toEqual([priceRaised, lowStock, lowStock]);
    await main.getByText('Since your last visit: 1 price changed.').waitFor();
  });

  test('[CART-11] a price that was raised is shown before it is charged, whichever of thirty products it is of', {
    tags: ['full'],
  }, async () => {
    const products = await Promise.all(Array.from({ length: 30 }, (_, index) => newProduct({ price: index + 1 })));
    const stored = products.map((product) => ({ ...product, price: 1 }));
    const { page } = await visit({ storage: { cart: stored } });
    const asked: string[] = [];
    page.on('request', (it) => it.url().includes('/api/v1/') && asked.push(new URL(it.url()).pathname));
    await goTo(page, '/cart');
    await expect.poll(() => readCartTotal(page)).toBe('$465.00');
    const last = page.locator('main li').filter({ hasText: products[29]?.name ?? '' });
    await last.getByText('Price was $1.00, is now $30.00').waitFor();
    await page.getByText('Since your last visit: 29 prices changed.').waitFor();
    expect(asked.filter((path) => path.includes('/product/'))).toEqual([]);
  });

  test('[CART-11] until the shop has answered the cart shows no sum of its own', async () => {
    const product = await newProduct({ price: 12 });
    const { page } = await visit({ storage: { cart: [{ ...product, price: 10 }] } });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/cart/price', async (route) => {
      await released;
      await route.continue();
    });
    await goTo(page, '/cart');
    await page.locator('main li').getByText(product.name).waitFor();
    await expect.poll(() => readCartTotal(page)).toBe('');
    await expect.poll(() => page.locator('main').textContent()).not.toContain('$12.00');
    release();
    await expect.poll(() => readCartTotal(page)).toBe('$12.00');
  });

  test('[CART-6] [CART-11] [STOCK-2] prices that cannot be checked are a small note, and the cart is as it was', async () => {
    const product = await newProduct({ price: 12 });
    const { page, expectBrowserErrors } = await visit({ storage: { cart: [{ ...product, price: 10 }] } });
    expectBrowserErrors(/status of 503/, /console:.*busy/);
    await page.route('**/cart/price', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await goTo(page, '/cart');
    await page.getByText("We couldn't check prices and stock").waitFor();
    await page.getByText("We couldn't load today's prices").waitFor();
    await expect.poll(() => readCartTotal(page)).toBe('—');
    await expect.poll(() => readLocalStorage(page, 'cart')).toMatchObject([{ price: 10 }]);
  });

  test('[CART-6] [TEXT-3] odd things that were stored keep their shape at every width', { tags: ['full'] }, async () => {
    const baseProduct = { ...(await newProduct()), slug: '' };
    const long = 'x'.repeat(5000);
    const texts = [long, 'مرحبا بالعالم '.repeat(300), '👩‍👩‍👧‍👦'.repeat(500), '<img src=x onerror=alert(1)>'];
    const cart = texts.map((name, at) => ({ ...baseProduct, _id: `odd-${at}`, name, description: name, image: '', price: 10 ** (5 * at) }));
    const session = await makeShopper(origin);
    const auth = { token: session.token, user: { ...session.user, name: long, address: long } };
    const { page } = await visit({ storage: { auth, cart: [...cart, { ...baseProduct, price: 'ten' }] } });
    await goTo(page, '/cart');
    await expect
      .poll(() =>
        page
          .locator('main li')
          .filter({ has: page.getByRole('button', { name: /^Remove Item/ }) })
          .count(),
      )
      .toBe(4);
    await expect.poll(() => page.locator('main [onerror]').count()).toBe(0);
    const names = page.locator('main li h3');
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => hasNoHorizontalScroll(page), { message: `${width}` }).toBe(true);
      const readTallest = () => names.evaluateAll((all) => Math.max(...all.map((it) => it.getBoundingClientRect().height)));
      await expect.poll(readTallest, { message: `${width}` }).toBeLessThan(60);
    }
  });

  test('[CART-1] [CART-5] [NAV-6] a visitor has a cart too; it asks for a login and comes back to the cart', async () => {
    const product = await newProduct();
    const shopper = await makeShopper(origin, 'Late Login');
    const { page } = await visit({ storage: { cart: [product] } });
    await goTo(page, '/cart');
    await expect.poll(() => checkoutButton(page).count()).toBe(0);
    await page.getByText('Please Login to Checkout').click();
    await page.waitForURL('**/login');
    await submitLogin(page, shopper);
    await page.waitForURL('**/cart');
    await checkoutButton(page).waitFor();
    await expect.poll(() => page.locator('main').textContent()).toContain(product.name);
  });

  test('[CART-4] shows the address, the way to change it, and the test card', { tags: ['full'] }, async () => {
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [await newProduct()] } });
    await goTo(page, '/cart');
    await expect.poll(() => page.locator('main').textContent()).toContain(HOME_TEXT);
    await expect.poll(() => page.locator('main').textContent()).toContain('4242 4242 4242 4242');
    await page.getByText('UPDATE ADDRESS').click();
    await page.waitForURL('**/dashboard/user/profile');
  });

  test('[CART-4] where real money is taken no test card is shown', { tags: ['full'] }, async () => {
    const { page } = await visit({ session: await makeShopper(origin), storage: { cart: [await newProduct()] } });
    await goTo(page, '/cart');
    const testCardHint = page.locator('main').getByText('4242 4242 4242 4242');
    await testCardHint.waitFor();
    const response = await call(origin, readSettings);
    const settings = { ...response.settings, payment: { provider: 'stripe', testMode: false } };
    await page.route('**/api/v1/shop/settings', (route) => route.fulfill({ json: { success: true, settings } }));
    // Reloads, so that the cart asks the server again.
    await navbar(page).getByRole('link', { name: /Cart/ }).click();
    await expect.poll(() => testCardHint.count()).toBe(0);
    await checkoutButton(page).waitFor();
  });

  test('[CHECKOUT-15] a shop without a payment provider says so to a guest, once and before anything is typed', async () => {
    const { page } = await visit({ storage: { cart: [await newProduct()] } });
    await goTo(page, '/cart');
    await page.getByRole('link', { name: 'Check out as guest' }).waitFor();
    const response = await call(origin, readSettings);
    const settings = { ...response.settings, payment: { provider: null, testMode: false } };
    await page.route('**/api/v1/shop/settings', (route) => route.fulfill({ json: { success: true, settings } }));
    // Reloads, so that the cart asks the server again.
    await navbar(page).getByRole('link', { name: /Cart/ }).click();
    await page.getByText("Checkout isn't available yet").waitFor();
    await expect.poll(() => page.getByText("Checkout isn't available yet").count()).toBe(1);
    await expect.poll(() => page.getByRole('link', { name: 'Check out as guest' }).count()).toBe(0);
    await page.getByText('Please Login to Checkout').waitFor();
  });

  test('[CART-7] an empty one says please add some product in cart!, and nothing is sent', async () => {
    const { page } = await visit({ session: await makeShopper(origin) });
    const postedUrls: string[] = [];
    page.on('request', (it) => it.method() === 'POST' && postedUrls.push(it.url()));
    await goTo(page, '/cart');
    await expect.poll(() => page.locator('main').textContent()).toContain('Your cart is empty');
    await checkoutButton(page).click();
    await findToast(page, 'please add some product in cart!').waitFor();
    expect(postedUrls).toEqual([]);
    expect(getPath(page)).toBe('/cart');
  });
});
