/** Asks the shop, once on opening, what the products of the cart are like now, and keeps the cart true to it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '../../../../contract/product.ts';
import { fetchProducts } from '../../../components/fetch-products.ts';
import { CART_VALIDATION_MAX } from '../../../constants.ts';
import { useRetryWhenOnline } from '../../../hooks/use-online-status.ts';
import { readCart, toCartLines, updateCartProducts } from '../../../state/cart.ts';

export interface CartValidation {
  /** By id: the product as it is now, null if it isn't sold any more. What couldn't be asked is absent. */
  currentById: ReadonlyMap<string, Product | null>;
  /** By id: what it cost when it was put in, where that is no longer its price. */
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
