/** What was chosen in the cart beside the products: in session storage under `choices`, so that it outlives the way to the payment page. */
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

export interface CartChoices {
  /** A discount code as it was typed. */
  code?: string;
  /** The id of a shipping rate. */
  shipping?: string;
}

const NO_CHOICES: CartChoices = {};
const NAMES = ['code', 'shipping'] as const;

function parseChoices(stored: unknown): CartChoices {
  if (!isRecord(stored)) return NO_CHOICES;
  return Object.fromEntries(NAMES.flatMap((name) => (typeof stored[name] === 'string' ? [[name, stored[name]]] : [])));
}

const store = createStore<CartChoices>('choices', NO_CHOICES, parseChoices, () => sessionStorage);

export const { use: useCartChoices, read: readCartChoices } = store;

/** An empty text removes the choice. */
export function chooseInCart(change: Partial<Record<keyof CartChoices, string>>): void {
  const kept = { ...store.read(), ...change };
  store.write(Object.fromEntries(Object.entries(kept).filter(([, value]) => value)));
}
