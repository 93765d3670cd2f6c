/** What both dialogs that ask who it is have in common: a code, or the password of an account that is already known. */

import { Button } from '../../kit/button.tsx';
import { PasswordField } from '../../kit/password-field.tsx';
import { CodeField } from '../forms/code-field.tsx';
import { Form, SubmitButton } from '../forms/form.tsx';
import type { FormState } from '../hooks/use-form.ts';
import { reauthentication as words } from '../messages/account.ts';
import { form as formWords } from '../messages/form.ts';

interface ProofFormProps {
  state: FormState;
  by: 'password' | 'code';
  email: string;
  passwordLabel: string;
  submitLabel: string;
  cancel: () => void;
}

/** Its values: `email` and `password`, or `code`. */
export function ProofForm({ state, by, email, passwordLabel, submitLabel, cancel }: ProofFormProps) {
  return (
    <Form key={by} state={state}>
      {by === 'code' ? (
        <CodeField autoFocus />
      ) : (
        <>
          {/* For password managers, too: whose password it is. */}
          <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label={passwordLabel}
            name="password"
            required
            autoFocus
            autoComplete="current-password"
            showLabel={formWords.show}
            hideLabel={formWords.hide}
          />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={cancel}>
          {words.cancel}
        </Button>
        <SubmitButton state={state}>{submitLabel}</SubmitButton>
      </div>
    </Form>
  );
}
