/** What is read for nearly every request and changes with the catalogue only: read once after each change. */
import type { Kept } from './keep.ts';

/** Gives what `read` gave since the last change, a purchase's apart. The name stands for what is read: there are few. */
export type Remember = <T>(name: string, read: () => Promise<T>) => Promise<T>;

/** Reads each time. */
export const forgetful: Remember = (_name, read) => read();

/** For as long as what is kept may be shown. */
export function rememberIn({ store, watch }: Kept): Remember {
  const known = new Map<string, { edition: number; value: Promise<unknown> }>();
  return async <T>(name: string, read: () => Promise<T>) => {
    if (!watch.isLive()) return read();
    const old = known.get(name);
    if (old?.edition === store.edition) return old.value as Promise<T>;
    const value = read();
    known.set(name, { edition: store.edition, value });
    value.catch(() => known.delete(name));
    return value;
  };
}
