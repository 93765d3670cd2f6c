/** Where the cart goes, as far as its price depends on it, and by which rate. */
import { useId } from 'react';
import type { CartPrice } from '../../../../contract/cart.ts';
import { nameCountry } from '../../../../contract/countries.ts';
import { formatPrice } from '../../../format.ts';
import { cartPrice as words } from '../../../messages/cart-price.ts';
import { type CartChoices, chooseInCart } from '../../../state/cart-choices.ts';
import { SelectField } from '../../../ui/field.tsx';

/** By ISO 3166 a code that no country has: a zone for all others finds it. */
const OTHER_COUNTRY = 'ZZ';

interface ChoiceProps {
  price: CartPrice;
  /** Shown at once; the price of them follows. */
  choices: CartChoices;
}

export function DestinationFields({ price, choices }: ChoiceProps) {
  const { destinations, isOpen } = price;
  const address = { country: price.address.country, region: price.address.region, ...choices };
  if (!destinations.length) return null;
  const { regions = [], regionNames = [] }: Partial<CartPrice['destinations'][number]> =
    destinations.find(({ country }) => country === address.country) ?? {};
  const region = address.region.trim().toUpperCase();
  const codes = new Set([...destinations.map(({ country }) => country), ...(address.country === OTHER_COUNTRY ? [] : [address.country])]);
  const countries = [...codes].map((code) => ({ code, name: nameCountry(code) })).sort((a, b) => a.name.localeCompare(b.name));
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      <SelectField label={words.shipTo} value={address.country} onChange={(event) => chooseInCart({ country: event.target.value })}>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
        {(isOpen || address.country === OTHER_COUNTRY) && <option value={OTHER_COUNTRY}>{words.otherCountry}</option>}
      </SelectField>
      {regions.length > 0 && (
        <SelectField
          label={words.region}
          value={regions.includes(region) ? region : ''}
          onChange={(event) => chooseInCart({ country: address.country, region: event.target.value })}
        >
          <option value="">{words.otherRegion}</option>
          {regions.map((code, index) => (
            <option key={code} value={code}>
              {regionNames[index]}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

export function ShippingOptions({ price: { shippingOptions, shippingOption, isShippable }, choices }: ChoiceProps) {
  const name = useId();
  const chosen = shippingOptions.find(({ _id }) => _id === choices.shipping) ?? shippingOption;
  if (!isShippable) {
    return (
      <p role="alert" className="mt-3 font-[560] text-caution">
        {words.notShippable}
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
