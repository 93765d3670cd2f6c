import { PASSWORD_MIN } from '../../contract/limits.ts';
import { PasswordField } from '../kit/password-field.tsx';
import { account } from '../shared/messages/account.ts';
import { form as words } from '../shared/messages/form.ts';

/** A field to choose a new password, with its rules and a button to show it. */
export function NewPasswordField({ label, name, error }: { label: string; name: string; error: string | undefined }) {
  return (
    <PasswordField
      label={label}
      name={name}
      hint={account.passwordHint(PASSWORD_MIN)}
      error={error}
      required
      autoComplete="new-password"
      showLabel={words.show}
      hideLabel={words.hide}
    />
  );
}
