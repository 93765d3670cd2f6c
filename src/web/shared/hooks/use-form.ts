/** Submits a form, shows each error beside its field, and keeps what was typed until it is accepted. */

import { createContext, type InputEvent, type SubmitEvent, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import type { Issue, IssueCode } from '../../../contract/errors.ts';
import { type ApiError, isApiError } from '../../api.ts';
import { REDIRECT_DELAY_MS } from '../../constants.ts';
import { useHydrated } from '../../kit/browser-hooks.ts';
import { common } from '../messages/common.ts';
import { describeIssue } from '../messages/form.ts';

/** Why the user can't change anything here, in words; null: they can. The server checks it too. */
export const RefusalContext = createContext<string | null>(null);

export const useRefusal = (): string | null => useContext(RefusalContext);

/** Redirects two seconds after a success, unless the page was left in the meantime. */
export function useRedirect(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (to, options) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void navigate(to, options), REDIRECT_DELAY_MS);
  };
}

/** Whether the form can be used again, or stays busy because the user is being redirected. */
export type SubmitResult = 'stay' | 'leave';

interface FormOptions {
  onSubmit: (values: FormData) => Promise<SubmitResult>;
  /** Called for each failure; if it returns a text, that is shown above the form instead of the server's message. */
  onFailure?: (error: ApiError) => string | undefined;
}

export type FormState = ReturnType<typeof useForm>;

/** An error that the page itself has found, in the form of the server's errors. */
export function createValidationError(message: string, issues: Issue[] = []): ApiError {
  return Object.assign(new Error(message), { status: 400, code: 'invalid_request' as const, issues });
}

export function createIssue(path: string, code: IssueCode): Issue {
  return { path, code, message: code };
}

/** A field of a submitted form as text. Browsers send line breaks as CR LF. */
export function readField(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}

function hasField(form: HTMLFormElement, issue: Issue): boolean {
  return form.elements.namedItem(issue.path) !== null;
}

/** What is shown above the fields after an error. */
interface FormErrorSummary {
  /** Errors that belong to no field. */
  message: string | null;
  fields: { name: string; id: string; label: string; error: string }[];
}

/** The invalid fields, by the labels that people see. */
function listInvalidFields(form: HTMLFormElement, errors: Record<string, string>): FormErrorSummary['fields'] {
  const fields = new Map<string, FormErrorSummary['fields'][number]>();
  for (const control of form.elements) {
    const { name, id, labels, ariaLabel } = control as HTMLInputElement;
    const error = errors[name];
    if (error) fields.set(name, { name, id, label: labels?.[0]?.textContent ?? ariaLabel ?? name, error });
  }
  return [...fields.values()];
}

export function useForm({ onSubmit, onFailure }: FormOptions) {
  const ref = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [summary, setSummary] = useState<FormErrorSummary | null>(null);
  const summaryRef = useRef<HTMLElement>(null);
  // Before the script is loaded, a click would submit the form the browser's own way, which no route accepts.
  const isReady = useHydrated();

  /** A single invalid field gets the focus; if there are several or none, the summary does. */
  const focusError = () => (summaryRef.current ?? ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]'))?.focus();
  const focusNewError = useEffectEvent(focusError);
  useEffect(() => {
    if (summary) focusNewError();
  }, [summary]);

  const handleError = (form: HTMLFormElement, thrown: unknown) => {
    if (!isApiError(thrown)) console.error(thrown);
    const error = isApiError(thrown) ? thrown : createValidationError(common.serverError);
    const customMessage = onFailure?.(error);
    const fieldIssues = error.issues.filter((issue) => hasField(form, issue));
    const areAllInFields = fieldIssues.length > 0 && fieldIssues.length === error.issues.length;
    // The message of an invalid request only repeats its issues; that of any other error, such as a taken name, says more.
    const usesErrorMessage = areAllInFields && fieldIssues.length === 1 && error.code !== 'invalid_request';
    const fieldErrors = Object.fromEntries(
      fieldIssues.map((issue) => [issue.path, usesErrorMessage ? error.message : describeIssue(issue)]),
    );
    setErrors(fieldErrors);
    setSummary({ message: customMessage ?? (areAllInFields ? null : error.message), fields: listInvalidFields(form, fieldErrors) });
  };

  const clearErrors = () => {
    setErrors({});
    setSummary(null);
  };

  /** Whether it was accepted. */
  const submit = async (form: HTMLFormElement): Promise<boolean> => {
    isSending.current = true;
    // Errors of the last attempt stay until this one is answered, so that the page doesn't jump twice.
    setIsBusy(true);
    let result: SubmitResult | null = null;
    try {
      result = await onSubmit(new FormData(form));
      clearErrors();
    } catch (error) {
      handleError(form, error);
    }
    if (result !== 'leave') {
      isSending.current = false;
      setIsBusy(false);
    }
    return result !== null;
  };

  const focusField = (name: string) => {
    const field = ref.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  // A field that was changed since is no longer listed as invalid; for a single one no summary is needed.
  const remainingFields = summary?.fields.filter(({ name }) => errors[name]) ?? [];
  const hasSummary = summary !== null && (summary.message !== null || (summary.fields.length > 1 && remainingFields.length > 0));

  return {
    ref,
    summaryRef,
    /** Set if two or more fields are invalid, or for an error that belongs to no field. */
    summary: hasSummary ? { message: summary.message, fields: remainingFields } : null,
    focusField,
    focusError,
    clearErrors,
    submit: async () => ref.current !== null && !isSending.current && (await submit(ref.current)),
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
