/** Asks before somebody leaves what isn't saved: by a link, the back button, or the tab itself. */
import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { unsavedChanges as words } from '../../messages/form.ts';
import { readToken } from '../../state/session.ts';
import { hasUnsavedChanges, markSaved } from '../../state/unsaved-changes.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** One for a whole area, since a router has only one of these. */
export function UnsavedChangesGuard() {
  // Who is logged out has nowhere to save to.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && readToken() !== null && hasUnsavedChanges(),
  );

  useEffect(() => {
    const handleBeforeUnload = (event: BeforeUnloadEvent) => {
      if (readToken() !== null && hasUnsavedChanges()) event.preventDefault();
    };
    window.addEventListener('beforeunload', handleBeforeUnload);
    return () => window.removeEventListener('beforeunload', handleBeforeUnload);
  }, []);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog title={words.title} close={blocker.reset} confirm={blocker.proceed} cancelLabel={words.stay} confirmLabel={words.leave}>
      {words.hint}
    </ConfirmDialog>
  );
}

/** The form's content from the start counts as saved; `markSaved` says so of later ones. */
export function useTrackUnsavedChanges(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => markSaved(form.current), [form]);
}
