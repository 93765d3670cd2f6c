/** Where the order goes: the account's address, or another one for this order. */
import { useEffect, useRef } from 'react';
import { Button, LinkButton } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import { AddressFields, EMPTY_ADDRESS } from '../../shared/forms/address-fields.tsx';
import { addresses as words } from '../../shared/messages/account.ts';
import { spec } from '../../shared/messages/specified-labels.ts';
import type { SessionUser } from '../../state/session.ts';
import { cart } from '../cart/messages.ts';
import { type DeliveryAddress, PREFIX } from './use-delivery-address.ts';

interface DeliveryAddressProps {
  user: SessionUser;
  address: DeliveryAddress;
  /** What the server says of the fields, by their names. */
  errors: Record<string, string>;
  /** Where the cart can go; absent: anywhere. */
  countries: readonly string[] | undefined;
}

export function DeliveryAddressFields({ user, address, errors, countries }: DeliveryAddressProps) {
  const { other, hasCurrent } = address;
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
  const allErrors = { ...errors, ...address.errors };
  const firstError = Object.keys(allErrors).join();
  // Whoever pressed the button is led to the first of them.
  useEffect(() => {
    if (firstError) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [firstError]);

  return (
    <div className="mt-6">
      <h3 className="text-small font-[600]">{cart.address}</h3>
      <p className={`address-lines mt-1 line-clamp-8 ${other ? 'text-soft' : ''}`}>{address.current || user.address || cart.noAddress}</p>
      {!other && !address.isLoading && <p className="mt-1 text-small text-soft">{cart.shipsHere}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton to="/dashboard/user/profile" variant="secondary" size="small">
          {spec.updateAddress}
        </LinkButton>
        {/* Where nothing is known to go to yet, the fields may open by themselves. */}
        {!other && !address.isLoading && (
          <Button ref={otherButton} variant="quiet" size="small" className="-mx-1" onClick={address.open}>
            {cart.useOtherAddress}
          </Button>
        )}
      </div>
      {other && (
        <div ref={root} className="mt-5 grid gap-5 border-t border-line pt-5">
          <div>
            <h3 className="text-large">{cart.shippingAddress}</h3>
            {!hasCurrent && <p className="mt-1 text-small text-soft">{cart.shippingAddressHint}</p>}
          </div>
          <OtherAddress address={address} errors={allErrors} countries={countries} />
          {hasCurrent && (
            <Button variant="quiet" size="small" className="-mt-2 -ml-3 justify-self-start" onClick={address.close}>
              {cart.useCurrentAddress}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function OtherAddress({ address, errors, countries }: Omit<DeliveryAddressProps, 'user'>) {
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
