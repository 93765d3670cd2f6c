/** To whom the gift cards in the cart go, by their items: typed at the checkout, kept until the browser is closed. */
import type { GiftRecipient } from '../../contract/balance-fields.ts';
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

type RecipientDraft = Partial<Record<keyof GiftRecipient, string>>;
type Drafts = Readonly<Record<string, RecipientDraft>>;

const NOBODY: Drafts = {};
const store = createStore<Drafts>(
  'recipients',
  NOBODY,
  (stored) => (isRecord(stored) ? (stored as Drafts) : NOBODY),
  () => sessionStorage,
);

export const useGiftRecipients = store.use;

export function changeGiftRecipient(itemId: string, change: RecipientDraft): void {
  const all = store.read();
  store.write({ ...all, [itemId]: { ...all[itemId], ...change } });
}

/** As a checkout is sent it; absent: nothing was typed, so that it goes to the buyer. */
export function readGiftRecipient(itemId: string): { recipient?: GiftRecipient } {
  const draft = store.read()[itemId] ?? {};
  const typed = Object.entries(draft).flatMap(([name, text]) => (typeof text === 'string' && text.trim() ? [[name, text.trim()]] : []));
  return typed.length ? { recipient: Object.fromEntries(typed) as GiftRecipient } : {};
}

export const clearGiftRecipients = (): void => {
  store.write(NOBODY);
};
