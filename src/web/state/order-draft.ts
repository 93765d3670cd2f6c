/**
 * What was chosen and typed for the next order, until it is paid. In session storage, because it must survive the redirect to the payment page
 * and back, but not longer.
 */
import type { AddressFields } from '../../contract/address.ts';
import { type Destination, toDestination } from '../../contract/countries.ts';
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

const createDraftStore = <T>(key: string, empty: T, parse: (stored: unknown) => T) =>
  createStore<T>(key, empty, parse, () => sessionStorage);

/** Those of the names that are texts. */
const pickTexts = <Name extends string>(stored: Record<string, unknown>, names: readonly Name[]): Partial<Record<Name, string>> =>
  Object.fromEntries(names.flatMap((name) => (typeof stored[name] === 'string' ? [[name, stored[name]]] : []))) as Partial<
    Record<Name, string>
  >;

export interface CartChoices {
  /** A discount code as it was typed. */
  code?: string;
  /** The id of a shipping rate. */
  shipping?: string;
  /** The id of a way to pay. */
  payment?: string;
  /** Codes of gift cards, with spaces between them. */
  giftCards?: string;
  /** Store credit is used, if it is anything. */
  storeCredit?: string;
}

const NO_CHOICES: CartChoices = {};
const choices = createDraftStore<CartChoices>('choices', NO_CHOICES, (stored) =>
  isRecord(stored) ? pickTexts(stored, ['code', 'shipping', 'payment', 'giftCards', 'storeCredit']) : NO_CHOICES,
);

export const { use: useCartChoices, read: readCartChoices } = choices;

/** An empty text removes the choice. */
export function chooseInCart(change: Partial<Record<keyof CartChoices, string>>): void {
  const kept = { ...choices.read(), ...change };
  choices.write(Object.fromEntries(Object.entries(kept).filter(([, value]) => value)));
}

const ADDRESS_PARTS = ['recipient', 'street', 'postcode', 'city', 'region', 'country'] as const;

/** Null unless all parts are there, even if they are empty. */
export function parseAddress(stored: unknown): AddressFields | null {
  const parts = isRecord(stored) ? pickTexts(stored, ADDRESS_PARTS) : {};
  return Object.keys(parts).length === ADDRESS_PARTS.length ? (parts as AddressFields) : null;
}

/** An address of an account's order that isn't the account's. */
interface DeliveryOverride {
  /** The owner's email: nobody else who logs in on this browser sees the address. */
  email: string;
  shipTo: AddressFields;
}

const override = createDraftStore<DeliveryOverride | null>('delivery', null, (stored) => {
  if (!isRecord(stored)) return null;
  const { email } = stored;
  const shipTo = parseAddress(stored.shipTo);
  return typeof email === 'string' && shipTo ? { email, shipTo } : null;
});

/** Null: ship to the account's address. */
export function useDeliveryOverride(email: string): AddressFields | null {
  const given = override.use();
  return given?.email === email ? given.shipTo : null;
}

export function setDeliveryOverride(email: string, shipTo: AddressFields): void {
  override.write({ email, shipTo });
}

export function clearDeliveryOverride(): void {
  override.write(null);
}

/** What a guest has typed at the checkout. */
export type GuestDraft = Partial<AddressFields & { email: string }>;

function parseGuest(stored: unknown): GuestDraft | null {
  if (!isRecord(stored)) return null;
  const typed = Object.entries(pickTexts(stored, ['email', ...ADDRESS_PARTS])).filter(([, text]) => text?.trim());
  return typed.length ? Object.fromEntries(typed) : null;
}

const guest = createDraftStore<GuestDraft | null>('guest', null, parseGuest);

/** Null: nothing was typed. */
export const { use: useGuestDraft } = guest;

/** Where a guest's order goes, as far as it was typed. */
export function useGuestDestination(): Destination | null {
  const { country, region = '', postcode = '' } = useGuestDraft() ?? {};
  return country ? toDestination({ country, region, postcode }) : null;
}

/** What isn't named stays: a password manager fills in several fields before the page has been drawn again. */
export function changeGuestDraft(change: GuestDraft): void {
  guest.write(parseGuest({ ...guest.read(), ...change }));
}

export function clearGuestDraft(): void {
  guest.write(null);
}
