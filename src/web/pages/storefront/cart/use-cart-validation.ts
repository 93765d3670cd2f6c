/** Fetches the cart's products on opening, and when the browser comes back to the page, and updates the cart to current prices. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '../../../../contract/order.ts';
import { api } from '../../../api.ts';
import { fetchProducts } from '../../../components/fetch-products.ts';
import { findWaitingCheckout } from '../../../components/orders/waiting-checkout.tsx';
import { CART_VALIDATION_MAX } from '../../../constants.ts';
import { useBackFromCache } from '../../../hooks/use-back-from-cache.ts';
import { useRetryWhenOnline } from '../../../hooks/use-online-status.ts';
import { readCart, toCartLines, updateCartProducts } from '../../../state/cart.ts';
import { type CartItem, getItemId } from '../../../state/cart-item.ts';
import { useSession } from '../../../state/session.ts';

export interface CartValidation {
  /** By id (getItemId): as it is now, null if it is no longer sold. Missing if the request failed. */
  currentById: ReadonlyMap<string, CartItem | null>;
  /** Ids of products whose variant has to be chosen. */
  undecidedIds: ReadonlySet<string>;
  /** By id: the price when added, if it has changed. */
  previousPrices: ReadonlyMap<string, number>;
  hasFailed: boolean;
  /** The customer's checkout that waits for its payment. */
  waiting: Order | null;
}

const EMPTY_VALIDATION: CartValidation = {
  currentById: new Map(),
  undecidedIds: new Set(),
  previousPrices: new Map(),
  hasFailed: false,
  waiting: null,
};

/**
 * Stock that this customer's own open checkout reserves is available to them: they can pay it, or replace it by a newer checkout, which
 * releases it first.
 */
function addHeldStock(currentById: Map<string, CartItem | null>, waiting: Order | null): void {
  for (const { product, variant, quantity } of waiting?.lines ?? []) {
    const id = variant ?? product;
    const current = id === null ? null : currentById.get(id);
    if (id !== null && current) currentById.set(id, { ...current, quantity: current.quantity + quantity });
  }
}

async function validateCart(signal: AbortSignal): Promise<CartValidation> {
  const products = toCartLines(readCart()).map((line) => line.product);
  const [{ currentById, undecidedIds, hasFailed }, waiting] = await Promise.all([
    fetchProducts(products.slice(0, CART_VALIDATION_MAX), signal),
    findWaitingCheckout(api, signal),
  ]);
  addHeldStock(currentById, waiting);
  const previousPrices = new Map<string, number>();
  for (const item of products) {
    const current = currentById.get(getItemId(item));
    if (current && current.price !== item.price) previousPrices.set(getItemId(item), item.price);
  }
  return { currentById, undecidedIds, previousPrices, hasFailed, waiting };
}

export function useCartValidation(): CartValidation & { reload: () => void } {
  const [validation, setValidation] = useState(EMPTY_VALIDATION);
  const stop = useRef(() => {});
  const token = useSession()?.token;

  const run = useCallback(async () => {
    stop.current();
    const controller = new AbortController();
    stop.current = () => controller.abort();
    const result = await validateCart(controller.signal);
    if (controller.signal.aborted) return;
    updateCartProducts(result.currentById);
    setValidation(result);
  }, []);

  const reload = useCallback(() => void run(), [run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another customer has another checkout
  useEffect(() => {
    reload();
    return () => stop.current();
  }, [reload, token]);
  useRetryWhenOnline(validation.hasFailed, reload);
  useBackFromCache(reload);

  return { ...validation, reload };
}
