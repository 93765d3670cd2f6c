/**
 * Resetting a forgotten password: by an emailed link if the shop can send one, otherwise, or if wanted, by the answer to the security
 * question.
 */
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { readResetOptions } from '../../../contract/reset-password.ts';
import type { Api } from '../../api.ts';
import { AuthLayout, inlineLink } from '../../components/auth-layout.tsx';
import { account } from '../../messages/account.ts';
import { createTitleMeta } from '../../meta.ts';
import { createClientLoader, createServerLoader } from '../../page-loader.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { AnswerForm } from './forget-password/answer-form.tsx';
import { LinkForm } from './forget-password/link-form.tsx';

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
