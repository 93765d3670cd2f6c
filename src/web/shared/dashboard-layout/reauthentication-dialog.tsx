/** Asks for the password, a code or a login, where a call needs it again; the call is then made once more. */

import { useEffect, useRef, useState } from 'react';
import { reauthenticate } from '../../../contract/auth.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { PasswordField } from '../../kit/field.tsx';
import { type Proof, provideReauthenticationPrompt, useSession } from '../../state/session.ts';
import { CodeField, Form, SubmitButton } from '../forms/form.tsx';
import { type FormState, readField, useForm } from '../hooks/use-form.ts';
import { useLogin } from '../hooks/use-login.ts';
import { account, reauthentication as words } from '../messages/account.ts';
import { form as formWords } from '../messages/form.ts';

/** Shared by both dialogs: asks for a code, or for the password of the known account. */
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

/**
 * Shown when the session ends while a page is open: its user logs in again and continues. `answer` gets whether the same person is logged in
 * again, here or in another tab.
 */
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

type Answer = (isProven: boolean) => void;

export function ReauthenticationDialog() {
  const [proof, setProof] = useState<Proof | null>(null);
  // Several calls at once share one dialog.
  const waiting = useRef<Answer[]>([]);

  const answer: Answer = (isProven) => {
    setProof(null);
    for (const resolve of waiting.current.splice(0)) resolve(isProven);
  };

  useEffect(() => {
    const withdraw = provideReauthenticationPrompt((by) => {
      setProof(by);
      return new Promise((resolve) => waiting.current.push(resolve));
    });
    return () => {
      withdraw();
      for (const resolve of waiting.current.splice(0)) resolve(false);
    };
  }, []);

  if (proof === 'login') return <LogInAgainDialog answer={answer} />;
  return proof && <ProofDialog proof={proof} answer={answer} />;
}

function ProofDialog({ proof, answer }: { proof: Exclude<Proof, 'login'>; answer: Answer }) {
  const session = useSession();
  const form = useForm({
    onSubmit: async (values) => {
      await api(reauthenticate, { body: { [proof]: readField(values, proof) } });
      answer(true);
      return 'leave';
    },
  });
  const cancel = () => answer(false);
  return (
    <Dialog title={words.title} close={cancel} closeLabel={words.cancel}>
      <p className="mb-5 text-soft">{words.hint[proof]}</p>
      <ProofForm
        state={form}
        by={proof}
        email={session?.user.email ?? ''}
        passwordLabel={words.password}
        submitLabel={words.confirm}
        cancel={cancel}
      />
    </Dialog>
  );
}
