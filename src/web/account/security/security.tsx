/** The account's security: email address, two-step login, security question and sessions; and the customer's personal data. */
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { changeAnswer, readAnswer, readResetOptions } from '../../../contract/account-security.ts';
import { eraseOwnAccount, exportOwnData } from '../../../contract/privacy.ts';
import { api } from '../../api.ts';
import { TextField } from '../../kit/field.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { accountSpec, privacy } from '../../shared/messages/account.ts';
import { security as words } from '../../shared/messages/security.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { PersonalDataPanel } from '../../shared/personal-data-panel.tsx';
import { clearSession, useSession } from '../../state/session.ts';
import { EmailPanel } from './email-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** Nothing, not even a gap, in a shop where answers can't reset passwords. */
function AnswerPanel() {
  const loaded = useLoad('security answer', async (it, signal) => {
    const [options, { isSet }] = await Promise.all([it(readResetOptions, { signal }), it(readAnswer, { signal })]);
    return { ...options, isSet };
  });
  if (loaded.data && !loaded.data.byQuestion) return null;
  return (
    <AsyncContent state={loaded} skeleton={<Skeleton className="h-48 rounded-card" />}>
      {({ byLink, isSet }) => <AnswerForm byLink={byLink} isSet={isSet} reload={loaded.reload} />}
    </AsyncContent>
  );
}

function AnswerForm({ byLink, isSet, reload }: { byLink: boolean; isSet: boolean; reload: () => Promise<void> }) {
  const form = useForm({
    onSubmit: async (values) => {
      await api(changeAnswer, { body: { answer: readField(values, 'answer') } });
      toast.success(words.answerSaved);
      form.ref.current?.reset();
      await reload();
      return 'stay';
    },
  });
  return (
    <Panel title={words.answer}>
      {!isSet && <p className="-mt-2 mb-4 font-[560] text-caution">{byLink ? words.noAnswerWithLink : words.noAnswer}</p>}
      <Form state={form}>
        <TextField
          label={accountSpec.favoriteSport}
          name="answer"
          hint={byLink ? words.answerHintWithLink : isSet ? words.answerHint : words.firstAnswerHint}
          error={form.errors.answer}
          required
          autoComplete="off"
          autoCapitalize="none"
        />
        <SubmitButton state={form} className="self-start px-6">
          {words.saveAnswer}
        </SubmitButton>
      </Form>
    </Panel>
  );
}

export const meta = createTitleMeta(words.title);

export default function SecurityPage() {
  const navigate = useNavigate();
  const session = useSession();

  const deleteAccount = async () => {
    await api(eraseOwnAccount);
    toast.success(privacy.deleted);
    // Leaves first: without a session this page would redirect to the login.
    await navigate('/');
    clearSession();
  };

  return (
    <>
      <DashboardHeader title={words.title} lead={words.lead} />
      <div className="flex max-w-[48rem] flex-col gap-6">
        <EmailPanel />
        {/* An answer never resets the password of somebody who works here. */}
        {session && session.user.role !== 1 && <AnswerPanel />}
        <SecondFactorPanel />
        <SessionsPanel />
        <PersonalDataPanel
          title={privacy.yourData}
          hint={privacy.yourDataHint}
          download={privacy.download}
          fileName={privacy.fileName}
          load={() => api(exportOwnData)}
          question={privacy.confirmDelete}
          questionHint={privacy.confirmDeleteHint}
          onDelete={deleteAccount}
          notDeletable={session?.user.role === 1 ? privacy.teamHint : undefined}
        />
      </div>
    </>
  );
}
