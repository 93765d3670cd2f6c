/** A form's way: send what was typed, tell each refusal beside its field, and keep every word until it is taken. */
import { type InputEvent, type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { IssueCode } from '../../contract/error-codes.ts';
import type { Issue } from '../../contract/schemas/common.ts';
import { type ApiError, isApiError } from '../api.ts';
import { common } from '../messages/common.ts';
import { describeIssue } from '../messages/field-errors.ts';

/** Whether the form can be used again, or stays busy because the person is led on. */
export type SubmitResult = 'stay' | 'leave';

interface FormOptions {
  onSubmit: (values: FormData) => Promise<SubmitResult>;
  /** Told of each failure; a text that it gives stands above the form in place of the server's. */
  onFailure?: (error: ApiError) => string | undefined;
}

export type FormState = ReturnType<typeof useForm>;

/** An error that the page itself finds, in the shape of the server's. */
export function createValidationError(message: string, issues: Issue[] = []): ApiError {
  return Object.assign(new Error(message), { status: 400, code: 'invalid_request' as const, issues });
}

export function createIssue(path: string, code: IssueCode): Issue {
  return { path, code, message: code };
}

/** A field of a sent form as text. Browsers send line breaks as CR LF. */
export function readField(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}

function hasField(form: HTMLFormElement, issue: Issue): boolean {
  return form.elements.namedItem(issue.path) !== null;
}

/** What stands above the fields after a refusal. */
interface FormErrorSummary {
  /** What belongs to no field. */
  message: string | null;
  fields: { name: string; id: string; label: string; error: string }[];
}

/** A field with its error, under the name that people know it by. */
function listInvalidFields(form: HTMLFormElement, errors: Record<string, string>): FormErrorSummary['fields'] {
  const fields = new Map<string, FormErrorSummary['fields'][number]>();
  for (const control of form.elements) {
    const { name, id, labels, ariaLabel } = control as HTMLInputElement;
    const error = errors[name];
    if (error) fields.set(name, { name, id, label: labels?.[0]?.textContent ?? ariaLabel ?? name, error });
  }
  return [...fields.values()];
}

const subscribeToNothing = () => () => undefined;

export function useForm({ onSubmit, onFailure }: FormOptions) {
  const ref = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [summary, setSummary] = useState<FormErrorSummary | null>(null);
  const summaryRef = useRef<HTMLElement>(null);
  // Before the script is there a press would send the form the browser's own way, which no route takes.
  const isReady = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );

  // One wrong field is where to go; of more than that, or of none, the summary tells first.
  useEffect(() => {
    if (summary) (summaryRef.current ?? ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]'))?.focus();
  }, [summary]);

  const handleError = (form: HTMLFormElement, thrown: unknown) => {
    if (!isApiError(thrown)) console.error(thrown);
    const error = isApiError(thrown) ? thrown : createValidationError(common.serverError);
    const customMessage = onFailure?.(error);
    const fieldIssues = error.issues.filter((issue) => hasField(form, issue));
    const areAllInFields = fieldIssues.length > 0 && fieldIssues.length === error.issues.length;
    // The message of an invalid request only repeats its issues; that of any other error, like a taken name, says more.
    const usesErrorMessage = areAllInFields && fieldIssues.length === 1 && error.code !== 'invalid_request';
    const fieldErrors = Object.fromEntries(
      fieldIssues.map((issue) => [issue.path, usesErrorMessage ? error.message : describeIssue(issue)]),
    );
    setErrors(fieldErrors);
    setSummary({ message: customMessage ?? (areAllInFields ? null : error.message), fields: listInvalidFields(form, fieldErrors) });
  };

  const submit = async (form: HTMLFormElement) => {
    isSending.current = true;
    // What was said of the last try stays until this one is answered: nothing jumps twice.
    setIsBusy(true);
    let result: SubmitResult = 'stay';
    try {
      result = await onSubmit(new FormData(form));
      setErrors({});
      setSummary(null);
    } catch (error) {
      handleError(form, error);
    }
    if (result === 'leave') return;
    isSending.current = false;
    setIsBusy(false);
  };

  const focusField = (name: string) => {
    const field = ref.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  // A field that was changed since is no longer said to be wrong; a single one speaks for itself.
  const remainingFields = summary?.fields.filter(({ name }) => errors[name]) ?? [];
  const hasSummary = summary !== null && (summary.message !== null || (summary.fields.length > 1 && remainingFields.length > 0));

  return {
    ref,
    summaryRef,
    /** Given where two fields or more are wrong, or something that no field can say. */
    summary: hasSummary ? { message: summary.message, fields: remainingFields } : null,
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
      if (errors[name]) setErrors(({ [name]: _corrected, ...rest }) => rest);
    },
  };
}
