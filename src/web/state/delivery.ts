/** The shipping address of the next order, if it isn't the account's; in session storage under `delivery` until the order is paid. */
import { isRecord } from '../../contract/is-record.ts';
import { createStore } from './storage.ts';

interface DeliveryOverride {
  /** The owner's email: nobody else who logs in on this browser sees the address. */
  email: string;
  address: string;
}

function parseDeliveryOverride(stored: unknown): DeliveryOverride | null {
  if (!isRecord(stored)) return null;
  const { email, address } = stored;
  return typeof email === 'string' && typeof address === 'string' ? { email, address } : null;
}

// Session storage, because it must survive the redirect to the payment page and back, but not longer.
const store = createStore<DeliveryOverride | null>('delivery', null, parseDeliveryOverride, () => sessionStorage);

/** Null: ship to the account's address. */
export function useDeliveryOverride(email: string): string | null {
  const override = store.use();
  return override?.email === email ? override.address : null;
}

export function setDeliveryOverride(email: string, address: string): void {
  store.write({ email, address });
}

export function clearDeliveryOverride(): void {
  store.write(null);
}
