/**
 * The token by which the shop recognizes this browser at its next login, so that a stranger's wrong passwords don't lock its user out: in
 * local storage under `device`. It proves nothing else, and outlasts a logout.
 */
import { createStore } from './storage.ts';

const store = createStore<string | null>('device', null, (stored) => (typeof stored === 'string' && stored.length <= 100 ? stored : null));

/** For a login or a reset to send along, if this browser has logged in before. */
export function readDevice(): { device?: string } {
  const device = store.read();
  return device ? { device } : {};
}

export function saveDevice(device: string): void {
  store.write(device);
}
