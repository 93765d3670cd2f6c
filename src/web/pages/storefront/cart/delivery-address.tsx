/** The account's address, and a field for another address for this order only. */
import { useEffect, useRef } from 'react';
import { ADDRESS_MAX_LENGTH } from '../../../../contract/limits.ts';
import { cart } from '../../../messages/cart.ts';
import { spec } from '../../../messages/specification.ts';
import type { SessionUser } from '../../../state/session.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { SavedAddressSelect } from './saved-address-select.tsx';
import type { DeliveryAddress } from './use-delivery-address.ts';

export function DeliveryAddressFields({ user, address }: { user: SessionUser; address: DeliveryAddress }) {
  const { otherAddress, hasSavedAddress, isInvalid, field } = address;
  const otherButton = useRef<HTMLButtonElement>(null);
  const isOpen = otherAddress !== null;
  const wasOpen = useRef(isOpen);

  // The clicked button was replaced: focus what replaced it.
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    (isOpen ? field.current : otherButton.current)?.focus();
  }, [isOpen, field]);

  return (
    <div className="mt-6">
      <h3 className="text-small font-[600]">{cart.address}</h3>
      <p className={`address-lines mt-1 line-clamp-6 ${isOpen ? 'text-soft' : ''}`}>{user.address || cart.noAddress}</p>
      {!isOpen && <p className="mt-1 text-small text-soft">{cart.shipsHere}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton to="/dashboard/user/profile" variant="secondary" size="small">
          {spec.updateAddress}
        </LinkButton>
        {!isOpen && (
          <Button ref={otherButton} variant="quiet" size="small" className="-mx-1" onClick={() => address.setOtherAddress('')}>
            {cart.useOtherAddress}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="mt-5 grid gap-4">
          <SavedAddressSelect text={otherAddress} choose={address.setOtherAddress} />
          <TextArea
            ref={field}
            label={hasSavedAddress ? cart.otherAddressLabel : cart.shippingAddress}
            hint={hasSavedAddress ? cart.otherAddressHint : cart.shippingAddressHint}
            error={isInvalid ? cart.addressRequired : undefined}
            rows={5}
            maxLength={ADDRESS_MAX_LENGTH}
            dir="auto"
            autoComplete={hasSavedAddress ? 'shipping street-address' : 'street-address'}
            required
            value={otherAddress}
            onChange={(event) => address.setOtherAddress(event.target.value)}
          />
          {hasSavedAddress && (
            <Button variant="quiet" size="small" className="-mt-2 -ml-3 justify-self-start" onClick={address.clearOtherAddress}>
              {cart.useCurrentAddress}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
