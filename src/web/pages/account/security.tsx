/** What protects the account: its email address, and where it is logged in. */
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { security as words } from '../../messages/security.ts';
import { createTitleMeta } from '../../meta.ts';
import { EmailPanel } from './security/email-panel.tsx';
import { SessionsPanel } from './security/sessions-panel.tsx';

export const meta = createTitleMeta(words.title);

export default function SecurityPage() {
  return (
    <>
      <DashboardHeader title={words.title} lead={words.lead} />
      <div className="flex max-w-[48rem] flex-col gap-6">
        <EmailPanel />
        <SessionsPanel />
      </div>
    </>
  );
}
