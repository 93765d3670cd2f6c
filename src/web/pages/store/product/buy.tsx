import type { RefObject } from 'react';
import type { Product } from '../../../../contract/product.ts';
import { addWithToast } from '../../../components/add-with-toast.ts';
import { ADD_MAX } from '../../../constants.ts';
import { detail } from '../../../messages.browse.ts';
import { stock, product as words } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Stepper } from '../../../ui/stepper.tsx';

interface BuyProps {
  product: Product;
  count: number;
  onCount: (count: number) => void;
  /** Tells the bar below whether this is in sight. */
  place: RefObject<HTMLDivElement | null>;
}

/** How many, and into the cart with them: one toast for all. */
export function Buy({ product, count, onCount, place }: BuyProps) {
  const isOut = product.quantity <= 0;
  return (
    <div ref={place} className="mt-6 flex gap-3">
      <Stepper
        label={detail.quantity}
        lessLabel={words.less}
        moreLabel={words.more}
        value={count}
        min={1}
        max={Math.max(1, Math.min(product.quantity, ADD_MAX))}
        isDisabled={isOut}
        size="large"
        onChange={onCount}
      />
      <Button size="large" className="grow" disabled={isOut} onClick={() => addWithToast(product, count)}>
        {isOut ? stock.out : words.add}
      </Button>
    </div>
  );
}
