/** How the shop writes its emails: who they come from, a test, and the words of each. */

import { useState } from 'react';
import { type Email, readEmail } from '../../../contract/email.ts';
import {
  EMAIL_SENDER_MAX_LENGTH,
  type EmailSender,
  type ListedWords,
  listEmailWords,
  readEmailSender,
  sendTestEmail,
  updateEmailSender,
} from '../../../contract/email-settings.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { SECOND } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { EditConflictPanel } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { type LoadState, useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useSession } from '../../state/session.ts';
import { BarForm, SaveBar } from '../parts/save-bar.tsx';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { settingsMenu } from '../settings/menu-messages.ts';
import { SettingsPage } from '../settings/settings-page.tsx';
import { emailSender, emailWords, testEmail } from './messages.ts';
import { WordsForm } from './words-form.tsx';

/** The name that emails come from, and where replies go. */
interface Loaded {
  sender: EmailSender;
  version: number;
}

function read(values: FormData) {
  const input = { name: readField(values, 'name').trim(), replyTo: readField(values, 'replyTo').trim() };
  return { typed: input, save: (version: number) => api(updateEmailSender, { body: { ...input, version } }) };
}

function SenderForm({ loaded }: { loaded: ReplyOf<typeof readEmailSender> }) {
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot: ({ sender, version }) => ({ version, values: { ...sender } }),
    fields: { name: { label: emailSender.name }, replyTo: { label: emailSender.replyTo } },
    read,
    saved: emailSender.saved,
    failed: emailSender.saveFailed,
  });
  return (
    <BarForm state={form}>
      <EditConflictPanel conflict={edit} />
      <TextField
        key={keyOf('name')}
        {...text('name')}
        label={emailSender.name}
        hint={emailSender.nameHint(loaded.from.name)}
        maxLength={EMAIL_SENDER_MAX_LENGTH}
        autoComplete="off"
      />
      <TextField
        key={keyOf('replyTo')}
        {...text('replyTo')}
        label={emailSender.replyTo}
        hint={emailSender.replyToHint}
        type="email"
        autoComplete="off"
      />
    </BarForm>
  );
}

/** Sends a test email to the user, and polls for its result, because the mail server answers a moment later. */
const MAX_LOOKS = 60;

function describe({ state, fault }: Email, isLast: boolean): string {
  if (state === 'sent') return testEmail.sent;
  if (state === 'saved') return testEmail.saved;
  if (fault) return testEmail.failed(fault);
  return isLast ? testEmail.slow : testEmail.waiting;
}

/** Until its result is there, or it has taken too long. */
const isWaiting = (email: Email | null, looks = 0): boolean => email?.state === 'waiting' && !email.fault && looks < MAX_LOOKS;

function TestEmail({ isDelivered }: { isDelivered: boolean }) {
  const session = useSession();
  const [sent, setSent] = useState<Email | null>(null);
  const id = sent?._id ?? '';
  const loaded: LoadState<{ email: Email; looks: number }> = useLoad(
    `test email ${id}`,
    async (call, signal) => {
      const { email } = await call(readEmail, { params: { id }, signal });
      return { email, looks: loaded.data?.email._id === id ? loaded.data.looks + 1 : 1 };
    },
    { isEnabled: sent !== null, repeat: (data) => isWaiting(data?.email ?? sent, data?.looks) && SECOND },
  );
  const last = loaded.data?.email._id === id ? loaded.data : null;
  const email = last?.email ?? sent;

  const form = useForm({
    onSubmit: async () => {
      setSent(null);
      setSent((await api(sendTestEmail)).email);
      return 'stay';
    },
  });

  return (
    <Panel title={testEmail.title} hint={session ? testEmail.hint(session.user.email) : ''}>
      {!isDelivered && <p className="mb-4">{testEmail.toFiles}</p>}
      <Form state={form} label={testEmail.title}>
        <SubmitButton state={form} variant="secondary" className="self-start">
          {testEmail.send}
        </SubmitButton>
      </Form>
      <p role="status" className="mt-3 wrap-anywhere empty:hidden">
        {email && describe(email, !isWaiting(email, last?.looks))}
      </p>
    </Panel>
  );
}

const hasOwnWords = ({ words: { subject, opening, closing } }: ListedWords) => `${subject}${opening}${closing}` !== '';

const createColumns = (edit: (email: ListedWords) => void): Column<ListedWords>[] => [
  { header: emailWords.email, cell: ({ kind }) => <span className="font-[560]">{emailWords.kinds[kind]}</span> },
  { header: emailWords.subject, cell: (email) => <bdi className="wrap-anywhere">{email.words.subject || email.defaults.subject}</bdi> },
  {
    header: emailWords.words,
    cell: (email) =>
      hasOwnWords(email) ? <Badge tone="accent">{emailWords.own}</Badge> : <Badge tone="quiet">{emailWords.original}</Badge>,
  },
  {
    header: emailWords.action,
    isEndAligned: true,
    cell: (email) => (
      <Button variant="secondary" size="small" aria-label={emailWords.editLabel(emailWords.kinds[email.kind])} onClick={() => edit(email)}>
        {emailWords.edit}
      </Button>
    ),
  },
];

const skeleton = (
  <PanelSkeleton className="h-200">
    <FieldsSkeleton fields={9} />
  </PanelSkeleton>
);

export const meta = createTitleMeta(settingsMenu.templates);

export default function TemplatesPage() {
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
    <SettingsPage title={settingsMenu.templates}>
      <AsyncContent state={loaded} skeleton={skeleton}>
        {({ sender, emails }) => (
          <SaveBar>
            <Panel title={emailSender.title} hint={emailSender.hint(sender.from.address)}>
              <SenderForm loaded={sender} />
            </Panel>
            <TestEmail isDelivered={sender.isDelivered} />
            <Panel title={emailWords.title} hint={emailWords.hint}>
              <DataTable caption={emailWords.title} columns={createColumns(setEdited)} rows={emails} getRowKey={({ kind }) => kind} />
            </Panel>
          </SaveBar>
        )}
      </AsyncContent>
      {edited && (
        <Dialog title={emailWords.kinds[edited.kind]} close={close} closeLabel={common.close} variant="sheet">
          <WordsForm email={edited} close={close} />
        </Dialog>
      )}
    </SettingsPage>
  );
}
