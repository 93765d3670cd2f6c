/** Whether keys of a single character are shortcuts in the admin area; in local storage under `single-keys`. */
import { createStore } from './storage.ts';

export const singleKeys = createStore<boolean>('single-keys', true, (stored) => stored !== false);
