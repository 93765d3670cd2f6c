/** Distinguishes the shop's own requests, which render cached entries again (renewal.ts), from those of visitors. */
import { AsyncLocalStorage } from 'node:async_hooks';

const keys = new AsyncLocalStorage<string>();

/** Calls of this process within `renew` are the renewal of the entry with this key. */
export const runRenewal = <T>(key: string, renew: () => Promise<T>): Promise<T> => keys.run(key, renew);

/** Whether this call is the renewal of this entry, so it must not be answered from it. */
export const isRenewalOf = (key: string): boolean => keys.getStore() === key;

/** Whether this call is a renewal of any entry: no visitor asked for it, so it isn't counted. */
export const isRenewal = (): boolean => keys.getStore() !== undefined;
