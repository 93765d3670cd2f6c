/** Where the order goes: to the account's address, or elsewhere for this once. */
import { useRef, useState } from 'react';
import { deliverTo, forgetDelivery, useDelivery } from '../../../state/delivery.ts';
import type { SessionUser } from '../../../state/session.ts';

export type Address = ReturnType<typeof useAddress>;

export function useAddress(user: SessionUser | undefined) {
  const email = user?.email ?? '';
  const hasOwn = user === undefined || user.address.trim() !== '';
  const written = useDelivery(email);
  // Who has no address is asked for one.
  const elsewhere = hasOwn ? written : (written ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const [isMissed, setIsMissed] = useState(false);
  const isMissing = elsewhere !== null && elsewhere.trim() === '';

  return {
    hasOwn,
    /** Null: to the account's own. */
    elsewhere,
    field,
    /** The checkout was pressed without it. */
    isMissed: isMissed && isMissing,
    write: (address: string) => {
      setIsMissed(false);
      deliverTo(email, address);
    },
    takeOwn: () => {
      setIsMissed(false);
      forgetDelivery();
    },
    /** False: the person is asked for it first. */
    check: (): boolean => {
      if (!isMissing) return true;
      setIsMissed(true);
      field.current?.focus();
      return false;
    },
  };
}
