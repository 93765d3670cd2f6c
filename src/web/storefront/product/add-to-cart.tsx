import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { findPromise } from '../../../contract/stock-promise.ts';
import { MAX_QUANTITY_PER_ADD } from '../../constants.ts';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { Button } from '../../kit/button.tsx';
import { Stepper } from '../../kit/stepper.tsx';
import { stock, product as words } from '../../shared/messages/home.ts';
import { noScript, productPage } from '../../shared/messages/storefront.ts';
import { PriceAmount } from '../../shared/products/price.tsx';
import { useShop } from '../../shared/shop-data.ts';
import type { CartItem } from '../../state/cart.ts';
import { addToCartWithToast } from '../cart/add-to-cart-with-toast.ts';
import { showQuantityCut } from '../cart/show-quantity-cut.ts';
import { BuyingInfo } from '../checkout/buying-info.tsx';

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

/** On phones and tablets: price and add button at the bottom while the page's own button is out of view. */
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

const ArrivalDay = lazy(() => import('./arrival-day.tsx'));

/**
 * Undefined: no rate has days, or a promise without a day comes first. The page is cached for longer than a day holds, so its HTML says how many days it
 * takes, and only the browser makes a day of them.
 */
function useArrival({ quantity, shipping, stock, handlingDays }: CartItem, promise: string | undefined) {
  const { delivery } = useShop().settings;
  const isHydrated = useHydrated();
  const readyOn = promise && stock?.shipsOn;
  const isUnknown = promise && !readyOn && !(handlingDays && stock?.policy === 'untracked');
  if (!delivery || shipping !== 1 || quantity <= 0 || isUnknown) return undefined;
  const text = productPage.takes(handlingDays ?? (delivery.handling && joinDays(delivery.handling)), joinDays(delivery.days));
  if (!isHydrated) return text;
  return (
    <Suspense fallback={text}>
      <ArrivalDay delivery={delivery} handlingDays={handlingDays} readyOn={readyOn || undefined} />
    </Suspense>
  );
}

const joinDays = ({ min, max }: { min: number; max: number }) => (min === max ? `${min}` : `${min}–${max}`);

export interface AddToCartProps {
  /** The chosen variant; until one is chosen, the product. */
  product: CartItem;
  /** Asks for a choice; undefined once it is made. */
  ask: (() => void) | undefined;
  /** There is no such combination. */
  isUnsold: boolean;
  count: number;
  onCount: (count: number) => void;
  /** Observed by the sticky bar, which shows once this is out of view. */
  anchor: RefObject<HTMLDivElement | null>;
}

/** Quantity and button; one toast for all items. */
export function AddToCart({ product, ask, isUnsold, count, onCount, anchor }: AddToCartProps) {
  const isOutOfStock = product.quantity <= 0 || isUnsold;
  const promise = findPromise(product.stock, count);
  return (
    <>
      <noscript>
        <p className="mt-6 text-soft">{noScript}</p>
      </noscript>
      <div ref={anchor} className="mt-6 flex gap-3 noscript:hidden">
        <Stepper
          label={productPage.quantity}
          decreaseLabel={productPage.decrease}
          increaseLabel={productPage.increase}
          value={count}
          min={1}
          max={Math.max(1, Math.min(product.quantity, MAX_QUANTITY_PER_ADD))}
          isDisabled={isOutOfStock}
          size="large"
          onChange={onCount}
          onCut={(max) => showQuantityCut(product, max)}
        />
        <Button size="large" className="grow" disabled={isOutOfStock} onClick={ask ?? (() => addToCartWithToast(product, count))}>
          {isUnsold ? productPage.unavailable : isOutOfStock ? stock.outOfStock : words.add}
        </Button>
      </div>
      <BuyingInfo className="mt-5" promise={promise} arrival={useArrival(product, promise)} isSent={product.shipping === 1} />
    </>
  );
}
