/** Where the order goes: to the account's address, or elsewhere for this once. */
import { useRef, useState } from 'react';
import { clearDeliveryOverride, setDeliveryOverride, useDeliveryOverride } from '../../../state/delivery.ts';
import type { SessionUser } from '../../../state/session.ts';

export type DeliveryAddress = ReturnType<typeof useDeliveryAddress>;

export function useDeliveryAddress(user: SessionUser | undefined) {
  const email = user?.email ?? '';
  const hasSavedAddress = user === undefined || user.address.trim() !== '';
  const storedOverride = useDeliveryOverride(email);
  // Who has no address is asked for one.
  const otherAddress = hasSavedAddress ? storedOverride : (storedOverride ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  const isMissing = otherAddress !== null && otherAddress.trim() === '';

  return {
    hasSavedAddress,
    /** Null: to the account's own. */
    otherAddress,
    field,
    /** The checkout was pressed without it. */
    isInvalid: isInvalid && isMissing,
    setOtherAddress: (address: string) => {
      setIsInvalid(false);
      setDeliveryOverride(email, address);
    },
    clearOtherAddress: () => {
      setIsInvalid(false);
      clearDeliveryOverride();
    },
    /** False: the person is asked for it first. */
    validate: (): boolean => {
      if (!isMissing) return true;
      setIsInvalid(true);
      field.current?.focus();
      return false;
    },
  };
}
