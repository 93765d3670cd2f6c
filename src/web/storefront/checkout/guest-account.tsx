/** An account after the payment, by one field: everything else is in the order. */
import { useState } from 'react';
import { readResetOptions } from '../../../contract/account-security.ts';
import { createAddress } from '../../../contract/address.ts';
import { login } from '../../../contract/auth.ts';
import { claimGuestOrder, createGuestAccount, readGuestOrder } from '../../../contract/guest-order.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../contract/limits.ts';
import type { Order } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { PasswordField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { account } from '../../shared/messages/account.ts';
import { form as formWords } from '../../shared/messages/form.ts';
import { readDevice, saveDevice, saveSession, useSession } from '../../state/session.ts';
import { checkoutSuccess as words } from './messages.ts';

/** The account is there: what else would be convenient holds nobody up. */
async function tryAll(...calls: (() => Promise<unknown>)[]): Promise<void> {
  for (const call of calls) await call().catch((error: unknown) => console.error(error));
}

export function GuestAccount({ order: { _id: id, shipTo }, signature }: { order: Order; signature: string }) {
  const hasSession = useSession() !== null;
  const [done, setDone] = useState<string | null>(null);
  /** Nothing but an answer could reset a forgotten password. */
  const [needsAnswer, setNeedsAnswer] = useState(false);
  const form = useForm({
    onSubmit: async (values) => {
      const password = readField(values, 'password');
      const { isConfirmationNeeded } = await api(createGuestAccount, { params: { id }, body: { signature, password } });
      if (!isConfirmationNeeded) {
        const { order } = await api(readGuestOrder, { params: { id }, body: { signature } });
        const { user, token, device } = await api(login, { body: { email: order.email, password, ...readDevice() } });
        // First, so that it stays when the session draws the page anew.
        setDone(words.accountDone);
        saveSession({ user, token });
        saveDevice(device);
        await tryAll(
          () => api(claimGuestOrder, { params: { id }, body: { signature } }),
          async () => shipTo && api(createAddress, { body: shipTo }),
          async () => {
            const { byLink, byQuestion } = await api(readResetOptions);
            setNeedsAnswer(byQuestion && !byLink);
          },
        );
      } else setDone(words.accountConfirm);
      return 'stay';
    },
  });
  if (hasSession && !done) return null;
  return (
    <section aria-label={words.accountTitle} className="mx-auto mt-6 max-w-text rounded-card border border-line bg-raised p-6 print:hidden">
      <h2 className="text-title">{words.accountTitle}</h2>
      {done ? (
        <>
          <p role="status" className="mt-2">
            {done}
          </p>
          {needsAnswer && (
            <>
              <p className="mt-4 mb-3 text-soft">{words.answerHint}</p>
              <LinkButton to="/dashboard/user/security" variant="secondary">
                {words.answerQuestion}
              </LinkButton>
            </>
          )}
        </>
      ) : (
        <>
          <p className="mt-1 mb-4 text-soft">{words.accountHint}</p>
          <Form state={form} label={words.accountTitle}>
            <PasswordField
              label={account.password}
              name="password"
              required
              minLength={PASSWORD_MIN}
              maxLength={PASSWORD_MAX}
              autoComplete="new-password"
              hint={account.passwordHint(PASSWORD_MIN)}
              error={form.errors.password}
              showLabel={formWords.show}
              hideLabel={formWords.hide}
            />
            <SubmitButton state={form} className="self-start">
              {words.createAccount}
            </SubmitButton>
          </Form>
        </>
      )}
    </section>
  );
}
