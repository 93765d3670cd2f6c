/** A labelled control with a hint and an error that screen readers read with it. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { AlertIcon } from './control-icons.tsx';
import { ChevronIcon } from './icons.tsx';

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
