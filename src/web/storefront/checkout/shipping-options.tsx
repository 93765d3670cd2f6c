/** By which rate the order is sent, what that costs and when it arrives. Where it goes says the address alone. */
import { useId } from 'react';
import type { CartPrice, ShippingOption } from '../../../contract/cart.ts';
import { nameCountry } from '../../../contract/countries.ts';
import { formatDelivery } from '../../../contract/estimated-delivery.ts';
import { classNames } from '../../kit/class-names.ts';
import { Skeleton } from '../../kit/loading.tsx';
import { formatPrice } from '../../shared/format.ts';
import { chooseInCart } from '../../state/order-draft.ts';
import { cartPrice as words } from '../cart/price-messages.ts';
import type { PricedCart } from '../cart/use-cart-price.ts';
import { checkout } from './messages.ts';

/** Between which days it arrives, if it is ordered now. */
export function Arrival({ option, className = 'text-soft' }: { option: ShippingOption | null; className?: string }) {
  if (!option?.arrives) return null;
  return <span className={classNames('tabular-nums block text-small', className)}>{checkout.arrives(formatDelivery(option.arrives))}</span>;
}

interface ShippingOptionsProps {
  priced: PricedCart;
  /** Something in the cart has to be sent. */
  isSent: boolean;
}

export function ShippingOptions({ priced: { price, choices, failure }, isSent }: ShippingOptionsProps) {
  const name = useId();
  if (!price) return failure ? <p className="text-soft">{checkout.shippingUnknown}</p> : <Skeleton className="h-14 rounded-control" />;
  const { shippingOptions, shippingOption, isShippable, address } = price;
  if (!isShippable) {
    return (
      <p id="not-shippable" role="alert" className="font-[560] text-caution">
        {words.notShippable(nameCountry(address.country))}
      </p>
    );
  }
  if (!shippingOptions.length) return <p className="text-soft">{isSent ? checkout.freeShipping : checkout.nothingToShip}</p>;
  // Shown at once; the price of them follows.
  const chosen = shippingOptions.find(({ _id }) => _id === choices.shipping) ?? shippingOption;
  return (
    <fieldset className="min-w-0 divide-y divide-line rounded-control border border-line bg-raised">
      <legend className="sr-only">{words.shipping}</legend>
      {shippingOptions.map((option) => (
        <label key={option._id} className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2">
          <input
            type="radio"
            name={name}
            checked={option._id === chosen?._id}
            onChange={() => chooseInCart({ shipping: option._id })}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 grow wrap-anywhere">
            {option.name}
            <Arrival option={option} />
          </span>
          <span className="tabular-nums font-[560] whitespace-nowrap">{option.price ? formatPrice(option.price) : words.free}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** As long as nobody has said where it goes, and it would cost something else elsewhere. */
export function EstimateNote({ price: { address, destinations } }: { price: CartPrice }) {
  if (!destinations.length) return null;
  return <p className="mt-2 text-small text-soft">{words.estimate(nameCountry(address.country))}</p>;
}
