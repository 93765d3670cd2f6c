/** A form's way: send what was typed, tell each refusal beside its field, and keep every word until it is taken. */
import { type InputEvent, type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Issue } from '../contract/common.ts';
import { type ApiError, isApiError } from './api.ts';
import { form as words } from './messages.account.ts';
import { common } from './messages.ts';

/** Whether the form can be used again, or stays busy because the person is led on. */
export type Sent = 'stay' | 'leave';

interface FormOptions {
  send: (values: FormData) => Promise<Sent>;
  /** Told of each failure; a text that it gives stands above the form in place of the server's. */
  onFailure?: (error: ApiError) => string | undefined;
}

export type FormState = ReturnType<typeof useForm>;

const ISSUE_WORDS: [RegExp, (limit: string) => string][] = [
  [/^(?:is required|must not be blank)$/, () => words.required],
  [/^must not have fewer than 1 characters$/, () => words.required],
  [/^must not have fewer than (\d+) characters$/, (limit) => words.tooShort(Number(limit))],
  [/^must not have more than (\d+) characters$/, (limit) => words.tooLong(Number(limit))],
  [/^must be number$/, () => words.notANumber],
  [/^must be integer$/, () => words.notWhole],
  [/^must be multiple of/, () => words.cents],
  [/^must be >= (.+)$/, (limit) => words.tooLow(limit)],
  [/^must be <= (.+)$/, (limit) => words.tooHigh(limit)],
  [/^must match/, () => words.misshapen],
];

/** A rule's message in words for people; one that is unknown stays as the server said it. */
export function wordIssue(message: string): string {
  for (const [pattern, toWords] of ISSUE_WORDS) {
    const match = pattern.exec(message);
    if (match) return toWords(match[1] ?? '');
  }
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** What the page itself found wrong, in the shape of the server's refusals. */
export function refusal(message: string, issues: Issue[] = []): ApiError {
  return Object.assign(new Error(message), { status: 400, issues });
}

/** A field of a sent form as text. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

function isOf(form: HTMLFormElement, issue: Issue): boolean {
  return form.elements.namedItem(issue.path) !== null;
}

/** What stands above the fields after a refusal. */
interface Summary {
  /** What belongs to no field. */
  message: string | null;
  fields: { name: string; id: string; label: string; error: string }[];
}

/** A field with its error, under the name that people know it by. */
function fieldsOf(form: HTMLFormElement, errors: Record<string, string>): Summary['fields'] {
  const fields = new Map<string, Summary['fields'][number]>();
  for (const control of form.elements) {
    const { name, id, labels } = control as HTMLInputElement;
    const error = errors[name];
    if (error) fields.set(name, { name, id, label: labels?.[0]?.textContent ?? name, error });
  }
  return [...fields.values()];
}

const never = () => () => undefined;

export function useForm({ send, onFailure }: FormOptions) {
  const ref = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [summary, setSummary] = useState<Summary | null>(null);
  const summaryRef = useRef<HTMLElement>(null);
  // Before the script is there a press would send the form the browser's own way, which no route takes.
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

  // One wrong field is where to go; of more than that, or of none, the summary tells first.
  useEffect(() => {
    if (summary) (summaryRef.current ?? ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]'))?.focus();
  }, [summary]);

  const fail = (form: HTMLFormElement, thrown: unknown) => {
    if (!isApiError(thrown)) console.error(thrown);
    const error = isApiError(thrown) ? thrown : refusal(common.shopDown);
    const said = onFailure?.(error);
    const placed = error.issues.filter((issue) => isOf(form, issue));
    const isTold = placed.length > 0 && placed.length === error.issues.length;
    // A 400 only lists what breaks a rule; any other refusal, like a name that is taken, has a reason of its own.
    const isReason = isTold && placed.length === 1 && error.status !== 400;
    const wrong = Object.fromEntries(placed.map((issue) => [issue.path, isReason ? error.message : wordIssue(issue.message)]));
    setErrors(wrong);
    setSummary({ message: said ?? (isTold ? null : error.message), fields: fieldsOf(form, wrong) });
  };

  const submit = async (form: HTMLFormElement) => {
    isSending.current = true;
    // What was said of the last try stays until this one is answered: nothing jumps twice.
    setIsBusy(true);
    let sent: Sent = 'stay';
    try {
      sent = await send(new FormData(form));
      setErrors({});
      setSummary(null);
    } catch (error) {
      fail(form, error);
    }
    if (sent === 'leave') return;
    isSending.current = false;
    setIsBusy(false);
  };

  const focusField = (name: string) => {
    const field = ref.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  // A field that was changed since is no longer said to be wrong; a single one speaks for itself.
  const left = summary?.fields.filter(({ name }) => errors[name]) ?? [];
  const isSummed = summary !== null && (summary.message !== null || (summary.fields.length > 1 && left.length > 0));

  return {
    ref,
    summaryRef,
    /** Given where two fields or more are wrong, or something that no field can say. */
    summary: isSummed ? { message: summary.message, fields: left } : null,
    focusField,
    isBusy,
    isReady,
    /** By the field's name. */
    errors,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!isSending.current) void submit(event.currentTarget);
    },
    onInput: (event: InputEvent<HTMLFormElement>) => {
      const { name } = event.target as HTMLInputElement;
      if (errors[name]) setErrors(({ [name]: _mended, ...rest }) => rest);
    },
  };
}
