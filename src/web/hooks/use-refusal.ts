/** Why nothing can be changed here by whoever is looking, in words; null: they may. The server refuses it all the same. */
import { createContext, useContext } from 'react';

export const RefusalContext = createContext<string | null>(null);

export const useRefusal = (): string | null => useContext(RefusalContext);
