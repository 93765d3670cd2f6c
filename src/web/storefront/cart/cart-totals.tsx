/** What the cart costs, and everything that changes it beside the products and the address: shipping rate, discount code. */

import { classNames } from '../../kit/class-names.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { formatPrice } from '../../shared/format.ts';
import { IncludedTax, PriceRows } from '../../shared/products/price-rows.tsx';
import { EstimateNote, ShippingOptions } from '../checkout/shipping-options.tsx';
import { DiscountCodeField } from './discount-code-field.tsx';
import { cart } from './messages.ts';
import type { PricedCart } from './use-cart-price.ts';

export function CartTotals({ priced, isEmpty, isEstimate }: { priced: PricedCart; isEmpty: boolean; isEstimate: boolean }) {
  const { price, choices, isLoading, failure } = priced;
  const parts = price && {
    ...price,
    shippingName: price.shippingOption?.name ?? null,
    code: price.code?.applies ? price.code.code : null,
  };
  return (
    <>
      {price && <ShippingOptions price={price} choices={choices} />}
      {!isEmpty && <DiscountCodeField typed={choices.code} answer={price?.code ?? null} isLoading={isLoading} />}
      <div aria-busy={isLoading} className={classNames('transition-opacity', isLoading && price && 'opacity-60')}>
        {parts && <PriceRows parts={parts} className="mt-4 border-t border-line pt-4" />}
        <p className="tabular-nums mt-4 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
          <span className="text-large">{cart.total}</span>
          <span data-testid="cart-total" className="min-w-0 text-head font-[640] tracking-[-0.02em]">
            <Total priced={priced} isEmpty={isEmpty} />
          </span>
        </p>
        {parts && <IncludedTax parts={parts} />}
        {price && isEstimate && <EstimateNote price={price} />}
      </div>
      {failure && (
        <p role="alert" className="mt-2 text-small text-caution">
          {failure}
        </p>
      )}
    </>
  );
}

/** Never the browser's own sum: prices may have changed since the products were added. */
function Total({ priced: { price, isLoading }, isEmpty }: { priced: PricedCart; isEmpty: boolean }) {
  if (isEmpty) return formatPrice(0);
  if (price) return formatPrice(price.total);
  return isLoading ? <Skeleton className="h-7 w-28" /> : '—';
}
