/** Asks the shop, once on opening, what the products of the cart are like now, and keeps the cart true to it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '../../../../contract/product.ts';
import { askProducts } from '../../../components/ask-products.ts';
import { COMPARE_MAX } from '../../../constants.ts';
import { readCart, refreshCart, toLines } from '../../../state/cart.ts';
import { useBackOnline } from '../../../use-back-online.ts';

export interface Comparison {
  /** By id: the product as it is now, null if it isn't sold any more. What couldn't be asked is absent. */
  now: ReadonlyMap<string, Product | null>;
  /** By id: what it cost when it was put in, where that is no longer its price. */
  was: ReadonlyMap<string, number>;
  hasFailed: boolean;
}

const NOTHING: Comparison = { now: new Map(), was: new Map(), hasFailed: false };

async function compare(signal: AbortSignal): Promise<Comparison> {
  const products = toLines(readCart()).map((line) => line.product);
  const { now, hasFailed } = await askProducts(products.slice(0, COMPARE_MAX), signal);
  const was = new Map<string, number>();
  for (const { _id, price } of products) {
    const current = now.get(_id);
    if (current && current.price !== price) was.set(_id, price);
  }
  return { now, was, hasFailed };
}

export function useComparison(): Comparison {
  const [comparison, setComparison] = useState(NOTHING);
  const stop = useRef(() => {});

  const run = useCallback(async () => {
    stop.current();
    const controller = new AbortController();
    stop.current = () => controller.abort();
    const found = await compare(controller.signal);
    if (controller.signal.aborted) return;
    refreshCart(found.now);
    setComparison(found);
  }, []);

  useEffect(() => {
    void run();
    return () => stop.current();
  }, [run]);
  useBackOnline(comparison.hasFailed, () => void run());

  return comparison;
}
