/** The session has ended while a page is open: whoever it was of logs in over it, and goes on where they were. */
import { useEffect, useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { useSession } from '../../state/session.ts';
import { useLogin } from '../hooks/use-login.ts';
import { account, reauthentication as words } from '../messages/account.ts';
import { ProofForm } from './proof-form.tsx';

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
  return (
    <Dialog title={words.loginTitle} close={cancel} closeLabel={words.cancel}>
      <p className="mb-5 text-soft wrap-anywhere">{words.loginHint(email)}</p>
      <ProofForm
        state={isCodeNeeded ? codeForm : passwordForm}
        by={isCodeNeeded ? 'code' : 'password'}
        email={email}
        passwordLabel={account.password}
        submitLabel={words.logIn}
        cancel={cancel}
      />
    </Dialog>
  );
}
