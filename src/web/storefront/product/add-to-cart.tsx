import type { RefObject } from 'react';
import { MAX_QUANTITY_PER_ADD } from '../../constants.ts';
import { Button } from '../../kit/button.tsx';
import { Stepper } from '../../kit/stepper.tsx';
import { stock, product as words } from '../../shared/messages/home.ts';
import { noScript } from '../../shared/messages/no-script.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import type { CartItem } from '../../state/cart-item.ts';
import { addToCartWithToast } from '../cart/add-to-cart-with-toast.ts';
import { showQuantityCut } from '../cart/show-quantity-cut.ts';
import { BuyingInfo } from '../checkout/buying-info.tsx';

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
      <BuyingInfo className="mt-5" />
    </>
  );
}
