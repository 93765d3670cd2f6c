/** What all links to a product share: prefetching on hover, and the view transition of its image. */
import { type CSSProperties, useEffect, useRef } from 'react';
import { useViewTransitionState } from 'react-router';
import type { Product } from '../../../contract/product.ts';
import { PREFETCH_HOVER_MS } from '../../constants.ts';
import { usePrefersReducedMotion } from '../../kit/hooks/use-prefers-reduced-motion.ts';
import type { LinkProps } from '../../kit/link.tsx';
import { prefetchProduct, setPlaceholderProduct } from '../../state/prefetch.ts';

const productUrl = (product: Product) => `/product/${product.slug}`;

/** Props for a link. Prefetches the product when the pointer or the focus rests on it. */
export function useProductLink(product: Product): Omit<LinkProps, 'className'> {
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

/** Gives the image the same view-transition name on both pages, only while navigating between them. */
export function useImageTransitionStyle(product: Product): CSSProperties | undefined {
  const isTransitioning = useViewTransitionState(productUrl(product));
  return isTransitioning ? { viewTransitionName: `image-${product._id}` } : undefined;
}
