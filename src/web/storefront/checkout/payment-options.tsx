/** By which way the order is paid, if there is a choice, or another than the payment page. */
import { useId } from 'react';
import type { PaymentOption } from '../../../contract/cart.ts';
import { formatPrice } from '../../shared/format.ts';
import { byHand as words } from '../../shared/messages/payments.ts';
import { chooseInCart } from '../../state/order-draft.ts';
import type { PricedCart } from '../cart/use-cart-price.ts';

/** The chosen one; null: nothing is asked, and it is paid on the payment page. */
export const findChosen = ({ price, choices }: Pick<PricedCart, 'price' | 'choices'>): PaymentOption | null =>
  price?.paymentOptions?.find(({ _id }) => _id === (choices.payment ?? price.paymentOption)) ??
  price?.paymentOptions?.find(({ _id }) => _id === price.paymentOption) ??
  null;

export function PaymentOptions({ priced }: { priced: PricedCart }) {
  const name = useId();
  const options = priced.price?.paymentOptions;
  if (!options) return null;
  const chosen = findChosen(priced);
  return (
    <fieldset className="min-w-0 divide-y divide-line rounded-control border border-line bg-raised">
      <legend className="sr-only">{words.choose}</legend>
      {options.map((option) => (
        <label key={option._id} className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2">
          <input
            type="radio"
            name={name}
            checked={option._id === chosen?._id}
            onChange={() => chooseInCart({ payment: option._id })}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 grow wrap-anywhere">
            {option.name}
            {option.description && <span className="block text-small text-soft">{option.description}</span>}
          </span>
          {option.fee !== undefined && <span className="tabular-nums whitespace-nowrap">+ {formatPrice(option.fee)}</span>}
        </label>
      ))}
    </fieldset>
  );
}
