/** How old the visitor has said to be, in years; 0: they weren't asked. It is gone with the tab. */
import { createStore } from './storage.ts';

const age = createStore<number>(
  'confirmed-age',
  0,
  (stored) => (typeof stored === 'number' ? stored : 0),
  () => sessionStorage,
);

export const { use: useConfirmedAge, write: confirmAge } = age;
