/** What was written at the checkout for the next order. In session storage, as the rest of what is typed there (order-draft.ts). */
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

interface CheckoutWords {
  customerNote?: string;
  giftMessage?: string;
}

const NONE: CheckoutWords = {};

const words = createStore<CheckoutWords>(
  'checkout-words',
  NONE,
  (stored) => {
    const { customerNote, giftMessage } = isRecord(stored) ? stored : {};
    return {
      ...(typeof customerNote === 'string' && { customerNote }),
      ...(typeof giftMessage === 'string' && { giftMessage }),
    };
  },
  () => sessionStorage,
);

export const { use: useCheckoutWords, read: readCheckoutWords } = words;

export function changeCheckoutWords(change: CheckoutWords): void {
  words.write({ ...words.read(), ...change });
}

export function clearCheckoutWords(): void {
  words.write(NONE);
}
