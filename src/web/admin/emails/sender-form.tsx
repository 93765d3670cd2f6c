/** The name that emails come from, and where replies go. */

import { EMAIL_SENDER_MAX_LENGTH, type EmailSender, type readEmailSender, updateEmailSender } from '../../../contract/email-settings.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { api } from '../../api.ts';
import { TextField } from '../../kit/field.tsx';
import { EditConflictPanel } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { emailSender as words } from './messages.ts';

interface Loaded {
  sender: EmailSender;
  version: number;
}

function read(values: FormData) {
  const input = { name: readField(values, 'name').trim(), replyTo: readField(values, 'replyTo').trim() };
  return { typed: input, save: (version: number) => api(updateEmailSender, { body: { ...input, version } }) };
}

export function SenderForm({ loaded }: { loaded: ReplyOf<typeof readEmailSender> }) {
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot: ({ sender, version }) => ({ version, values: { ...sender } }),
    fields: { name: { label: words.name }, replyTo: { label: words.replyTo } },
    read,
    saved: words.saved,
    failed: words.saveFailed,
  });
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <TextField
        key={keyOf('name')}
        {...text('name')}
        label={words.name}
        hint={words.nameHint(loaded.from.name)}
        maxLength={EMAIL_SENDER_MAX_LENGTH}
        autoComplete="off"
      />
      <TextField
        key={keyOf('replyTo')}
        {...text('replyTo')}
        label={words.replyTo}
        hint={words.replyToHint}
        type="email"
        autoComplete="off"
      />
      <SubmitButton state={form} variant="secondary" className="self-start">
        {words.save}
      </SubmitButton>
    </Form>
  );
}
