import { useState } from 'react';
import type { Product } from '../../../../contract/product.ts';
import { addWithToast } from '../../../components/add-with-toast.ts';
import { ADD_MAX } from '../../../constants.ts';
import { detail } from '../../../messages.store.ts';
import { stock, product as words } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Stepper } from '../../../ui/stepper.tsx';

/** How many, and into the cart with them: one toast for all. */
export function Buy({ product }: { product: Product }) {
  const [count, setCount] = useState(1);
  const isOut = product.quantity <= 0;
  return (
    <div className="mt-6 flex gap-3">
      <Stepper
        label={detail.quantity}
        lessLabel={detail.less}
        moreLabel={detail.more}
        value={count}
        min={1}
        max={Math.max(1, Math.min(product.quantity, ADD_MAX))}
        isDisabled={isOut}
        size="large"
        onChange={setCount}
      />
      <Button size="large" className="grow" disabled={isOut} onClick={() => addWithToast(product, count)}>
        {isOut ? stock.out : words.add}
      </Button>
    </div>
  );
}
