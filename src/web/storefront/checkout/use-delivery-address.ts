/** Where an account's order goes: to its default address, to another that is chosen or typed, or to the text of its profile. */
import { useEffect, useState } from 'react';
import { type AddressFields, listAddresses, type SavedAddress } from '../../../contract/address.ts';
import { toDestination } from '../../../contract/countries.ts';
import { api } from '../../api.ts';
import { EMPTY_ADDRESS } from '../../shared/forms/address-fields.tsx';
import { listRequiredFields, useCountries } from '../../shared/hooks/use-address-format.ts';
import { form as formWords } from '../../shared/messages/form.ts';
import { clearDeliveryOverride, setDeliveryOverride, useDeliveryOverride } from '../../state/delivery.ts';
import type { SessionUser } from '../../state/session.ts';

export type DeliveryAddress = ReturnType<typeof useDeliveryAddress>;

export const PREFIX = 'shipTo.';

const toFields = ({ recipient, street, postcode, city, region, country }: AddressFields): AddressFields => ({
  recipient,
  street,
  postcode,
  city,
  region,
  country,
});

const isSame = (one: AddressFields, other: AddressFields) => JSON.stringify(toFields(one)) === JSON.stringify(toFields(other));

/** Null until they are known. */
function useSavedAddresses(email: string): SavedAddress[] | null {
  const [loaded, setLoaded] = useState<{ email: string; addresses: SavedAddress[] } | null>(null);
  useEffect(() => {
    if (!email) return;
    const controller = new AbortController();
    const set = (addresses: SavedAddress[]) => !controller.signal.aborted && setLoaded({ email, addresses });
    api(listAddresses, { signal: controller.signal })
      .then(({ addresses }) => set(addresses))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) console.error(error);
        set([]);
      });
    return () => controller.abort();
  }, [email]);
  return loaded?.email === email ? loaded.addresses : null;
}

/** What nobody has to ask the server about. */
function findMissing(address: AddressFields): Record<string, string> {
  const blank = ['country' as const, ...listRequiredFields(address.country)].filter((part) => !address[part].trim());
  return Object.fromEntries(blank.map((part) => [PREFIX + part, formWords.required]));
}

export function useDeliveryAddress(user: SessionUser | undefined) {
  const email = user?.email ?? '';
  const countries = useCountries();
  const saved = useSavedAddresses(email);
  const override = useDeliveryOverride(email);
  const [missing, setMissing] = useState<Record<string, string>>({});
  const [savesTyped, setSavesTyped] = useState<boolean | null>(null);
  const isGuest = user === undefined;
  const isLoading = !isGuest && (saved === null || countries === null);
  const [first] = saved ?? [];
  const usesText = !first && !isGuest && user.address.trim() !== '' && countries?.needsFields === false;
  const hasCurrent = usesText || first?.isComplete === true;
  const begun = (): AddressFields =>
    first && !first.isComplete
      ? { ...toFields(first), region: '' }
      : { ...EMPTY_ADDRESS, recipient: user?.name ?? '', country: countries?.defaultCountry ?? '' };
  // Without an address that the order can go to, the fields are open.
  const other = isGuest || isLoading ? null : (override ?? (hasCurrent ? null : begun()));
  const chosen = other && saved?.find((it) => it.isComplete && isSame(it, other));
  const fields = other ?? (first?.isComplete ? toFields(first) : null);

  return {
    isLoading,
    countries,
    saved: (saved ?? []).filter(({ isComplete }) => isComplete),
    /** The address that the order goes to, if no other is given for it. */
    hasCurrent,
    current: first?.isComplete ? first.text : (user?.address ?? ''),
    /** Given for this order: chosen or typed. Null: it goes to the current one. */
    other,
    chosen: chosen ?? null,
    /** Null: the order goes to the text of the profile. */
    fields,
    destination: fields && toDestination(fields),
    /** Whether what was typed becomes one of the account's addresses: yes, as long as it has none. */
    savesTyped: savesTyped ?? saved?.length === 0,
    setSavesTyped,
    /** By the field's name. */
    errors: missing,
    open: () => setDeliveryOverride(email, begun()),
    change: (address: AddressFields) => {
      setMissing({});
      setDeliveryOverride(email, toFields(address));
    },
    close: () => {
      setMissing({});
      clearDeliveryOverride();
    },
    /** False if the address isn't whole: its fields say what is missing. */
    validate: (): boolean => {
      const blank = other ? findMissing(other) : {};
      setMissing(blank);
      return Object.keys(blank).length === 0;
    },
  };
}
