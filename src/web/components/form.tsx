/** A form and its button, driven by useForm. What no field can say stands above the fields. */
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import type { FormState } from '../use-form.ts';

interface FormProps {
  state: FormState;
  /** Names the form where its heading doesn't. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

export function Form({ state, label, className, children }: FormProps) {
  return (
    // `post`, so that not even a browser without our script would put a password into an address.
    <form
      ref={state.ref}
      method="post"
      aria-label={label}
      onSubmit={state.onSubmit}
      onInput={state.onInput}
      className={classNames('flex flex-col gap-5', className)}
    >
      {state.message && (
        <p role="alert" className="rounded-control border border-danger/50 bg-danger/8 px-3.5 py-2.5 text-danger">
          {state.message}
        </p>
      )}
      {children}
    </form>
  );
}

interface SubmitProps {
  state: FormState;
  variant?: 'primary' | 'secondary';
  className?: string;
  children: ReactNode;
}

export function SubmitButton({ state, variant = 'primary', className, children }: SubmitProps) {
  return (
    <Button
      type="submit"
      variant={variant}
      busy={state.isBusy}
      disabled={!state.isReady}
      className={classNames('min-h-11 disabled:opacity-100', className)}
    >
      {children}
    </Button>
  );
}
