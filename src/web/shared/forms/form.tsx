/** A form and its submit button, driven by useForm. Errors that belong to no field appear above the fields. */
import { type ReactNode, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { ErrorSummary, TextField } from '../../kit/field.tsx';
import { type FormState, useRefusal } from '../hooks/use-form.ts';
import { form as words } from '../messages/form.ts';
import { secondFactor } from '../messages/security.ts';

/** A code of the authenticator app, or one of the recovery codes for when it is lost. */
export function CodeField({ autoFocus = false }: { autoFocus?: boolean }) {
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      <TextField
        // A key, so that the two are separate fields and what was typed into one isn't kept in the other.
        key={String(isRecovery)}
        className="w-full"
        label={isRecovery ? secondFactor.recoveryCode : secondFactor.code}
        hint={isRecovery ? secondFactor.recoveryCodeHint : secondFactor.codeHint}
        name="code"
        required
        autoFocus={autoFocus || isRecovery}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
      />
      <Button variant="secondary" size="small" onClick={() => setIsRecovery(!isRecovery)}>
        {isRecovery ? secondFactor.useApp : secondFactor.useRecoveryCode}
      </Button>
    </div>
  );
}

interface FormProps {
  state: FormState;
  /** Accessible name where no heading names the form. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

export function Form({ state, label, className, children }: FormProps) {
  const { summary } = state;
  const refusal = useRefusal();
  return (
    // `post`, so that a submit before hydration can't put a password into the URL.
    <form
      ref={state.ref}
      method="post"
      aria-label={label}
      onSubmit={state.onSubmit}
      onInput={state.onInput}
      className={classNames('flex flex-col gap-5', className)}
    >
      {summary && (
        <ErrorSummary
          ref={state.summaryRef}
          title={summary.message ?? words.fieldErrors(summary.fields.length)}
          isAlert={summary.message !== null}
          fields={summary.fields}
          focusField={state.focusField}
        />
      )}
      {refusal ? (
        <>
          <p className="text-small text-soft">{refusal}</p>
          <fieldset disabled className="contents">
            {children}
          </fieldset>
        </>
      ) : (
        children
      )}
      <p role="status" className="sr-only">
        {state.isBusy && words.submitting}
      </p>
    </form>
  );
}

interface SubmitProps {
  state: FormState;
  variant?: 'primary' | 'secondary' | 'danger';
  className?: string;
  /** Something outside of the form has to change first; the page says what. */
  isWaiting?: boolean;
  children: ReactNode;
}

export function SubmitButton({ state, variant = 'primary', className, isWaiting = false, children }: SubmitProps) {
  const isRefused = useRefusal() !== null;
  return (
    <Button
      type="submit"
      variant={variant}
      busy={state.isBusy}
      disabled={!state.isReady || isRefused || isWaiting}
      // Before hydration, and while a request runs, it looks as it does afterwards.
      className={classNames('min-h-11', !isRefused && !isWaiting && 'disabled:opacity-100', className)}
    >
      {children}
    </Button>
  );
}
