/** Asks before somebody leaves a page with unsaved changes: by link, by the back button or by closing the tab. */
import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { readToken } from '../../state/session.ts';
import { unsavedChanges as words } from '../messages/form.ts';

/** By name, with the values of all fields of that name in their order. Numbers at the end of names are dropped: of numbered rows only the order counts. */
type Content = Record<string, string>;

/** A form's content when it was last saved. Forms that never called `markSaved` aren't tracked. */
const savedContents = new WeakMap<HTMLFormElement, Content>();

/** An empty file input gives a File without a name, whose timestamp varies. */
const serializeValue = (it: File | string) => (typeof it === 'string' ? it : it.name && `${it.name} ${it.size} ${it.lastModified}`);

function readContent(values: FormData): Content {
  const content: Record<string, string[]> = {};
  for (const [name, it] of values) {
    const field = name.replace(/-\d+$/, '');
    content[field] = [...(content[field] ?? []), serializeValue(it)];
  }
  return Object.fromEntries(Object.entries(content).map(([name, all]) => [name, JSON.stringify(all)]));
}

const listDifferences = (a: Content, b: Content): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);

/** Whether the form still has these values, which were read from it earlier. */
export function hasValues(form: HTMLFormElement | null, values: FormData): boolean {
  return form !== null && listDifferences(readContent(new FormData(form)), readContent(values)).length === 0;
}

/** Of a form, when what counts as saved has changed. */
export const SAVED_EVENT = 'contentsaved';

/** Marks a form's content as saved: the values that were sent, or all of it; only the fields that `isMarked` takes, if it is given. */
export function markSaved(form: HTMLFormElement | null, values?: FormData, isMarked: (name: string) => boolean = () => true): void {
  if (!form) return;
  const before = savedContents.get(form) ?? {};
  const now = readContent(values ?? new FormData(form));
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const content = [...names].map((name) => [name, (isMarked(name) ? now : before)[name]] as const);
  savedContents.set(form, Object.fromEntries(content.filter((it): it is [string, string] => it[1] !== undefined)));
  form.dispatchEvent(new Event(SAVED_EVENT, { bubbles: true }));
}

/** A form that the user may not change has its fields disabled, which removes them from its content. */
const isRefused = (form: HTMLFormElement) => form.querySelector(':scope > fieldset:disabled') !== null;

/** The names of the fields that differ from what was saved. */
export function listChangedFields(form: HTMLFormElement): string[] {
  const saved = savedContents.get(form);
  return saved && !isRefused(form) ? listDifferences(saved, readContent(new FormData(form))) : [];
}

export function hasUnsavedChanges(): boolean {
  return [...document.forms].some((form) => listChangedFields(form).length > 0);
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
