/** Asks before somebody leaves what isn't saved: by a link, the back button, or the tab itself. */
import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { unsaved as words } from '../../messages.account.ts';
import { hasUnsaved, markSaved } from '../../saved-forms.ts';
import { readToken } from '../../state/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** One for a whole area, since a router has only one of these. */
export function UnsavedChanges() {
  // Who is logged out has nowhere to save to.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && readToken() !== null && hasUnsaved(),
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (readToken() !== null && hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog title={words.ask} close={blocker.reset} confirm={blocker.proceed} cancelLabel={words.stay} confirmLabel={words.leave}>
      {words.hint}
    </ConfirmDialog>
  );
}

/** The form's content from the start counts as saved; `markSaved` says so of later ones. */
export function useSavedForm(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => markSaved(form.current), [form]);
}
