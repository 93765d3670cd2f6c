/** Where the next order goes, if not to the account's address; in session storage under `delivery`, until it is bought. */
import { createStore } from './storage.ts';

interface Delivery {
  /** Whose it is: nobody else who logs in here sees it. */
  email: string;
  address: string;
}

function parseDelivery(found: unknown): Delivery | null {
  if (typeof found !== 'object' || found === null || !('email' in found) || !('address' in found)) return null;
  const { email, address } = found;
  return typeof email === 'string' && typeof address === 'string' ? { email, address } : null;
}

// It has to survive the way to the payment page and back, and no longer than that.
const store = createStore<Delivery | null>('delivery', null, parseDelivery, () => sessionStorage);

/** Null: to the account's own address. */
export function useDelivery(email: string): string | null {
  const delivery = store.use();
  return delivery?.email === email ? delivery.address : null;
}

export function deliverTo(email: string, address: string): void {
  store.write({ email, address });
}

export function forgetDelivery(): void {
  store.write(null);
}
