/** A password field with a button to show the password. */
import { type ComponentProps, useState } from 'react';
import { Field } from './field.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  showLabel: string;
  hideLabel: string;
}

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
