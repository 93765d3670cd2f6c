/**
 * Resetting a forgotten password: by an emailed link if the shop can send one, otherwise, or if wanted, by the answer to the security
 * question.
 */
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { readResetOptions } from '../../../contract/account-security.ts';
import type { Api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Link } from '../../kit/link.tsx';
import { createClientLoader, createServerLoader } from '../../page-loader.ts';
import { account } from '../../shared/messages/account.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { AuthLayout, inlineLink } from '../auth-layout.tsx';
import { AnswerForm } from './answer-form.tsx';
import { LinkForm } from './link-form.tsx';

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
