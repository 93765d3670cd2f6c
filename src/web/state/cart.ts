/** The cart in local storage under `cart`: a list of product objects, one per item, so the same product can appear several times. */

import { useSyncExternalStore } from 'react';
import type { Product } from '../../contract/product.ts';
import { isRecord } from '../../contract/values.ts';
import type { WithdrawalException } from '../../contract/withdrawal-fields.ts';
import { createStore } from './storage.ts';

/** An item of the cart: a product, or a variant with its own price, stock and image. */
export interface CartItem extends Product {
  /** The chosen variant's id. Absent: the product has no options, or had none when it was added. */
  variant?: string;
  /** What was chosen: `Size: 42, Colour: Red`. */
  chosen?: string;
  /** How many working days it takes until it is ready to ship; absent: what the shop takes. */
  handlingDays?: string;
  /** Why it can't be withdrawn from; absent: it can. */
  withdrawalException?: WithdrawalException;
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

export function saveCart(items: CartItem[]): boolean {
  return store.write(items.length ? items : EMPTY_CART);
}
