/** Asks before somebody leaves a page with unsaved changes: by link, by the back button or by closing the tab. */
import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { readToken } from '../../state/session.ts';
import { unsavedChanges as words } from '../messages/form.ts';

/** A form's content when it was last saved. Forms that never called `markSaved` aren't tracked. */
const savedContents = new WeakMap<HTMLFormElement, string>();

/** An empty file input gives a File without a name, whose timestamp varies. */
const serializeValue = (it: File | string) => (typeof it === 'string' ? it : it.name && `${it.name} ${it.size} ${it.lastModified}`);

/** A form's content as a string. Numbers at the end of names are dropped: of numbered rows only the order counts. */
function serializeForm(values: FormData): string {
  return JSON.stringify([...values].map(([name, it]) => [name.replace(/-\d+$/, ''), serializeValue(it)]));
}

/** Whether the form still has these values, which were read from it earlier. */
export function hasValues(form: HTMLFormElement | null, values: FormData): boolean {
  return form !== null && serializeForm(new FormData(form)) === serializeForm(values);
}

/** Marks a form's content as saved: the values that were sent, or all of it. */
export function markSaved(form: HTMLFormElement | null, values?: FormData): void {
  if (form) savedContents.set(form, serializeForm(values ?? new FormData(form)));
}

/** A form that the user may not change has its fields disabled, which removes them from its content. */
const isRefused = (form: HTMLFormElement) => form.querySelector(':scope > fieldset:disabled') !== null;

function isChanged(form: HTMLFormElement): boolean {
  if (isRefused(form)) return false;
  const savedContent = savedContents.get(form);
  return savedContent !== undefined && savedContent !== serializeForm(new FormData(form));
}

export function hasUnsavedChanges(): boolean {
  return [...document.forms].some(isChanged);
}

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
