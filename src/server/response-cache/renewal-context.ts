/** Tells the shop's own requests, which make cached entries anew (renewal.ts), from those of visitors. */
import { AsyncLocalStorage } from 'node:async_hooks';

const keys = new AsyncLocalStorage<string>();

/** Within `renew`, calls of this process are the renewal of the entry with this key. */
export const runRenewal = <T>(key: string, renew: () => Promise<T>): Promise<T> => keys.run(key, renew);

/** Whether this call is the renewal of this entry, which must not be answered by the entry. */
export const isRenewalOf = (key: string): boolean => keys.getStore() === key;

/** Whether this call is a renewal of any entry: nobody asked for it, so it counts for nobody. */
export const isRenewal = (): boolean => keys.getStore() !== undefined;
