/** How the shop writes its emails: who they come from, a test, and the words of each. */
import { useState } from 'react';
import { type ListedWords, listEmailWords, readEmailSender } from '../../../contract/email-settings.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { adminNav } from '../messages.ts';
import { EmailTabs } from './email-tabs.tsx';
import { emailSender, emailWords as words } from './messages.ts';
import { SenderForm } from './sender-form.tsx';
import { TestEmail } from './test-email.tsx';
import { WordsForm } from './words-form.tsx';

const hasOwnWords = ({ words: { subject, opening, closing } }: ListedWords) => `${subject}${opening}${closing}` !== '';

const createColumns = (edit: (email: ListedWords) => void): Column<ListedWords>[] => [
  { header: words.email, cell: ({ kind }) => <span className="font-[560]">{words.kinds[kind]}</span> },
  { header: words.subject, cell: (email) => <bdi className="wrap-anywhere">{email.words.subject || email.defaults.subject}</bdi> },
  {
    header: words.words,
    cell: (email) => (hasOwnWords(email) ? <Badge tone="accent">{words.own}</Badge> : <Badge tone="quiet">{words.original}</Badge>),
  },
  {
    header: words.action,
    isEndAligned: true,
    cell: (email) => (
      <Button variant="secondary" size="small" aria-label={words.editLabel(words.kinds[email.kind])} onClick={() => edit(email)}>
        {words.edit}
      </Button>
    ),
  },
];

const skeleton = (
  <PanelSkeleton className="h-200">
    <FieldsSkeleton fields={9} />
  </PanelSkeleton>
);

export function EmailSettings() {
  const [edited, setEdited] = useState<ListedWords | null>(null);
  const loaded = useLoad('email settings', async (it, signal) => {
    const [sender, { emails }] = await Promise.all([it(readEmailSender, { signal }), it(listEmailWords, { signal })]);
    return { sender, emails };
  });
  const close = () => {
    setEdited(null);
    void loaded.reload();
  };
  return (
    <>
      <DashboardHeader title={adminNav.emails} />
      <EmailTabs current="settings" />
      <AsyncContent state={loaded} skeleton={skeleton}>
        {({ sender, emails }) => (
          <div className="flex max-w-[48rem] flex-col gap-4">
            <Panel title={emailSender.title} hint={emailSender.hint(sender.from.address)}>
              <SenderForm loaded={sender} />
            </Panel>
            <TestEmail isDelivered={sender.isDelivered} />
            <Panel title={words.title} hint={words.hint}>
              <DataTable caption={words.title} columns={createColumns(setEdited)} rows={emails} getRowKey={({ kind }) => kind} />
            </Panel>
          </div>
        )}
      </AsyncContent>
      {edited && (
        <Dialog title={words.kinds[edited.kind]} close={close} closeLabel={common.close} variant="sheet">
          <WordsForm email={edited} close={close} />
        </Dialog>
      )}
    </>
  );
}
