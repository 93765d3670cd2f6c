/** Where the order goes: a guest's address, the account's, or another one for this order. One form of fields for all of them. */
import { useEffect, useRef } from 'react';
import type { AddressFields as Address } from '../../../contract/address.ts';
import type { CartPrice } from '../../../contract/cart.ts';
import { COUNTRY_CODES, nameCountry } from '../../../contract/countries.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { AddressFields, EMPTY_ADDRESS } from '../../shared/forms/address-fields.tsx';
import { addresses as words } from '../../shared/messages/account.ts';
import { changeGuestDraft, useGuestDraft } from '../../state/order-draft.ts';
import { cart } from '../cart/messages.ts';
import { checkout } from './messages.ts';
import { type DeliveryAddress, PREFIX } from './use-delivery-address.ts';

export const GUEST_PREFIX = 'guest.shipTo.';
/** Where the contract has the country of an order that nobody sends. */
export const COUNTRY = 'country';

interface DeliveryAddressProps {
  /** A guest's, as far as it was typed; null: an account's. */
  guest: Address | null;
  address: DeliveryAddress;
  /** By the field's name. */
  errors: Record<string, string>;
  /** Where the cart can go; absent: anywhere. */
  countries: readonly string[] | undefined;
}

export function DeliveryAddressFields({ guest, address, errors, countries }: DeliveryAddressProps) {
  // Its country decides which fields there are: shown before, they would move.
  if (address.countries === null || address.isLoading)
    return <Skeleton className={guest ? 'h-105 rounded-control' : 'h-32 rounded-control'} />;
  if (!guest) return <AccountAddress address={address} errors={errors} countries={countries} />;
  return <AddressFields prefix={GUEST_PREFIX} value={guest} onChange={changeGuestDraft} errors={errors} countries={countries} />;
}

function AccountAddress({ address, errors, countries }: Omit<DeliveryAddressProps, 'guest'>) {
  const { other, hasCurrent, current } = address;
  const root = useRef<HTMLDivElement>(null);
  const otherButton = useRef<HTMLButtonElement>(null);
  const isOpen = other !== null && hasCurrent;
  const wasOpen = useRef(isOpen);
  // The clicked button was replaced: focus what replaced it.
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    (isOpen ? root.current?.querySelector<HTMLElement>('select, input') : otherButton.current)?.focus();
  }, [isOpen]);

  if (!other) {
    return (
      <div>
        <p className="address-lines line-clamp-8">{current}</p>
        <p className="mt-1 text-small text-soft">{checkout.shipsHere}</p>
        <Button ref={otherButton} variant="secondary" size="small" className="mt-3" onClick={address.open}>
          {checkout.useOtherAddress}
        </Button>
      </div>
    );
  }
  return (
    <div ref={root} className="grid gap-5">
      {!hasCurrent && current && (
        <div>
          <h3 className="text-small font-[600]">{cart.address}</h3>
          <p className="address-lines mt-1 line-clamp-8 text-soft">{current}</p>
          <p className="mt-1 text-small text-soft">{checkout.addressHint}</p>
        </div>
      )}
      <OtherAddress address={address} errors={errors} countries={countries} />
      {hasCurrent && (
        <Button variant="quiet" size="small" className="-mt-2 -ml-3 justify-self-start" onClick={address.close}>
          {checkout.useCurrentAddress}
        </Button>
      )}
    </div>
  );
}

function OtherAddress({ address, errors, countries }: Omit<DeliveryAddressProps, 'guest'>) {
  const { other, saved, chosen, savesTyped } = address;
  if (!other) return null;
  return (
    <>
      {saved.length > 0 && (
        <SelectField
          label={words.choose}
          value={chosen?._id ?? ''}
          onChange={({ target }) =>
            address.change(saved.find(({ _id }) => _id === target.value) ?? { ...EMPTY_ADDRESS, country: other.country })
          }
        >
          <option value="">{words.chooseNone}</option>
          {saved.map(({ _id, text }) => (
            <option key={_id} value={_id}>
              {text.split('\n').join(', ')}
            </option>
          ))}
        </SelectField>
      )}
      {chosen ? (
        <p className="address-lines">{chosen.text}</p>
      ) : (
        <>
          <AddressFields prefix={PREFIX} value={other} onChange={address.change} errors={errors} countries={countries} />
          <label className="flex min-h-10 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={savesTyped}
              onChange={({ target }) => address.setSavesTyped(target.checked)}
              className="size-4 shrink-0 accent-accent"
            />
            {words.saveTyped}
          </label>
        </>
      )}
    </>
  );
}

interface CountryFieldsProps {
  price: CartPrice | null;
  errors: Record<string, string>;
}

/** Where the buyer is: all that the price of what nobody sends depends on. */
export function CountryFields({ price, errors }: CountryFieldsProps) {
  const { country = '', region = '' } = useGuestDraft() ?? {};
  const { regions = [], regionNames = [] } = price?.destinations.find((it) => it.country === country) ?? {};
  const names = COUNTRY_CODES.map((code) => ({ code, name: nameCountry(code) })).sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return (
    <>
      <SelectField
        label={words.country}
        name={COUNTRY}
        hint={checkout.placeHint}
        value={country}
        error={errors[COUNTRY]}
        onChange={({ target }) => changeGuestDraft({ country: target.value, region: '' })}
        required
        autoComplete="country"
      >
        <option value="">{words.chooseCountry}</option>
        {names.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {regions.length > 0 && (
        <SelectField
          label={words.regions.province}
          name="region"
          value={region}
          error={errors.region}
          onChange={({ target }) => changeGuestDraft({ region: target.value })}
          autoComplete="address-level1"
        >
          <option value="">{words.otherRegion}</option>
          {regions.map((code, index) => (
            <option key={code} value={code}>
              {regionNames[index] ?? code}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
