/** Form fields: a labelled control with a hint and an error that screen readers read with it, and the summary of a form's errors. */
import { type ComponentProps, type ReactNode, type Ref, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { AlertIcon, ChevronIcon } from './icons.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  showLabel: string;
  hideLabel: string;
}

/** Has a button to show the password. */
export function PasswordField({ label, hint, error, showLabel, hideLabel, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(controlProps) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...controlProps}
            type={isShown ? 'text' : 'password'}
            className="input pr-20"
          />
          <button
            type="button"
            aria-controls={controlProps.id}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-1 right-1 rounded-small px-3 text-small font-[560] text-soft hover:bg-line/60 hover:text-ink"
          >
            {isShown ? hideLabel : showLabel}
          </button>
        </div>
      )}
    </Field>
  );
}

interface SwitchFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  hint: string;
}

export function SwitchField({ label, hint, ...input }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-4">
      <input
        {...input}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself
        role="switch"
        aria-describedby={`${id}-hint`}
        className="relative mt-0.5 h-6 w-11 shrink-0 appearance-none rounded-full bg-edge transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-raised before:transition-transform checked:bg-accent checked:before:translate-x-5 forced-colors:border"
      />
      <div>
        <label htmlFor={id} className="font-[560]">
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-small text-soft">
          {hint}
        </p>
      </div>
    </div>
  );
}

interface ErrorSummaryProps {
  ref: Ref<HTMLElement>;
  title: string;
  /** Set for errors that belong to no field: announced at once. */
  isAlert: boolean;
  fields: { name: string; id: string; label: string; error: string }[];
  focusField: (name: string) => void;
}

/** Above a form with errors: a message and a link to each invalid field. Gets the focus, so that screen readers announce it. */
export function ErrorSummary({ ref, title, isAlert, fields, focusField }: ErrorSummaryProps) {
  const id = useId();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      className="flex scroll-mt-28 gap-3 rounded-card border border-danger/40 bg-danger/6 p-4 focus:outline-2 focus:outline-offset-2 focus:outline-danger/60"
    >
      <AlertIcon size={20} className="mt-px shrink-0 text-danger" />
      <div className="min-w-0">
        <h2 id={id} className="text-base font-[560] tracking-normal text-danger">
          <span role={isAlert ? 'alert' : undefined}>{title}</span>
        </h2>
        {fields.length > 0 && (
          <ul className="mt-2 grid gap-0.5 text-small">
            {fields.map(({ name, id: field, label, error }) => (
              <li key={name}>
                <a
                  href={`#${field}`}
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(name);
                  }}
                  className="inline-block min-h-7 rounded-small py-1 underline decoration-edge underline-offset-4 hover:decoration-ink"
                >
                  <span className="font-[560]">{label}:</span> {error}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string;
  children: (controlProps: ControlProps) => ReactNode;
}

/** Renders any control under a label; its props tie label, hint and error together. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-small font-[560]">
        {label}
      </label>
      {children({ id, ...(describedBy && { 'aria-describedby': describedBy }), ...(error && { 'aria-invalid': true as const }) })}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-small text-danger">
          <AlertIcon className="mt-0.5 shrink-0" />
          <span className="min-w-0">{error}</span>
        </p>
      )}
    </div>
  );
}

type FieldWrapperProps = Omit<FieldProps, 'children'>;

export function TextField({ label, hint, error, className, ...input }: FieldWrapperProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {(controlProps) => <input {...input} {...controlProps} className="input" />}
    </Field>
  );
}

export function TextArea({ label, hint, error, className, ...input }: FieldWrapperProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {(controlProps) => <textarea rows={5} {...input} {...controlProps} className="input" />}
    </Field>
  );
}

export function SelectField({ label, hint, error, className, children, ...input }: FieldWrapperProps & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {(controlProps) => (
        <span className="relative block">
          <select {...input} {...controlProps} className="input appearance-none pr-10">
            {children}
          </select>
          <ChevronIcon className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-soft" />
        </span>
      )}
    </Field>
  );
}
