/** Sends a test email to the user, and shows its result, for which it asks again, because the mail server answers a moment later. */
import { useState } from 'react';
import { type Email, readEmail } from '../../../contract/email.ts';
import { sendTestEmail } from '../../../contract/email-settings.ts';
import { SECOND } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { Panel } from '../../kit/panel.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import { type LoadState, useLoad } from '../../shared/hooks/use-load.ts';
import { useSession } from '../../state/session.ts';
import { testEmail as words } from './messages.ts';

const MAX_LOOKS = 60;

function describe({ state, fault }: Email, isLast: boolean): string {
  if (state === 'sent') return words.sent;
  if (state === 'saved') return words.saved;
  if (fault) return words.failed(fault);
  return isLast ? words.slow : words.waiting;
}

/** Until its result is there, or it has taken too long. */
const isWaiting = (email: Email | null, looks = 0): boolean => email?.state === 'waiting' && !email.fault && looks < MAX_LOOKS;

export function TestEmail({ isDelivered }: { isDelivered: boolean }) {
  const session = useSession();
  const [sent, setSent] = useState<Email | null>(null);
  const id = sent?._id ?? '';
  const loaded: LoadState<{ email: Email; looks: number }> = useLoad(
    `test email ${id}`,
    async (call, signal) => {
      const { email } = await call(readEmail, { params: { id }, signal });
      return { email, looks: loaded.data?.email._id === id ? loaded.data.looks + 1 : 1 };
    },
    { isEnabled: sent !== null, repeat: (data) => isWaiting(data?.email ?? sent, data?.looks) && SECOND },
  );
  const last = loaded.data?.email._id === id ? loaded.data : null;
  const email = last?.email ?? sent;

  const form = useForm({
    onSubmit: async () => {
      setSent(null);
      setSent((await api(sendTestEmail)).email);
      return 'stay';
    },
  });

  return (
    <Panel title={words.title} hint={session ? words.hint(session.user.email) : ''}>
      {!isDelivered && <p className="mb-4">{words.toFiles}</p>}
      <Form state={form} label={words.title}>
        <SubmitButton state={form} variant="secondary" className="self-start">
          {words.send}
        </SubmitButton>
      </Form>
      <p role="status" className="mt-3 wrap-anywhere empty:hidden">
        {email && describe(email, !isWaiting(email, last?.looks))}
      </p>
    </Panel>
  );
}
