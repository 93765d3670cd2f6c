/**
 * Where an account's order goes: to its default address, to another that is chosen or typed, or to the text of its profile. And what cart and
 * checkout begin with: the lines, that address, and what they cost there.
 */
import { useEffect, useState } from 'react';
import { type AddressFields, listAddresses, type SavedAddress } from '../../../contract/address.ts';
import type { CartBilling } from '../../../contract/company.ts';
import { toDestination } from '../../../contract/countries.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { EMPTY_ADDRESS } from '../../shared/forms/address-fields.tsx';
import { listRequiredFields, useCountries } from '../../shared/hooks/use-address-format.ts';
import { useWaitingCheckout } from '../../shared/orders/waiting-checkout.tsx';
import { useCart } from '../../state/cart.ts';
import { toCartLines } from '../../state/cart-changes.ts';
import { clearDeliveryOverride, setDeliveryOverride, useDeliveryOverride, useGuestDestination } from '../../state/order-draft.ts';
import { type SessionUser, useSession } from '../../state/session.ts';
import { useCartPrice } from '../cart/use-cart-price.ts';

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

/** What is still blank: nobody has to ask the server about that. */
export const listMissingFields = (address: AddressFields): (keyof AddressFields)[] =>
  ['country' as const, ...listRequiredFields(address.country)].filter((part) => !address[part].trim());

export function useDeliveryAddress(user: SessionUser | undefined) {
  const email = user?.email ?? '';
  const countries = useCountries();
  const saved = useSavedAddresses(email);
  const override = useDeliveryOverride(email);
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
    open: () => setDeliveryOverride(email, begun()),
    change: (address: AddressFields) => setDeliveryOverride(email, toFields(address)),
    close: clearDeliveryOverride,
  };
}

const NOTHING_HELD: Order['lines'] = [];

export type OrderDraft = ReturnType<typeof useOrderDraft>;

/** `billing`: the company that buys, as far as the cart is priced by it. */
export function useOrderDraft(billing: CartBilling | null = null) {
  const items = useCart();
  const session = useSession();
  const waiting = useWaitingCheckout();
  const address = useDeliveryAddress(session?.user);
  const guest = useGuestDestination();
  // The cart keeps products as they are sold now. What isn't sent may be bought from anywhere.
  const isSent = items.some(({ shipping }) => shipping !== 0);
  const [saved] = address.saved;
  /** Nothing is sent, and nobody knows where the buyer is, on which tax depends. */
  const asksPlace = !isSent && address.countries?.isTaxed === true && (!session || !saved);
  const place = saved && session ? toDestination(saved) : guest;
  const ofAccount = isSent ? address.destination : place;
  const destination = session ? (address.isLoading ? undefined : ofAccount) : guest;
  const priced = useCartPrice(items, waiting.checkout?.lines ?? NOTHING_HELD, destination, billing);
  const shipsTo = address.countries?.shipsTo ?? [];
  return {
    items,
    lines: toCartLines(items),
    session,
    waiting,
    address,
    priced,
    isSent,
    asksPlace,
    /** Where the buyer is, as far as it was said; for an order of which nothing is sent. */
    place: asksPlace ? guest : null,
    /** Where the cart can go; undefined: anywhere. */
    countries: isSent && shipsTo.length ? shipsTo : undefined,
    /** The shop doesn't ship to the address. */
    isRefused: priced.price !== null && !priced.price.isShippable,
    /** Nobody has said where it goes. */
    isEstimate: destination === null && (isSent || asksPlace),
  };
}
