/**
 * One bar saves or discards what is unsaved in all forms of a page, and says what that is. Each form keeps its own call: if one is refused, the
 * others are saved, and the bar names what is left. A form takes part by `useVersionedForm` or `useBarForm`.
 */
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import toast from 'react-hot-toast/headless';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { listChangedFields, SAVED_EVENT } from '../../shared/dashboard-layout/unsaved-changes.tsx';
import { Form } from '../../shared/forms/form.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { saveBar as words } from './messages.ts';

interface BarForm {
  form: FormState;
  /** By the field's name. Fields whose names only begin with one, as those of numbered rows do, belong to it. */
  labels: Record<string, string>;
  saved: string;
  failed: string;
  discard: () => void;
}

/** Whether a control of the form belongs to the field of this name. */
export const isOfField = (control: string, name: string): boolean => control === name || control.startsWith(`${name}-`);

/** A control without a label in the list says itself what it is called. */
function findOwnLabel(form: HTMLFormElement, name: string): string {
  const control = [...form.elements].find((it) => it instanceof HTMLInputElement && isOfField(it.name, name));
  return control instanceof HTMLInputElement ? (control.labels?.[0]?.textContent ?? control.ariaLabel ?? '') : '';
}

/** What has changed in the form, as people call it. */
function listChangedLabels({ form, labels }: BarForm): string[] {
  const element = form.ref.current;
  const changed = element ? listChangedFields(element) : [];
  if (!element || changed.length === 0) return [];
  const known = Object.keys(labels).filter((name) => changed.some((control) => isOfField(control, name)));
  if (known.length > 0) return known.map((name) => labels[name] ?? name);
  return changed.map((name) => findOwnLabel(element, name));
}

const isBefore = (a: BarForm, b: BarForm) =>
  a.form.ref.current && b.form.ref.current
    ? a.form.ref.current.compareDocumentPosition(b.form.ref.current) & Node.DOCUMENT_POSITION_FOLLOWING
    : 0;

/** The forms of a page. Fields are uncontrolled, so what has changed is read from the document, after each event that may have changed it. */
function createFormList() {
  const refs = new Set<RefObject<BarForm>>();
  let root: HTMLElement | null = null;
  const listAll = () => [...refs].map((it) => it.current).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  return {
    setRoot: (element: HTMLElement | null) => {
      root = element;
    },
    add: (ref: RefObject<BarForm>) => {
      refs.add(ref);
      return () => void refs.delete(ref);
    },
    has: (element: EventTarget) => listAll().some(({ form }) => form.ref.current === element),
    listChanged: () => listAll().filter((it) => listChangedLabels(it).length > 0),
    /** As text, since a snapshot has to be the same until something changes. */
    readLabels: () => JSON.stringify(listAll().flatMap(listChangedLabels)),
    subscribe: (notify: () => void) => {
      const observer = new MutationObserver(notify);
      if (root) observer.observe(root, { subtree: true, childList: true, attributeFilter: ['value', 'disabled'] });
      const events = ['input', 'change', SAVED_EVENT];
      for (const name of events) root?.addEventListener(name, notify);
      return () => {
        observer.disconnect();
        for (const name of events) root?.removeEventListener(name, notify);
      };
    },
  };
}

const FormListContext = createContext<ReturnType<typeof createFormList> | null>(null);

/** Whether the form is saved by a bar; where there is none, it has a button of its own. */
export function useBarForm(form: BarForm): boolean {
  const list = useContext(FormListContext);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => list?.add(latest), [list]);
  return list !== null;
}

/** A form that the page's bar saves; links lead to it by `id`. Enter in a field saves too, for which browsers want a button. */
export function BarForm({ id, children, ...form }: ComponentProps<typeof Form> & { id?: string }) {
  return (
    <div id={id}>
      <Form {...form}>
        {children}
        <button type="submit" hidden aria-label={words.save} />
      </Form>
    </div>
  );
}

const CONTROLS = 'input:not([type=hidden]), textarea, select';

/** Moves the focus to what the URL names: a field by its name, the first one of a form by the form's id, a button by its own. */
function focusNamedField(): void {
  const name = CSS.escape(window.location.hash.slice(1));
  const target = name && document.querySelector<HTMLElement>(`form [name="${name}"], #${name} :is(${CONTROLS}), button#${name}`);
  if (!target) return;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'center' });
}

/** For a page without a bar, in a part of it that appears once its data is there. */
export function useNamedFocus(): void {
  useEffect(focusNamedField, []);
}

const NONE = '[]';
const readNone = () => NONE;

export function SaveBar({ children }: { children: ReactNode }) {
  const [forms] = useState(createFormList);
  const labels = useSyncExternalStore(forms.subscribe, forms.readLabels, readNone);
  const bar = useRef<HTMLElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  /** Of several forms that were refused, the first gets the focus, which the last has taken. */
  const [refused, setRefused] = useState<BarForm | null>(null);
  useEffect(() => refused?.form.focusError(), [refused]);

  // The fields weren't there when the page was opened.
  useNamedFocus();

  /** The bar is about to disappear with the button that has the focus. */
  const keepFocus = () => {
    const { activeElement } = document;
    if (activeElement === document.body || bar.current?.contains(activeElement))
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };

  const save = async () => {
    const changed = forms.listChanged();
    if (isBusy || !changed.every(({ form }) => form.ref.current?.reportValidity())) return;
    setIsBusy(true);
    const failed: BarForm[] = [];
    for (const it of changed) if (!(await it.form.submit())) failed.push(it);
    setIsBusy(false);
    setRefused(failed[0] ?? null);
    for (const it of failed) toast.error(it.failed);
    const [first, second] = changed;
    if (failed.length > 0 || !first) return;
    toast.success(second ? words.allSaved : first.saved);
    if (forms.listChanged().length === 0) keepFocus();
  };

  const discard = () => {
    for (const it of forms.listChanged()) it.discard();
    setIsAsking(false);
    // Once the dialog has given the focus back.
    requestAnimationFrame(keepFocus);
  };

  const saveByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return;
    // Never the browser's own dialog, which would save the page as a file.
    event.preventDefault();
    if (!document.querySelector('dialog:modal')) void save();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => saveByKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const submitAll = (event: SubmitEvent<HTMLDivElement>) => {
    if (!forms.has(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    void save();
  };

  const isShown = labels !== NONE || isBusy;
  return (
    <FormListContext value={forms}>
      <div ref={forms.setRoot} onSubmitCapture={submitAll} className="flex flex-col gap-4">
        {children}
      </div>
      <section ref={bar} aria-label={isShown ? words.title : undefined} className={isShown ? 'save-bar' : undefined}>
        <p role="status" className={isShown ? 'line-clamp-2 min-w-0 grow text-small' : 'sr-only'}>
          {isShown && words.unsaved((JSON.parse(labels) as string[]).filter(Boolean))}
        </p>
        {isShown && (
          <div className="flex shrink-0 gap-2 max-sm:*:grow">
            <Button variant="secondary" className="min-h-11" disabled={isBusy} onClick={() => setIsAsking(true)}>
              {words.discard}
            </Button>
            <Button className="min-h-11 px-6" busy={isBusy} aria-keyshortcuts="Control+S Meta+S" onClick={() => void save()}>
              {words.save}
            </Button>
          </div>
        )}
      </section>
      {isAsking && (
        <ConfirmDialog
          title={words.confirmDiscard}
          close={() => setIsAsking(false)}
          confirm={discard}
          cancelLabel={words.keep}
          confirmLabel={words.discard}
        >
          {words.confirmDiscardHint}
        </ConfirmDialog>
      )}
    </FormListContext>
  );
}
