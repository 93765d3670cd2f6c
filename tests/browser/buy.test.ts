/** From a cart to a paid order, and everything that can come between. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { listOrders, startCheckout } from '../../src/contract/order.ts';
import { deleteProduct, type Product, readProduct, updateProduct } from '../../src/contract/product.ts';
import { badge, bar, DECLINED_CARD, dollars, GOOD_CARD, heading, logInBy, POOR_CARD, payWith } from './steps.ts';
import { goTo, prepareVisits, stored, toastOf } from './visitor.ts';
import { ask, call, logInAdmin, makeCategory, makeDetails, makeProduct, makeShopper } from './wire.ts';

const origin = inject('origin');
const visit = prepareVisits(origin);

let admin: string;
let shelf: string;

beforeAll(async () => {
  admin = (await logInAdmin(origin)).token;
  shelf = (await makeCategory(origin, admin))._id;
});

const newProduct = (details: Parameters<typeof makeProduct>[3] = {}) => makeProduct(origin, admin, shelf, details);
const checkout = (page: Page) => page.getByRole('button', { name: 'Checkout for payment' });
const totalShown = (page: Page) => page.getByTestId('cart-total').textContent();
const path = (page: Page) => new URL(page.url()).pathname;

async function stockOf(product: Product): Promise<number | undefined> {
  const answer = await call(origin, readProduct, { params: { slug: product.slug } });
  return answer.product[0]?.quantity;
}

async function setStock({ _id, name, description, category }: Product, quantity: number): Promise<void> {
  await call(origin, updateProduct, { token: admin, params: { id: _id }, body: { name, description, category, quantity } });
}

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

describe('paying', () => {
  test('[CART-8] [ROUTE-4] [USER-3] a good card pays: the order is shown as paid, the bought items leave the cart, the order stays', async () => {
    const bought = await newProduct({ price: 24.5, quantity: 5 });
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [bought, bought] } });
    const sent: unknown[] = [];
    page.on('request', (it) => it.url().endsWith('/create-checkout-session') && sent.push(it.postDataJSON()));
    await goTo(page, '/cart');
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
    expect(sent).toMatchObject([{ products: [{ _id: bought._id }, { _id: bought._id }] }]);
    expect(await page.locator('body').textContent()).toContain(bought.name);
    await payWith(page, GOOD_CARD);
    await page.waitForURL('**/success?**');
    await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
    const text = await page.locator('main').textContent();
    expect(text).toContain(bought.name);
    expect(text).toContain('$49.00');
    expect(await page.title()).toContain('eCommerce App');
    await expect.poll(() => badge(page).textContent()).toBe('0');
    expect(await stockOf(bought)).toBe(3);
    const { orders } = await call(origin, listOrders, { token: session.token });
    expect(orders).toMatchObject([{ status: 'paid', total: 49, lines: [{ product: bought._id, quantity: 2, price: 24.5 }] }]);
    await page.reload();
    await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
    await goTo(page, '/dashboard/user/orders');
    const order = page.locator('main article').first();
    await order.getByText('Paid', { exact: true }).waitFor();
    expect(await order.textContent()).toContain(bought.name);
    await goTo(page, `/success?order=${orders[0]?._id}`);
    await page.getByText('Back to home page').click();
    await page.waitForURL(`${origin}/`);
  });

  test('[CART-8] what was put in after the checkout began stays in the cart', async () => {
    const bought = await newProduct();
    const later = await newProduct();
    const { page, context } = await visit({ session: await makeShopper(origin), storage: { cart: [bought] } });
    await goTo(page, '/cart');
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
    const other = await context.newPage();
    await goTo(other, `/product/${later.slug}`);
    await other.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await payWith(page, GOOD_CARD);
    await page.waitForURL('**/success?**');
    await expect.poll(() => badge(page).textContent()).toBe('1');
    expect(await stored(page, 'cart')).toMatchObject([{ _id: later._id }]);
  });

  test('[CART-8] a declined card and one without funds are told so; the next card pays the same order', async () => {
    const product = await newProduct();
    const session = await makeShopper(origin);
    const { page, expectComplaints } = await visit({ session, storage: { cart: [product] } });
    expectComplaints(/status of 402/);
    await goTo(page, '/cart');
    await checkout(page).click();
    await payWith(page, DECLINED_CARD);
    await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor();
    await payWith(page, POOR_CARD);
    await page.getByRole('alert').filter({ hasText: 'insufficient funds' }).waitFor();
    expect((await call(origin, listOrders, { token: session.token })).orders.map((it) => it.status)).toEqual(['pending']);
    await payWith(page, GOOD_CARD);
    await page.waitForURL('**/success?**');
    await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
    expect((await call(origin, listOrders, { token: session.token })).orders.map((it) => it.status)).toEqual(['paid']);
  });

  test('[ROUTE-4] the way back cancels: the stock is there again, and the cart as it was', async () => {
    const product = await newProduct({ quantity: 4 });
    const session = await makeShopper(origin);
    const { page } = await visit({ session, storage: { cart: [product, product, product] } });
    await goTo(page, '/cart');
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
    expect(await stockOf(product)).toBe(1);
    await page.getByRole('link', { name: /Back to eCommerce App/ }).click();
    await page.waitForURL('**/cancel?**');
    expect(await heading(page).textContent()).toBe('Cancel Payment');
    await expect.poll(() => stockOf(product)).toBe(4);
    expect(await badge(page).textContent()).toBe('3');
    expect((await call(origin, listOrders, { token: session.token })).orders.map((it) => it.status)).toEqual(['cancelled']);
  });

  test('[ROUTE-4] opening /success without paying pays nothing and takes nothing out of the cart', async () => {
    const product = await newProduct();
    const session = await makeShopper(origin);
    const { order } = await call(origin, startCheckout, { token: session.token, body: { products: [{ _id: product._id }] } });
    const { page } = await visit({ session, storage: { cart: [product] } });
    await goTo(page, `/success?order=${order}`);
    await page.getByText(/Waiting for the payment/).waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/successful/i);
    expect(await badge(page).textContent()).toBe('1');
    expect((await call(origin, listOrders, { token: session.token })).orders.map((it) => it.status)).toEqual(['pending']);
    const stranger = await visit({ session: await makeShopper(origin) });
    stranger.expectComplaints(/status of 404/);
    await goTo(stranger.page, `/success?order=${order}`);
    await stranger.page.getByText('There is no such order here').waitFor();
  });
});

describe('what cannot be bought', () => {
  test('[PROD-1] [HOME-7] a sold out product cannot be added anywhere', async () => {
    const name = `Sold ${Date.now()}`;
    const product = await newProduct({ name, quantity: 0 });
    const { page } = await visit();
    for (const place of [`/product/${product.slug}`, `/searched/products?keyword=${encodeURIComponent(name)}`, '/']) {
      await goTo(page, place);
      const button = page
        .locator('main')
        .getByRole('button', { name: /^Out of stock/ })
        .first();
      expect([place, await button.isDisabled()]).toEqual([place, true]);
    }
    expect(await badge(page).textContent()).toBe('0');
  });

  test('[CART-8] too few left: the cart says which product and how many, and nothing is taken', async () => {
    const product = await newProduct({ quantity: 3 });
    const { page, expectComplaints } = await visit({ session: await makeShopper(origin), storage: { cart: [product, product, product] } });
    expectComplaints(/status of 409/, /console:.*Not enough/);
    await setStock(product, 1);
    await goTo(page, '/cart');
    await checkout(page).click();
    const alert = page.getByRole('alert').filter({ hasText: product.name });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('1 left');
    expect(path(page)).toBe('/cart');
    expect(await badge(page).textContent()).toBe('3');
    expect(await stockOf(product)).toBe(1);
    const remove = page.getByRole('button', { name: /^Remove Item/ });
    await remove.click();
    await remove.click();
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
  });

  test('[CART-8] a product that is no longer sold is named, and can be taken out', async () => {
    const gone = await newProduct();
    const there = await newProduct();
    const { page, expectComplaints } = await visit({ session: await makeShopper(origin), storage: { cart: [gone, there] } });
    expectComplaints(/status of 404/, /console:.*sold/);
    await call(origin, deleteProduct, { token: admin, params: { id: gone._id } });
    await goTo(page, '/cart');
    await checkout(page).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /sold any more/ })
      .waitFor();
    const line = page.locator('main li').filter({ hasText: gone.name });
    expect(await line.textContent()).toMatch(/sold any more/);
    await line.getByRole('button', { name: /^Remove Item/ }).click();
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
  });

  test('[CART-8] a visitor cannot check out, whatever is sent', async () => {
    const product = await newProduct();
    expect((await ask(origin, startCheckout, { body: { products: [{ _id: product._id }] } })).status).toBe(401);
  });

  test('[CART-8] a login that ran out is told at the checkout, and the cart stays', async () => {
    const product = await newProduct();
    const session = await makeShopper(origin);
    const { page, expectComplaints } = await visit({
      session: { ...session, token: `${session.token.slice(0, -4)}AAAA` },
      storage: { cart: [product] },
    });
    expectComplaints(/status of 401/, /console:.*log in/i);
    await goTo(page, '/cart');
    await checkout(page).click();
    await page.getByText('Your login has ended, please log in again').first().waitFor();
    await page.getByText('Please Login to Checkout').waitFor();
    expect(await badge(page).textContent()).toBe('1');
    expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
  });
});

describe('what is forged', () => {
  test('[CART-8] a price and a name changed in local storage change nothing: the shop asks its own price', async () => {
    const product = await newProduct({ price: 240 });
    const { page } = await visit({
      session: await makeShopper(origin),
      storage: { cart: [{ ...product, price: 0.01, name: 'Cheap', quantity: 999 }] },
    });
    await goTo(page, '/cart');
    expect(await totalShown(page)).toBe('$0.01');
    await checkout(page).click();
    await page.waitForURL('**/pay/**');
    const text = await page.locator('body').textContent();
    expect(text).toContain('$240.00');
    expect(text).toContain(product.name);
    expect(text).not.toContain('$0.01');
  });

  test('[CART-8] an answer that leads to a strange address is not followed', async () => {
    const { page } = await visit({ session: await makeShopper(origin), storage: { cart: [await newProduct()] } });
    const asked: string[] = [];
    page.on('request', (it) => !it.url().startsWith(origin) && asked.push(it.url()));
    await goTo(page, '/cart');
    let url = '';
    await page.route('**/create-checkout-session', (route) => route.fulfill({ json: { id: 'x', url, order: crypto.randomUUID() } }));
    for (url of [
      'https://evil.example/pay',
      '//evil.example',
      'javascript:alert(1)',
      'https://checkout.stripe.com.evil.example',
      'data:text/html,x',
      '',
    ]) {
      await checkout(page).click();
      await toastOf(page, /Nothing was charged/).waitFor();
      await expect.poll(() => checkout(page).getAttribute('aria-busy')).toBeNull();
      expect([url, page.url()]).toEqual([url, `${origin}/cart`]);
    }
    expect(asked).toEqual([]);
  });

  test('[CART-8] a provider that fails is told, with Try again', async () => {
    const { page, expectComplaints } = await visit({ session: await makeShopper(origin), storage: { cart: [await newProduct()] } });
    expectComplaints(/status of 502/, /console:.*provider/);
    await page.route('**/create-checkout-session', (route) =>
      route.fulfill({ status: 502, json: { success: false, message: "The payment provider doesn't answer." } }),
    );
    await goTo(page, '/cart');
    await checkout(page).click();
    await page.getByRole('alert').filter({ hasText: "provider doesn't answer" }).waitFor();
    await page.unroute('**/create-checkout-session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/pay/**');
  });
});

describe('with the keyboard alone', () => {
  interface Stop {
    label: string;
    isVisible: boolean;
  }

  /** What has the focus, as a person would call it, and whether they can see that it has it. */
  const stop = (page: Page): Promise<Stop> =>
    page.evaluate(() => {
      const it = document.activeElement as HTMLElement;
      const named = it.getAttribute('aria-label') ?? (it as HTMLInputElement).labels?.[0]?.textContent ?? it.textContent ?? '';
      const style = getComputedStyle(it);
      const box = it.getBoundingClientRect();
      const isMarked = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
      return { label: `${it.tagName} ${named.trim()}`, isVisible: isMarked && box.width > 0 && box.height > 0 };
    });

  async function tabTo(page: Page, label: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const seen: string[] = [];
    for (let presses = 0; presses < 120; presses += 1) {
      await page.keyboard.press(key);
      const here = await stop(page);
      seen.push(here.label);
      if (!here.label.startsWith('BODY')) expect(here, 'the focus can be seen').toMatchObject({ isVisible: true });
      if (label.test(here.label)) return;
    }
    throw new Error(`${label} is not reached:\n${seen.join('\n')}`);
  }

  /** A new page is there for the keyboard once its heading has the focus. */
  async function arrive(page: Page, url: string): Promise<void> {
    await page.waitForURL(url);
    await expect.poll(async () => (await stop(page)).label).toMatch(/^H1 /);
  }

  const type = async (page: Page, text: string) => {
    await page.keyboard.insertText(text);
  };

  test('[HOME-3] [ACC-1] [ACC-2] [CART-5] [CART-8] a browser that never saw the shop buys a product, from the first page to the paid order', async () => {
    const { page } = await visit();
    const details = makeDetails('Key Board');
    await goTo(page, '/');
    await page.keyboard.press('Tab');
    expect((await stop(page)).label).toContain('Skip to the content');
    await page.keyboard.press('Enter');
    await tabTo(page, /^INPUT Tools/);
    await page.keyboard.press('Space');
    await page.waitForURL('**/?category=tools');
    await tabTo(page, /^BUTTON Add to Cart: /);
    await page.keyboard.press('Enter');
    await toastOf(page, 'Added To Cart Successfully').waitFor();
    await tabTo(page, /^A Cart/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await arrive(page, '**/cart');
    await tabTo(page, /^A Please Login to Checkout/);
    await page.keyboard.press('Enter');
    await arrive(page, '**/login');
    await tabTo(page, /^A Register/);
    await page.keyboard.press('Enter');
    await arrive(page, '**/register');
    for (const [label, text] of [
      [/^INPUT Name/, details.name],
      [/^INPUT Email/, details.email],
      [/^INPUT Password/, details.password],
      [/^INPUT Phone/, details.phone],
      [/^INPUT Address/, details.address],
      [/^INPUT favorite sport/, details.answer],
    ] as const) {
      await tabTo(page, label);
      await type(page, text);
    }
    await page.keyboard.press('Enter');
    await toastOf(page, 'Register successfully!').waitFor();
    await arrive(page, '**/login');
    await tabTo(page, /^INPUT Email/);
    await type(page, details.email);
    await tabTo(page, /^INPUT Password/);
    await type(page, details.password);
    await page.keyboard.press('Enter');
    await arrive(page, '**/cart');
    await tabTo(page, /^BUTTON Checkout for payment/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pay/**');
    for (const [label, text] of [
      [/^INPUT Card number/, GOOD_CARD],
      [/^INPUT Expiry/, '12/40'],
      [/^INPUT CVC/, '123'],
      [/^INPUT Name on card/, details.name],
    ] as const) {
      await tabTo(page, label);
      await type(page, text);
    }
    await tabTo(page, /^BUTTON Pay \$/);
    await page.keyboard.press('Space');
    await page.waitForURL('**/success?**');
    await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
    await tabTo(page, /^A Back to home page/);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/`);
    await expect.poll(() => badge(page).textContent()).toBe('0');
  });

  test('[NAV-3] [NAV-4] the menus of the bar open, close and lead on by keyboard', async () => {
    const { page } = await visit({ session: await makeShopper(origin, 'Menu User') });
    await goTo(page, '/');
    await tabTo(page, /^SUMMARY Category/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^A All categories/);
    await page.keyboard.press('Escape');
    expect((await stop(page)).label).toContain('Category');
    expect(await bar(page).locator('details[open]').count()).toBe(0);
    await tabTo(page, /^SUMMARY Menu User/);
    await page.keyboard.press('Space');
    await tabTo(page, /^A Dashboard/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard/user');
    await expect.poll(() => bar(page).locator('details[open]').count()).toBe(0);
  });
});
