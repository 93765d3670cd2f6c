/** A day's activities in a shop over HTTP, in turn at the given instances of it. */
import { login } from '../../src/contract/auth.ts';
import { listCategories } from '../../src/contract/category.ts';
import { listOrders, readOrder, startCheckout } from '../../src/contract/order.ts';
import { shipOrder } from '../../src/contract/order-shipping.ts';
import { listProducts, type Product, readProduct } from '../../src/contract/product.ts';
import { updateProduct } from '../../src/contract/product-admin.ts';
import { searchProducts } from '../../src/contract/product-search.ts';
import { call, first, makeCategory, makeProduct, makeRegistration, makeShopper } from '../e2e/support/api-client.ts';
import { ADMIN } from './shop-process.ts';

const CARD = { number: '4242 4242 4242 4242', expiry: '12/49', cvc: '123', name: 'Ada Shopper' };

export interface TradingDay {
  adminToken: string;
  customerToken: string;
  product: Product;
  orderId: string;
}

async function browse(origin: string, { name, slug }: Product, category: string): Promise<void> {
  for (const path of [
    '/',
    `/product/${slug}`,
    '/categories',
    `/category/${category}`,
    `/searched/products?q=${encodeURIComponent(name)}`,
    '/login',
    '/about',
  ]) {
    const response = await fetch(origin + path, { headers: { accept: 'text/html' } });
    const html = await response.text();
    if (response.status !== 200 || !html.includes('</html>')) throw new Error(`${origin}${path}: ${response.status}`);
  }
  const found = await call(origin, searchProducts, { params: { keyword: name } });
  if (!JSON.stringify(found).includes(slug)) throw new Error(`${name} isn't found`);
  await call(origin, listProducts);
}

async function pay(url: string, origin: string): Promise<void> {
  const { pathname } = new URL(url);
  const { status } = await fetch(origin + pathname, { method: 'POST', body: new URLSearchParams(CARD), redirect: 'manual' });
  if (status !== 303) throw new Error(`The payment was answered by ${status}`);
}

/** Waits for the signed event, which the demo provider sends by itself. */
async function waitUntilPaid(origin: string, token: string, id: string): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const { order } = await call(origin, readOrder, { token, params: { id } });
    if (order.status === 'paid') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Order ${id} isn't paid after ten seconds`);
}

/** Throws if anything is wrong. */
export async function runTradingDay(origins: readonly string[]): Promise<TradingDay> {
  let turn = 0;
  const next = () => String(origins[turn++ % origins.length]);
  const { token: adminToken } = await call(next(), login, { body: { email: ADMIN.email, password: ADMIN.password } });
  const category = await makeCategory(next(), adminToken);
  const product = await makeProduct(next(), adminToken, category._id);
  await call(next(), listCategories);
  for (const origin of origins) await browse(origin, product, category.slug);

  const { token: customerToken } = await makeShopper(next(), makeRegistration().name);
  const { url, order } = await call(next(), startCheckout, {
    token: customerToken,
    body: { products: [{ _id: product._id }, { _id: product._id }] },
  });
  await pay(url, next());
  await waitUntilPaid(next(), customerToken, order);

  await call(next(), updateProduct, { token: adminToken, params: { id: product._id }, body: { price: 31.25 } });
  for (const origin of origins) {
    const { product: shown } = await call(origin, readProduct, { params: { slug: product.slug } });
    const { price, quantity } = first(shown);
    if (price !== 31.25 || quantity !== product.quantity - 2) throw new Error(`${origin} shows ${quantity} for ${price}`);
  }
  await call(next(), shipOrder, { token: adminToken, params: { id: order }, body: { carrier: 'UPS', tracking: '1Z 999' } });
  const { orders } = await call(next(), listOrders, { token: customerToken });
  const { status } = first(orders);
  if (status !== 'shipped') throw new Error(`The order is ${status}`);
  return { adminToken, customerToken, product, orderId: order };
}
