import { PASSWORD_MIN } from '../../contract/auth.ts';
import { account, form as words } from '../messages/account.ts';
import { PasswordField } from '../ui/password-field.tsx';

/** A password that is chosen: says what it must have, and can be looked at. */
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
