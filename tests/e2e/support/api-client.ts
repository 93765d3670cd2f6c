/** Calls the shop's API without the browser, to prepare a test and to check its results. */
import { randomUUID } from 'node:crypto';
import { createAddress } from '../../../src/contract/address.ts';
import { login, register, type User } from '../../../src/contract/auth.ts';
import { createCategory } from '../../../src/contract/category-admin.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../../../src/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '../../../src/contract/limits.ts';
import { startCheckout } from '../../../src/contract/order.ts';
import { listProducts, type Product } from '../../../src/contract/product.ts';
import { createProduct } from '../../../src/contract/product-admin.ts';
import { makeImage } from '../../support/images.ts';
import { ADMIN } from '../../support/shop-process.ts';

interface RequestOptions<E> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  token?: string;
  form?: FormData;
  /** Client IP in X-Forwarded-For, which `startShop` makes the shop trust. */
  forwardedFor?: string;
}

/** Doesn't throw on an error status. */
export async function sendRequest<E extends Endpoint>(
  origin: string,
  endpoint: E,
  options: RequestOptions<E> = {},
): Promise<{ status: number; body: ReplyOf<E> & { message?: string } }> {
  const params = (options.params ?? {}) as Record<string, unknown>;
  const requestPath = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams(Object.entries((options.query ?? {}) as object).map(([key, value]) => [key, String(value)]));
  const response = await fetch(`${origin}${requestPath}${query.size ? `?${query}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(options.token && { authorization: options.token }),
      ...(options.forwardedFor && { 'x-forwarded-for': options.forwardedFor }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.form && { body: options.form }),
  });
  return { status: response.status, body: (await response.json()) as never };
}

/** Throws on an error status: for preparations that must succeed. */
export async function call<E extends Endpoint>(origin: string, endpoint: E, options: RequestOptions<E> = {}): Promise<ReplyOf<E>> {
  const { status, body } = await sendRequest(origin, endpoint, options);
  if (status >= 300) throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

export interface Session {
  user: User;
  token: string;
}

export interface RegisteredUser extends Session {
  email: string;
  password: string;
}

export function makeRegistration(name = 'Ada Shopper') {
  return {
    name,
    email: `${randomUUID().slice(0, 12)}@example.com`,
    password: 'correct horse 1',
    phone: '+1 555 0100',
    address: '1 Market Street, Springfield',
    answer: 'Curling',
  };
}

export async function logIn(origin: string, email: string, password: string): Promise<Session> {
  const { user, token } = await call(origin, login, { body: { email, password } });
  return { user, token };
}

/** Registers a new shopper and logs in, each from another IP, since registrations per IP are limited. */
/** The address of test shoppers, in fields and as printed. */
export const HOME = {
  recipient: 'Ada Shopper',
  street: '1455 NW Market St',
  postcode: '97205',
  city: 'Portland',
  region: 'OR',
  country: 'US',
};
export const HOME_TEXT = 'Ada Shopper\n1455 NW Market St\nPortland, OR 97205\nUnited States';

/** Has one saved address, so that checkouts go there. */
export async function makeShopper(origin: string, name?: string, { hasAddress = true } = {}): Promise<RegisteredUser> {
  const registration = makeRegistration(name);
  await call(origin, register, {
    body: registration,
    forwardedFor: `2001:db8:${registration.email.slice(0, 4)}:${registration.email.slice(4, 8)}::1`,
  });
  const session = await logIn(origin, registration.email, registration.password);
  if (hasAddress) await call(origin, createAddress, { token: session.token, body: HOME });
  return { email: registration.email, password: registration.password, ...session };
}

export function logInAdmin(origin: string): Promise<Session> {
  return logIn(origin, ADMIN.email, ADMIN.password);
}

let uniqueNameCount = 0;

/** A name that occurs once in the shop. */
export function uniqueName(prefix: string): string {
  uniqueNameCount += 1;
  return `${prefix} ${randomUUID().slice(0, 6)}${uniqueNameCount}`;
}

/** Whether `uniqueName` made it, so that it isn't one of the demo. */
export function isUniqueName(name: string): boolean {
  return / [0-9a-f]{6}\d+$/.test(name);
}

/** A new category, so that lists in other tests don't change. */
export async function makeCategory(origin: string, token: string, name = uniqueName('Category')) {
  const { category } = await call(origin, createCategory, { token, body: { name } });
  return category;
}

/** Buys as the cart and the demo provider's page would, without a browser. */
export async function buy(origin: string, token: string, productId: string): Promise<void> {
  const { url } = await call(origin, startCheckout, { token, body: { products: [{ _id: productId }] } });
  await payOnDemoPage(url);
}

export async function payOnDemoPage(url: string): Promise<void> {
  const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', name: 'Ada' };
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  if (status !== 303) throw new Error(`The payment was answered by ${status}`);
}

/** A product as in lists and carts: without further pictures and variants. */
export async function makeProduct(
  origin: string,
  token: string,
  category: string,
  { name = uniqueName('Thing'), description = 'Made for a test, and made well.', price = 24.5, quantity = 10 } = {},
): Promise<Product> {
  const form = new FormData();
  const fields = { name, description, price, quantity, category, shipping: 1 };
  for (const [key, value] of Object.entries(fields)) form.set(key, String(value));
  form.set('image', new Blob([new Uint8Array(await makeImage('png'))], { type: 'image/png' }), 'picture.png');
  const {
    images: _images,
    options: _options,
    variants: _variants,
    attributes: _attributes,
    descriptionFormat: _format,
    ...product
  } = (await call(origin, createProduct, { token, form })).product;
  return product;
}

/** A product with one price and one button, of which two can be bought: other tests leave products with options, a sale or their last piece. */
export const isSimple = ({ hasOptions, compareAtPrice, quantity }: Product): boolean =>
  !hasOptions && compareAtPrice === null && quantity > 1;

/** Throws if the list is empty. */
export function first<T>(list: readonly T[]): T {
  const [it] = list;
  if (!it) throw new Error('the demo shop has none of these');
  return it;
}

export async function listEveryProduct(origin: string): Promise<Product[]> {
  const all: Product[] = [];
  for (let page = 1; ; page += 1) {
    const { products, total } = await call(origin, listProducts, { query: { page, limit: MAX_PAGE_SIZE } });
    all.push(...products);
    if (all.length >= total || products.length === 0) return all;
  }
}
