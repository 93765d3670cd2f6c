import type { RefObject } from 'react';
import type { Product } from '../../../../contract/product.ts';
import { addToCartWithToast } from '../../../components/add-to-cart-with-toast.ts';
import { showQuantityCut } from '../../../components/show-quantity-cut.ts';
import { MAX_QUANTITY_PER_ADD } from '../../../constants.ts';
import { stock, product as words } from '../../../messages/home.ts';
import { productPage } from '../../../messages/storefront.ts';
import { Button } from '../../../ui/button.tsx';
import { Stepper } from '../../../ui/stepper.tsx';

interface AddToCartProps {
  product: Product;
  count: number;
  onCount: (count: number) => void;
  /** Observed by the sticky bar, which shows once this is out of view. */
  anchor: RefObject<HTMLDivElement | null>;
}

/** Quantity and button; one toast for all items. */
export function AddToCart({ product, count, onCount, anchor }: AddToCartProps) {
  const isOutOfStock = product.quantity <= 0;
  return (
    <div ref={anchor} className="mt-6 flex gap-3">
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
      <Button size="large" className="grow" disabled={isOutOfStock} onClick={() => addToCartWithToast(product, count)}>
        {isOutOfStock ? stock.outOfStock : words.add}
      </Button>
    </div>
  );
}
