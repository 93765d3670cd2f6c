/** What every link to a product has in common, and the picture that travels along it. */
import { type CSSProperties, useEffect, useRef } from 'react';
import { type LinkProps, useViewTransitionState } from 'react-router';
import type { Product } from '../../contract/product.ts';
import { PREFETCH_HOVER_MS } from '../constants.ts';
import { usePrefersReducedMotion } from '../hooks/use-prefers-reduced-motion.ts';
import { prefetchProduct, setPlaceholderProduct } from '../state/prefetch.ts';

const productUrl = (product: Product) => `/product/${product.slug}`;

/** To be spread on a link: where a pointer or the focus rests on it, the product is asked for. */
export function useProductLink(product: Product): LinkProps {
  const prefersReducedMotion = usePrefersReducedMotion();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancelPrefetch = () => clearTimeout(timer.current);
  const schedulePrefetch = () => {
    cancelPrefetch();
    timer.current = setTimeout(() => prefetchProduct(product), PREFETCH_HOVER_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    to: productUrl(product),
    prefetch: 'intent',
    viewTransition: !prefersReducedMotion,
    onPointerEnter: schedulePrefetch,
    onPointerLeave: cancelPrefetch,
    onFocus: schedulePrefetch,
    onBlur: cancelPrefetch,
    onClick: () => {
      cancelPrefetch();
      setPlaceholderProduct(product);
    },
  };
}

/** Names the picture on both pages while one turns into the other, and at no other time. */
export function useImageTransitionStyle(product: Product): CSSProperties | undefined {
  const isTransitioning = useViewTransitionState(productUrl(product));
  return isTransitioning ? { viewTransitionName: `image-${product._id}` } : undefined;
}
