/** The shipping address of the next order, if it isn't the account's; in session storage under `delivery` until the order is paid. */
import type { AddressFields } from '../../contract/address.ts';
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

const PARTS = ['recipient', 'street', 'postcode', 'city', 'region', 'country'] as const;

/** Null unless all parts are there, even if they are empty. */
export function parseAddress(stored: unknown): AddressFields | null {
  if (!isRecord(stored)) return null;
  const [recipient, street, postcode, city, region, country] = PARTS.map((part) => stored[part]).filter((it) => typeof it === 'string');
  if (country === undefined) return null;
  return { recipient, street, postcode, city, region, country } as AddressFields;
}

interface DeliveryOverride {
  /** The owner's email: nobody else who logs in on this browser sees the address. */
  email: string;
  shipTo: AddressFields;
}

function parseDeliveryOverride(stored: unknown): DeliveryOverride | null {
  if (!isRecord(stored)) return null;
  const { email } = stored;
  const shipTo = parseAddress(stored.shipTo);
  return typeof email === 'string' && shipTo ? { email, shipTo } : null;
}

// Session storage, because it must survive the redirect to the payment page and back, but not longer.
const store = createStore<DeliveryOverride | null>('delivery', null, parseDeliveryOverride, () => sessionStorage);

/** Null: ship to the account's address. */
export function useDeliveryOverride(email: string): AddressFields | null {
  const override = store.use();
  return override?.email === email ? override.shipTo : null;
}

export function setDeliveryOverride(email: string, shipTo: AddressFields): void {
  store.write({ email, shipTo });
}

export function clearDeliveryOverride(): void {
  store.write(null);
}
