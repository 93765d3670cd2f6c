/** The cart in local storage under `cart`: a list of product objects, one per item, so the same product can appear several times. */

import { useSyncExternalStore } from 'react';
import type { OrderLine } from '../../contract/order-fields.ts';
import type { Product } from '../../contract/product.ts';
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

/** An item of the cart: a product, or a variant with its own price, stock and image. */
export interface CartItem extends Product {
  /** The chosen variant's id. Absent: the product has no options, or had none when it was added. */
  variant?: string;
  /** What was chosen: `Size: 42, Colour: Red`. */
  chosen?: string;
}

/** Identifies an item: the id of its variant, or of a product without options. */
export const getItemId = ({ _id, variant }: Pick<CartItem, '_id' | 'variant'>): string => variant ?? _id;

export const toItemPath = ({ slug, variant }: Pick<CartItem, 'slug' | 'variant'>): string =>
  variant ? `/product/${slug}?variant=${variant}` : `/product/${slug}`;

/** What was just added to the cart, for the panel that shows it; never stored. */
export interface JustAdded {
  product: CartItem;
  count: number;
}

let current: JustAdded | null = null;
const listeners = new Set<() => void>();

/** Null hides the panel. */
export function setJustAdded(added: JustAdded | null): void {
  current = added;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useJustAdded = (): JustAdded | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );

const EMPTY_CART: CartItem[] = [];

function isProduct(item: unknown): item is CartItem {
  if (!isRecord(item)) return false;
  const { _id, name, price } = item;
  return typeof _id === 'string' && typeof name === 'string' && typeof price === 'number' && Number.isFinite(price);
}

const stringOrEmpty = (value: unknown) => (typeof value === 'string' ? value : '');

/** The path of an image of this shop, or its URL at the shop's image host: the page's Content-Security-Policy allows no other. */
function parseImageUrl(value: unknown): string {
  const url = stringOrEmpty(value);
  return /^(\/(?!\/)|https?:\/\/)/.test(url) ? url : '';
}

function parseCart(stored: unknown): CartItem[] {
  if (!Array.isArray(stored)) return EMPTY_CART;
  const items = stored.filter(isProduct).map((item) => ({
    ...item,
    slug: stringOrEmpty(item.slug),
    description: stringOrEmpty(item.description),
    image: parseImageUrl(item.image),
    ...('variant' in item && { variant: stringOrEmpty(item.variant), chosen: stringOrEmpty(item.chosen) }),
  }));
  return items.length ? items : EMPTY_CART;
}

const store = createStore<CartItem[]>('cart', EMPTY_CART, parseCart);

/** The items, for components; empty on the server and while hydrating. */
export const useCart = store.use;

export interface Added {
  /** Fewer than asked for where there aren't more in stock. */
  added: number;
  /** False if the browser couldn't save it. */
  isSaved: boolean;
}

/** Adds as many as there are: those in the cart already count. Local storage may hold an invalid stock, which then sets no limit. */
export function addToCart(product: CartItem, count = 1): Added {
  const items = store.read();
  const inCart = items.filter((it) => getItemId(it) === getItemId(product)).length;
  const left = Number.isInteger(product.quantity) ? product.quantity - inCart : count;
  const added = Math.max(0, Math.min(count, left));
  if (added === 0) return { added, isSaved: true };
  return { added, isSaved: store.write([...items, ...Array.from({ length: added }, () => product)]) };
}

/** The items, outside of components. */
export const readCart = store.read;

function saveCart(items: CartItem[]): boolean {
  return store.write(items.length ? items : EMPTY_CART);
}

/** A removed item and its index in the list. */
export interface RemovedItem {
  product: CartItem;
  at: number;
}

/** Removes the last `count` items with this id (getItemId) and returns them for `restoreToCart`. */
export function removeFromCart(id: string, count = 1): RemovedItem[] {
  const items = store.read();
  const removed = items.flatMap((product, at) => (getItemId(product) === id ? [{ product, at }] : [])).slice(-count);
  if (!removed.length) return removed;
  saveCart(items.filter((_item, at) => !removed.some((it) => it.at === at)));
  return removed;
}

/** Puts items back at their index. Returns false if the browser couldn't save it. */
export function restoreToCart(removed: RemovedItem[]): boolean {
  const items = [...store.read()];
  for (const { product, at } of removed) items.splice(at, 0, product);
  return store.write(items);
}

function isSameProduct(one: CartItem, other: CartItem): boolean {
  const fields = ['name', 'chosen', 'slug', 'description', 'price', 'quantity', 'image', 'category', 'shipping', 'compareAtPrice'] as const;
  return fields.every((name) => one[name] === other[name]);
}

/** Replaces items by their current products; those that are missing from the map stay. Writes only if something changed. */
export function updateCartProducts(currentById: ReadonlyMap<string, { item: CartItem | null }>): void {
  const items = store.read();
  const updated = items.map((item) => {
    const current = currentById.get(getItemId(item))?.item;
    return current && !isSameProduct(item, current) ? current : item;
  });
  if (updated.some((item, at) => item !== items[at])) store.write(updated);
}

type PurchasedLine = Pick<OrderLine, 'product' | 'variant' | 'quantity'>;

/** Removes purchased items, as many of each as were bought and are still in the cart. */
function removePurchased(purchased: PurchasedLine[]): void {
  const remaining = new Map(purchased.map((line) => [line.variant ?? line.product, line.quantity]));
  const remainingItems = store.read().filter((item) => {
    const count = remaining.get(getItemId(item)) ?? 0;
    if (count > 0) remaining.set(getItemId(item), count - 1);
    return count <= 0;
  });
  saveCart(remainingItems);
}

const MAX_PROCESSED_ORDERS = 50;
const NO_PROCESSED_ORDERS: string[] = [];

function parseProcessedOrders(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((it) => typeof it === 'string') : NO_PROCESSED_ORDERS;
}

/** Orders whose items were removed from the cart: reloading their page must not remove items that were added since. */
const processedOrders = createStore<string[]>('bought', NO_PROCESSED_ORDERS, parseProcessedOrders);

/** Removes an order's items from the cart once, whichever tab calls and however often. Returns whether this was the first time. */
export function removePurchasedOnce(orderId: string, purchased: PurchasedLine[]): boolean {
  if (processedOrders.read().includes(orderId)) return false;
  removePurchased(purchased);
  processedOrders.write([...processedOrders.read(), orderId].slice(-MAX_PROCESSED_ORDERS));
  return true;
}

export interface CartLine {
  product: CartItem;
  count: number;
}

/** Groups items by product or variant, with counts, in the order they were added. */
export function toCartLines(items: CartItem[]): CartLine[] {
  const lines = new Map<string, CartLine>();
  for (const product of items) {
    const line = lines.get(getItemId(product));
    if (line) line.count += 1;
    else lines.set(getItemId(product), { product, count: 1 });
  }
  return [...lines.values()];
}
