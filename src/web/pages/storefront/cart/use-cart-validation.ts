/** Fetches the cart's products once on opening, and updates the cart to current prices. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '../../../../contract/product.ts';
import { fetchProducts } from '../../../components/fetch-products.ts';
import { CART_VALIDATION_MAX } from '../../../constants.ts';
import { useRetryWhenOnline } from '../../../hooks/use-online-status.ts';
import { readCart, toCartLines, updateCartProducts } from '../../../state/cart.ts';

export interface CartValidation {
  /** By id: the product as it is now, null if it is no longer sold. Missing if the request failed. */
  currentById: ReadonlyMap<string, Product | null>;
  /** By id: the price when added, if it has changed. */
  previousPrices: ReadonlyMap<string, number>;
  hasFailed: boolean;
}

const EMPTY_VALIDATION: CartValidation = { currentById: new Map(), previousPrices: new Map(), hasFailed: false };

async function validateCart(signal: AbortSignal): Promise<CartValidation> {
  const products = toCartLines(readCart()).map((line) => line.product);
  const { currentById, hasFailed } = await fetchProducts(products.slice(0, CART_VALIDATION_MAX), signal);
  const previousPrices = new Map<string, number>();
  for (const { _id, price } of products) {
    const current = currentById.get(_id);
    if (current && current.price !== price) previousPrices.set(_id, price);
  }
  return { currentById, previousPrices, hasFailed };
}

export function useCartValidation(): CartValidation {
  const [validation, setValidation] = useState(EMPTY_VALIDATION);
  const stop = useRef(() => {});

  const run = useCallback(async () => {
    stop.current();
    const controller = new AbortController();
    stop.current = () => controller.abort();
    const result = await validateCart(controller.signal);
    if (controller.signal.aborted) return;
    updateCartProducts(result.currentById);
    setValidation(result);
  }, []);

  useEffect(() => {
    void run();
    return () => stop.current();
  }, [run]);
  useRetryWhenOnline(validation.hasFailed, () => void run());

  return validation;
}
