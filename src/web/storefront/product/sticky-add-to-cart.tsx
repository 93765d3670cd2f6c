/** On phones and tablets: price and add button at the bottom while the page's own button is out of view. */
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { product as words } from '../../shared/messages/home.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import { PriceAmount } from '../../shared/products/price.tsx';
import { addToCartWithToast } from '../cart/add-to-cart-with-toast.ts';
import type { AddToCartProps } from './add-to-cart.tsx';

interface StickyAddToCartProps extends Pick<AddToCartProps, 'product' | 'ask' | 'isUnsold'> {
  count: number;
  /** The page's own button. */
  anchor: RefObject<HTMLElement | null>;
}

function useIsOutOfView(anchor: RefObject<HTMLElement | null>): boolean {
  const [isOutOfView, setIsOutOfView] = useState(false);
  useEffect(() => {
    if (!anchor.current) return;
    const observer = new IntersectionObserver(([entry]) => setIsOutOfView(entry !== undefined && !entry.isIntersecting));
    observer.observe(anchor.current);
    return () => observer.disconnect();
  }, [anchor]);
  return isOutOfView;
}

export function StickyAddToCart({ product, ask, isUnsold, count, anchor }: StickyAddToCartProps) {
  const isVisible = useIsOutOfView(anchor);
  if (product.quantity <= 0 || isUnsold) return null;
  return (
    // Its space is reserved, so that nothing moves when it appears.
    <div data-bottom-bar className="pointer-events-none sticky bottom-0 z-20 mt-6 h-18 min-[64.0625rem]:hidden noscript:hidden">
      {isVisible && (
        <section
          aria-label={productPage.buyBar}
          className="pointer-events-auto -mx-5 flex h-full items-center gap-4 border-t border-line bg-ground/95 px-5 pb-[env(safe-area-inset-bottom)] backdrop-blur-md transition-opacity duration-200 starting:opacity-0"
        >
          <p className="tabular-nums text-title font-[620] tracking-[-0.02em]">
            {count > 1 && <span className="font-normal text-soft">{count} × </span>}
            <PriceAmount product={product} />
          </p>
          <Button size="large" className="grow" onClick={ask ?? (() => addToCartWithToast(product, count))}>
            {words.add}
          </Button>
        </section>
      )}
    </div>
  );
}
