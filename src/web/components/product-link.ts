/** What every link to a product has in common, and the picture that travels along it. */
import { type CSSProperties, useEffect, useRef } from 'react';
import { type LinkProps, useViewTransitionState } from 'react-router';
import type { Product } from '../../contract/product.ts';
import { REST_MS } from '../constants.ts';
import { askAhead, rememberProduct } from '../state/ahead.ts';
import { useCalm } from '../use-calm.ts';

const addressOf = (product: Product) => `/product/${product.slug}`;

/** To be spread on a link: where a pointer or the focus rests on it, the product is asked for. */
export function useProductLink(product: Product): LinkProps {
  const isCalm = useCalm();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => clearTimeout(timer.current);
  const rest = () => {
    leave();
    timer.current = setTimeout(() => askAhead(product), REST_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    to: addressOf(product),
    prefetch: 'intent',
    viewTransition: !isCalm,
    onPointerEnter: rest,
    onPointerLeave: leave,
    onFocus: rest,
    onBlur: leave,
    onClick: () => {
      leave();
      rememberProduct(product);
    },
  };
}

/** Names the picture on both pages while one turns into the other, and at no other time. */
export function usePictureStyle(product: Product): CSSProperties | undefined {
  const isTurning = useViewTransitionState(addressOf(product));
  return isTurning ? { viewTransitionName: `picture-${product._id}` } : undefined;
}
