/** What changes the cart on its own pages and after the payment. Apart from cart.ts, so that the first page doesn't load it. */
import type { OrderLine } from '../../contract/order-fields.ts';
import { type CartItem, getItemId, readCart, saveCart } from './cart.ts';
import { createStore } from './storage.ts';

/** A removed item and its index in the list. */
export interface RemovedItem {
  product: CartItem;
  at: number;
}

/** Removes the last `count` items with this id (getItemId) and returns them for `restoreToCart`. */
export function removeFromCart(id: string, count = 1): RemovedItem[] {
  const items = readCart();
  const removed = items.flatMap((product, at) => (getItemId(product) === id ? [{ product, at }] : [])).slice(-count);
  if (!removed.length) return removed;
  saveCart(items.filter((_item, at) => !removed.some((it) => it.at === at)));
  return removed;
}

/** Puts items back at their index. Returns false if the browser couldn't save it. */
export function restoreToCart(removed: RemovedItem[]): boolean {
  const items = [...readCart()];
  for (const { product, at } of removed) items.splice(at, 0, product);
  return saveCart(items);
}

function isSameProduct(one: CartItem, other: CartItem): boolean {
  const shown = ['name', 'chosen', 'slug', 'description', 'price', 'quantity', 'image', 'category', 'shipping'] as const;
  const fields = [...shown, 'compareAtPrice', 'lowestPrice'] as const;
  return fields.every((name) => one[name] === other[name]) && one.unitPrice?.price === other.unitPrice?.price;
}

/** Replaces items by their current products; those that are missing from the map stay. Writes only if something changed. */
export function updateCartProducts(currentById: ReadonlyMap<string, { item: CartItem | null }>): void {
  const items = readCart();
  const updated = items.map((item) => {
    const current = currentById.get(getItemId(item))?.item;
    return current && !isSameProduct(item, current) ? current : item;
  });
  if (updated.some((item, at) => item !== items[at])) saveCart(updated);
}

type PurchasedLine = Pick<OrderLine, 'product' | 'variant' | 'quantity'>;

/** Removes purchased items, as many of each as were bought and are still in the cart. */
function removePurchased(purchased: PurchasedLine[]): void {
  const remaining = new Map(purchased.map((line) => [line.variant ?? line.product, line.quantity]));
  const remainingItems = readCart().filter((item) => {
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
