/** Asks before somebody leaves a page with unsaved changes: by link, by the back button or by closing the tab. */
import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { readToken } from '../../state/session.ts';
import { hasUnsavedChanges, markSaved } from '../../state/unsaved-changes.ts';
import { unsavedChanges as words } from '../messages/form.ts';

/** One for a whole dashboard, because a router supports a single blocker. */
export function UnsavedChangesGuard() {
  // Without a login nothing could be saved, so it doesn't ask.
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

/** Compares the form with its content at mount; after saving, call `markSaved`. */
export function useTrackUnsavedChanges(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => markSaved(form.current), [form]);
}
