/** What a guest has typed at the checkout; in session storage under `guest` until the order is paid. */
import type { AddressFields } from '../../contract/address.ts';
import { type Destination, toDestination } from '../../contract/countries.ts';
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

export type GuestDraft = Partial<AddressFields & { email: string }>;

const NAMES = ['email', 'recipient', 'street', 'postcode', 'city', 'region', 'country'] as const;

function parseDraft(stored: unknown): GuestDraft | null {
  if (!isRecord(stored)) return null;
  const typed = NAMES.flatMap((name) => (typeof stored[name] === 'string' && stored[name].trim() ? [[name, stored[name]]] : []));
  return typed.length ? Object.fromEntries(typed) : null;
}

// As the delivery address: for the way to the payment page and back, and not longer.
const store = createStore<GuestDraft | null>('guest', null, parseDraft, () => sessionStorage);

/** Null: nothing was typed. */
export const { use: useGuestDraft } = store;

/** Where the order goes, as far as it was typed. */
export function useGuestDestination(): Destination | null {
  const { country, region = '', postcode = '' } = useGuestDraft() ?? {};
  return country ? toDestination({ country, region, postcode }) : null;
}

/** What isn't named stays: a password manager fills in several fields before the page has been drawn again. */
export function changeGuestDraft(change: GuestDraft): void {
  store.write(parseDraft({ ...store.read(), ...change }));
}

export function clearGuestDraft(): void {
  store.write(null);
}
