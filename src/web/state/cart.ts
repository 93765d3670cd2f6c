/** The cart, in local storage under `cart`: a list of product objects, one for each item, repeated ones included. */
import type { Product } from '../../contract/product.ts';
import { createStore } from './storage.ts';

const EMPTY: Product[] = [];

function isProduct(item: unknown): item is Product {
  if (typeof item !== 'object' || item === null) return false;
  const { _id, name, price } = item as Record<string, unknown>;
  return typeof _id === 'string' && typeof name === 'string' && typeof price === 'number' && Number.isFinite(price);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** A picture of this shop, or none. */
function imageOf(value: unknown): string {
  const address = textOf(value);
  return /^\/(?!\/)/.test(address) ? address : '';
}

function parseCart(found: unknown): Product[] {
  if (!Array.isArray(found)) return EMPTY;
  const items = found.filter(isProduct).map((item) => ({
    ...item,
    slug: textOf(item.slug),
    description: textOf(item.description),
    image: imageOf(item.image),
  }));
  return items.length ? items : EMPTY;
}

const store = createStore<Product[]>('cart', EMPTY, parseCart);

/** The items in a component; none on the server and while hydrating. */
export const useCart = store.use;

/** Says false where the browser couldn't keep it. */
export function addToCart(product: Product, count = 1): boolean {
  return store.write([...store.read(), ...Array.from({ length: count }, () => product)]);
}

/** The items outside of a component. */
export const readCart = store.read;

function keep(items: Product[]): boolean {
  return store.write(items.length ? items : EMPTY);
}

/** An item that was taken out, and where in the list it stood. */
export interface Taken {
  product: Product;
  at: number;
}

/** Takes out so many items of this product, the last that were put in, and gives them for `putBack`. */
export function takeFromCart(id: string, count = 1): Taken[] {
  const items = store.read();
  const taken = items.flatMap((product, at) => (product._id === id ? [{ product, at }] : [])).slice(-count);
  if (!taken.length) return taken;
  keep(items.filter((_item, at) => !taken.some((it) => it.at === at)));
  return taken;
}

/** Puts them where they were, as far as there is still such a place. Says false where the browser couldn't keep it. */
export function putBack(taken: Taken[]): boolean {
  const items = [...store.read()];
  for (const { product, at } of taken) items.splice(at, 0, product);
  return store.write(items);
}

function isSame(one: Product, other: Product): boolean {
  const names = ['name', 'slug', 'description', 'price', 'quantity', 'image', 'category', 'shipping'] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Each item as the shop has it now; those it said nothing of stay. Nothing is written where nothing changed. */
export function refreshCart(now: ReadonlyMap<string, Product | null>): void {
  const items = store.read();
  const fresh = items.map((item) => {
    const current = now.get(item._id);
    return current && !isSame(item, current) ? current : item;
  });
  if (fresh.some((item, at) => item !== items[at])) store.write(fresh);
}

/** Takes out what was bought: so many of each, as far as they are still there. */
function takeBought(bought: { product: string | null; quantity: number }[]): void {
  const left = new Map(bought.map((line) => [line.product, line.quantity]));
  const rest = store.read().filter((item) => {
    const count = left.get(item._id) ?? 0;
    if (count > 0) left.set(item._id, count - 1);
    return count <= 0;
  });
  keep(rest);
}

const MAX_MARKS = 50;
const NO_MARKS: string[] = [];

function parseMarks(found: unknown): string[] {
  return Array.isArray(found) ? found.filter((it) => typeof it === 'string') : NO_MARKS;
}

/** Orders whose items have left the cart: a reload of their page mustn't take what was added since. */
const marks = createStore<string[]>('bought', NO_MARKS, parseMarks);

/** `takeBought`, once an order however often it is called, whichever tab calls. Says whether this was the once. */
export function takeBoughtOnce(order: string, bought: { product: string | null; quantity: number }[]): boolean {
  if (marks.read().includes(order)) return false;
  takeBought(bought);
  marks.write([...marks.read(), order].slice(-MAX_MARKS));
  return true;
}

export interface CartLine {
  product: Product;
  count: number;
  /** What its items come to; they may have been added at different prices. */
  cents: number;
}

const centsOf = (product: Product) => Math.round(product.price * 100);

/** Items as people read them: each product once, with its count, in the order first added. */
export function toLines(items: Product[]): CartLine[] {
  const lines = new Map<string, CartLine>();
  for (const product of items) {
    const line = lines.get(product._id);
    if (line) {
      line.count += 1;
      line.cents += centsOf(product);
    } else lines.set(product._id, { product, count: 1, cents: centsOf(product) });
  }
  return [...lines.values()];
}

/** In cents, so that no sum of decimals drifts. */
export function totalCents(items: Product[]): number {
  return items.reduce((sum, item) => sum + centsOf(item), 0);
}
