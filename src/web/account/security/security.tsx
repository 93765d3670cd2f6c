/** What protects the account: its email address, the second step of its login, and where it is logged in; and what the shop keeps of its owner. */
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { eraseOwnAccount, exportOwnData } from '../../../contract/privacy.ts';
import { api } from '../../api.ts';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { privacy } from '../../shared/messages/privacy.ts';
import { security as words } from '../../shared/messages/security.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { PersonalDataPanel } from '../../shared/personal-data-panel.tsx';
import { clearSession, useSession } from '../../state/session.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

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
