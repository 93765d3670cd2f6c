/** Requests a link by email. The result looks the same whether or not there is an account. */
import { useState } from 'react';
import { requestResetLink } from '../../../contract/account-security.ts';
import { api } from '../../api.ts';
import { TextField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { account } from '../../shared/messages/account.ts';

export function LinkForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    onSubmit: async (values) => {
      const email = readField(values, 'email').trim();
      await api(requestResetLink, { body: { email } });
      setSentTo(email);
      return 'stay';
    },
  });
  if (sentTo) {
    return (
      <div role="status" className="flex flex-col gap-2 rounded-card bg-accent-ground p-4">
        <p className="font-[560]">{account.linkSent}</p>
        <p className="break-words">{account.linkSentHint(sentTo)}</p>
        <p className="text-small text-soft">{account.linkNotSent}</p>
      </div>
    );
  }
  return (
    <Form state={form}>
      <TextField
        label={account.email}
        name="email"
        error={form.errors.email}
        required
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitButton state={form}>{account.sendLink}</SubmitButton>
    </Form>
  );
}
