/**
 * Signatures of the guest orders that were made or opened by their links in this tab, in session storage under `guest-orders`: the payment
 * page leads back to URLs without them. Not in local storage, because others may use this browser later.
 */
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

export interface GuestOrderKey {
  id: string;
  signature: string;
}

const MAX_KEYS = 10;
const NONE: readonly GuestOrderKey[] = [];

function isKey(value: unknown): value is GuestOrderKey {
  return isRecord(value) && typeof value.id === 'string' && typeof value.signature === 'string';
}

function parseKeys(stored: unknown): readonly GuestOrderKey[] {
  return Array.isArray(stored) ? stored.filter(isKey).slice(0, MAX_KEYS) : NONE;
}

const store = createStore<readonly GuestOrderKey[]>('guest-orders', NONE, parseKeys, () => sessionStorage);

/** The latest order comes first. */
export function saveGuestOrder({ id, signature }: GuestOrderKey): void {
  store.write([{ id, signature }, ...store.read().filter((it) => it.id !== id)].slice(0, MAX_KEYS));
}

const findKey = (keys: readonly GuestOrderKey[], id: string | null | undefined) => keys.find((it) => it.id === id)?.signature ?? null;

export const readLatestGuestOrder = (): GuestOrderKey | null => store.read()[0] ?? null;

export const readGuestSignature = (id: string): string | null => findKey(store.read(), id);

/** Null: this tab knows no signature of that order. */
export const useGuestSignature = (id: string | null | undefined): string | null => findKey(store.use(), id);
