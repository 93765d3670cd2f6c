import { PASSWORD_MIN } from '../../contract/limits.ts';
import { account } from '../messages/account.ts';
import { form as words } from '../messages/form.ts';
import { PasswordField } from '../ui/password-field.tsx';

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
