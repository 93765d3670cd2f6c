/**
 * Resetting a forgotten password: by an emailed link if the shop can send one, otherwise, or if wanted, by the answer to the security
 * question.
 */

import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useLoaderData, useNavigate } from 'react-router';
import { readResetOptions, requestResetLink, resetPassword } from '../../../contract/account-security.ts';
import { type Api, api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { createClientLoader, createServerLoader } from '../../page-loader.ts';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { account, accountSpec } from '../../shared/messages/account.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { readDevice } from '../../state/session.ts';
import { AuthLayout, inlineLink, NewPasswordField } from '../auth-layout.tsx';

/** Resets the password by the answer to the security question. */
function AnswerForm() {
  const navigate = useNavigate();
  const form = useForm({
    onSubmit: async (values) => {
      const answers = { email: readField(values, 'email'), answer: readField(values, 'answer') };
      const { message } = await api(resetPassword, {
        body: { ...answers, newPassword: readField(values, 'newPassword'), ...readDevice() },
      });
      toast.success(message);
      await navigate('/login');
      return 'leave';
    },
    onFailure: ({ code }) => {
      toast.error(accountSpec.resetFailed);
      return code === 'wrong_answer' ? account.resetFailed : undefined;
    },
  });
  const { errors } = form;

  return (
    <Form state={form}>
      <TextField
        label={account.email}
        name="email"
        error={errors.email}
        required
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField label={accountSpec.favoriteSport} name="answer" error={errors.answer} required autoComplete="off" autoCapitalize="none" />
      <NewPasswordField label={account.newPassword} name="newPassword" error={errors.newPassword} />
      <SubmitButton state={form}>{account.reset}</SubmitButton>
    </Form>
  );
}

/** Requests a link by email. The result looks the same whether or not there is an account. */
function LinkForm() {
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

const load = async (api: Api) => {
  const { byLink, byQuestion } = await api(readResetOptions);
  return { byLink, byQuestion };
};

export const loader = createServerLoader(load);
export const clientLoader = createClientLoader(load);

export const meta = createTitleMeta(account.reset);

export default function ForgetPasswordPage() {
  const { byLink, byQuestion } = useLoaderData<typeof loader>();
  const [asksForAnswer, setAsksForAnswer] = useState(!byLink);
  const answerLead = byQuestion ? account.resetLead : account.noReset;
  return (
    <AuthLayout
      title={account.reset}
      lead={asksForAnswer ? answerLead : account.linkLead}
      footer={
        <Link to="/login" className={inlineLink}>
          {account.backToLogin}
        </Link>
      }
    >
      {asksForAnswer ? byQuestion && <AnswerForm /> : <LinkForm />}
      {byLink && byQuestion && (
        <Button variant="secondary" onClick={() => setAsksForAnswer(!asksForAnswer)}>
          {asksForAnswer ? account.linkInstead : account.answerInstead}
        </Button>
      )}
    </AuthLayout>
  );
}
