/** Sends a test email to the user, and shows its result, for which it asks again, because the mail server answers a moment later. */
import { useEffect, useState } from 'react';
import { type Email, readEmail } from '../../../contract/email.ts';
import { sendTestEmail } from '../../../contract/email-settings.ts';
import { SECOND } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { Panel } from '../../kit/panel.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import { useSession } from '../../state/session.ts';
import { testEmail as words } from './messages.ts';

const MAX_LOOKS = 60;

function describe({ state, fault }: Email, isLast: boolean): string {
  if (state === 'sent') return words.sent;
  if (state === 'saved') return words.saved;
  if (fault) return words.failed(fault);
  return isLast ? words.slow : words.waiting;
}

export function TestEmail({ isDelivered }: { isDelivered: boolean }) {
  const session = useSession();
  const [email, setEmail] = useState<Email | null>(null);
  const [looks, setLooks] = useState(0);
  const isWaiting = email?.state === 'waiting' && !email.fault && looks < MAX_LOOKS;

  useEffect(() => {
    if (!isWaiting || !email) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const found = await api(readEmail, { params: { id: email._id }, signal: controller.signal }).catch(() => null);
      if (controller.signal.aborted) return;
      if (found) setEmail(found.email);
      setLooks(looks + 1);
    }, SECOND);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isWaiting, email, looks]);

  const form = useForm({
    onSubmit: async () => {
      setEmail(null);
      setEmail((await api(sendTestEmail)).email);
      setLooks(0);
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
        {email && describe(email, !isWaiting)}
      </p>
    </Panel>
  );
}
