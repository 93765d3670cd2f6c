/** Why the user can't change anything here, in words; null: they can. The server checks it too. */
import { createContext, useContext } from 'react';

export const RefusalContext = createContext<string | null>(null);

export const useRefusal = (): string | null => useContext(RefusalContext);
