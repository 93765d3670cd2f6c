/** On narrow screens: price and button at the lower edge while the ones above are out of sight. It ends where the page does. */
import { type RefObject, useEffect, useState } from 'react';
import type { Product } from '../../../../contract/product.ts';
import { addWithToast } from '../../../components/add-with-toast.ts';
import { formatPrice } from '../../../format.ts';
import { detail } from '../../../messages.browse.ts';
import { product as words } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';

interface BuyBarProps {
  product: Product;
  count: number;
  /** What it stands in for. */
  place: RefObject<HTMLElement | null>;
}

function useOutOfSight(place: RefObject<HTMLElement | null>): boolean {
  const [isOut, setIsOut] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([entry]) => setIsOut(entry !== undefined && !entry.isIntersecting));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isOut;
}

export function BuyBar({ product, count, place }: BuyBarProps) {
  const isNeeded = useOutOfSight(place);
  if (product.quantity <= 0) return null;
  return (
    // Its room is kept, so that nothing moves when it comes.
    <div data-bottom-bar className="pointer-events-none sticky bottom-0 z-20 mt-6 h-18 md:hidden noscript:hidden">
      {isNeeded && (
        <section
          aria-label={detail.buyBar}
          className="pointer-events-auto -mx-5 flex h-full items-center gap-4 border-t border-line bg-ground/95 px-5 pb-[env(safe-area-inset-bottom)] backdrop-blur-md transition-opacity duration-200 starting:opacity-0"
        >
          <p className="figures text-title font-[620] tracking-[-0.02em]">
            {count > 1 && <span className="font-normal text-soft">{count} × </span>}
            {formatPrice(product.price)}
          </p>
          <Button size="large" className="grow" onClick={() => addWithToast(product, count)}>
            {words.add}
          </Button>
        </section>
      )}
    </div>
  );
}
