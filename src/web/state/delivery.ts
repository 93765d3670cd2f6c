/** Where the next order goes, if not to the account's address; in session storage under `delivery`, until it is bought. */
import { createStore } from './storage.ts';

interface DeliveryOverride {
  /** Whose it is: nobody else who logs in here sees it. */
  email: string;
  address: string;
}

function parseDeliveryOverride(stored: unknown): DeliveryOverride | null {
  if (typeof stored !== 'object' || stored === null || !('email' in stored) || !('address' in stored)) return null;
  const { email, address } = stored;
  return typeof email === 'string' && typeof address === 'string' ? { email, address } : null;
}

// It has to survive the way to the payment page and back, and no longer than that.
const store = createStore<DeliveryOverride | null>('delivery', null, parseDeliveryOverride, () => sessionStorage);

/** Null: to the account's own address. */
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
