/** What was put into the cart a moment ago, for the panel that shows it; never stored. */
import { useSyncExternalStore } from 'react';
import type { CartItem } from './cart-item.ts';

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
