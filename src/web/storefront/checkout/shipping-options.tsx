/** By which rate the cart is sent. Where it goes says the address alone. */
import { useId } from 'react';
import type { CartPrice } from '../../../contract/cart.ts';
import { nameCountry } from '../../../contract/countries.ts';
import { formatPrice } from '../../shared/format.ts';
import { type CartChoices, chooseInCart } from '../../state/cart-choices.ts';
import { cartPrice as words } from '../cart/price-messages.ts';

interface ChoiceProps {
  price: CartPrice;
  /** Shown at once; the price of them follows. */
  choices: CartChoices;
}

export function ShippingOptions({ price: { shippingOptions, shippingOption, isShippable, address }, choices }: ChoiceProps) {
  const name = useId();
  const chosen = shippingOptions.find(({ _id }) => _id === choices.shipping) ?? shippingOption;
  if (!isShippable) {
    return (
      <p id="not-shippable" role="alert" className="mt-3 font-[560] text-caution">
        {words.notShippable(nameCountry(address.country))}
      </p>
    );
  }
  if (shippingOptions.length < 2) return null;
  return (
    <fieldset className="mt-4">
      <legend className="text-small font-[560]">{words.shipping}</legend>
      {shippingOptions.map((option) => (
        <label key={option._id} className="flex min-h-10 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={option._id === chosen?._id}
            onChange={() => chooseInCart({ shipping: option._id })}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 grow wrap-anywhere">{option.name}</span>
          <span className="tabular-nums whitespace-nowrap text-soft">{option.price ? formatPrice(option.price) : words.free}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** As long as nobody has said where it goes, and it would cost something else elsewhere. */
export function EstimateNote({ price: { address, destinations } }: Pick<ChoiceProps, 'price'>) {
  if (!destinations.length) return null;
  return <p className="mt-2 text-small text-soft">{words.estimate(nameCountry(address.country))}</p>;
}
