/** The shipping address: the account's, or another one for this order only. */
import { useRef, useState } from 'react';
import { clearDeliveryOverride, setDeliveryOverride, useDeliveryOverride } from '../../../state/delivery.ts';
import type { SessionUser } from '../../../state/session.ts';

export type DeliveryAddress = ReturnType<typeof useDeliveryAddress>;

export function useDeliveryAddress(user: SessionUser | undefined) {
  const email = user?.email ?? '';
  const hasSavedAddress = user === undefined || user.address.trim() !== '';
  const storedOverride = useDeliveryOverride(email);
  // Without a saved address the field is always open.
  const otherAddress = hasSavedAddress ? storedOverride : (storedOverride ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  const isMissing = otherAddress !== null && otherAddress.trim() === '';

  return {
    hasSavedAddress,
    /** Null: ship to the account's address. */
    otherAddress,
    field,
    /** The checkout was started without an address. */
    isInvalid: isInvalid && isMissing,
    setOtherAddress: (address: string) => {
      setIsInvalid(false);
      setDeliveryOverride(email, address);
    },
    clearOtherAddress: () => {
      setIsInvalid(false);
      clearDeliveryOverride();
    },
    /** False if the address is missing; its field then gets the focus. */
    validate: (): boolean => {
      if (!isMissing) return true;
      setIsInvalid(true);
      field.current?.focus();
      return false;
    },
  };
}
