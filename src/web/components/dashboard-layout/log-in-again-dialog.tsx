/** The session has ended while a page is open: whoever it was of logs in over it, and goes on where they were. */
import { useEffect, useState } from 'react';
import { useLogin } from '../../hooks/use-login.ts';
import { account, reauthentication as words } from '../../messages/account.ts';
import { form as formWords } from '../../messages/form.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CodeField } from '../code-field.tsx';
import { Form, SubmitButton } from '../form.tsx';

/** `answer` is told whether the same person is logged in again, here or in another tab. */
export function LogInAgainDialog({ answer }: { answer: (isLoggedIn: boolean) => void }) {
  const session = useSession();
  const [ended] = useState(session);
  const email = ended?.user.email ?? '';
  const { passwordForm, codeForm, isCodeNeeded } = useLogin({
    onLoggedIn: () => answer(true),
    onFailure: ({ code }) => (code === 'invalid_credentials' ? words.wrongPassword : undefined),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another login is an answer
  useEffect(() => {
    if (session && session.token !== ended?.token) answer(session.user.email === email);
  }, [session?.token]);

  const cancel = () => answer(false);
  const state = isCodeNeeded ? codeForm : passwordForm;
  return (
    <Dialog title={words.loginTitle} close={cancel} closeLabel={words.cancel}>
      <p className="mb-5 text-soft wrap-anywhere">{words.loginHint(email)}</p>
      <Form key={String(isCodeNeeded)} state={state}>
        {isCodeNeeded ? <CodeField autoFocus /> : <Credentials email={email} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={cancel}>
            {words.cancel}
          </Button>
          <SubmitButton state={state}>{words.logIn}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function Credentials({ email }: { email: string }) {
  return (
    <>
      {/* For password managers, too: whose password it is. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={account.password}
        name="password"
        required
        autoFocus
        autoComplete="current-password"
        showLabel={formWords.show}
        hideLabel={formWords.hide}
      />
    </>
  );
}
