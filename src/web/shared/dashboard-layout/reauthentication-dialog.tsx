/** Asks for the password, a code or a login, where a call needs it again; the call is then made once more. */
import { useEffect, useRef, useState } from 'react';
import { reauthenticate } from '../../../contract/auth.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { type Proof, provideReauthenticationPrompt } from '../../state/reauthentication.ts';
import { useSession } from '../../state/session.ts';
import { readField, useForm } from '../hooks/use-form.ts';
import { reauthentication as words } from '../messages/account.ts';
import { LogInAgainDialog } from './log-in-again-dialog.tsx';
import { ProofForm } from './proof-form.tsx';

type Answer = (isProven: boolean) => void;

export function ReauthenticationDialog() {
  const [proof, setProof] = useState<Proof | null>(null);
  // Several calls at once wait for one answer.
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
