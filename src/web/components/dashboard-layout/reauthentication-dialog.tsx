/** Asks for the password or a code when a call requires it; the call is then made again. */
import { useEffect, useRef, useState } from 'react';
import { reauthenticate } from '../../../contract/auth.ts';
import { api } from '../../api.ts';
import { readField, useForm } from '../../hooks/use-form.ts';
import { reauthentication as words } from '../../messages/account.ts';
import { form as formWords } from '../../messages/form.ts';
import { type Proof, provideReauthenticationPrompt } from '../../state/reauthentication.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CodeField } from '../code-field.tsx';
import { Form, SubmitButton } from '../form.tsx';

type Answer = (isProven: boolean) => void;

export function ReauthenticationDialog() {
  const [proof, setProof] = useState<Proof | null>(null);
  // If several calls require it at once, they wait for the same answer.
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

  return proof && <ProofDialog proof={proof} answer={answer} />;
}

function ProofDialog({ proof, answer }: { proof: Proof; answer: Answer }) {
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
      <Form state={form}>
        {proof === 'code' ? <CodeField autoFocus /> : <PresentPassword email={session?.user.email ?? ''} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={cancel}>
            {words.cancel}
          </Button>
          <SubmitButton state={form}>{words.confirm}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function PresentPassword({ email }: { email: string }) {
  return (
    <>
      {/* For password managers: whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={words.password}
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
