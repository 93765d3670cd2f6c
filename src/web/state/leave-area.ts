/**
 * Goes to a page that the table of this area doesn't have (areas.ts): the server finds it, in the other area or nowhere. The link's state,
 * which says where login returns to, is handed on to the new document, which else would lose it.
 */
import { type Location, redirectDocument } from 'react-router';
import { isRecord } from '../../contract/values.ts';
import { createStore } from './storage.ts';

interface HandedOn {
  url: string;
  state: unknown;
}

const parse = (stored: unknown): HandedOn | null =>
  isRecord(stored) && typeof stored.url === 'string' ? { url: stored.url, state: stored.state } : null;

const store = createStore<HandedOn | null>('area-state', null, parse, () => sessionStorage);

/** The framework's own, as are the names in entry.client.tsx. */
interface DataRouter {
  state: { navigation: { location?: Location | undefined } };
}

/** For a loader in the browser. */
export function leaveArea(requestUrl: string): Response {
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: DataRouter };
  const location = router?.state.navigation.location;
  // A request has no hash.
  const url = requestUrl + (location?.hash ?? '');
  store.write(location?.state ? { url, state: location.state } : null);
  return redirectDocument(url);
}

/** Before the page is hydrated: puts the state where the router looks for it, if this is the document that it was meant for. */
export function restoreAreaState(): void {
  const handedOn = store.read();
  store.write(null);
  if (handedOn?.url === location.href) history.replaceState({ ...history.state, usr: handedOn.state }, '');
}
