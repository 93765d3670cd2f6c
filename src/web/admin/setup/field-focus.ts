/** A link to a field: the hash of the URL is the field's name, or the id of what it is in. It takes the focus once the page has loaded it. */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { SECOND } from '../../../contract/values.ts';

const FIELDS = 'input:not([type="hidden"]), select, textarea, button';
/** A page that takes longer has failed to load. */
const MAX_WAIT = 10 * SECOND;

function focusField(name: string): boolean {
  const main = document.getElementById('main');
  const target = main?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"], #${CSS.escape(name)}`);
  if (!target) return false;
  const field = target.matches(FIELDS) ? target : target.querySelector<HTMLElement>(FIELDS);
  (field?.closest('label') ?? field ?? target).scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
  return true;
}

export function useFieldFocus(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation, also if it is to the same field
  useEffect(() => {
    const name = hash.slice(1);
    if (!name || focusField(name)) return;
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    const observer = new MutationObserver(() => {
      if (focusField(name)) stop();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(stop, MAX_WAIT);
    return stop;
  }, [hash, key]);
}
