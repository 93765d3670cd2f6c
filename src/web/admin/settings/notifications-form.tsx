/** Who is told by email of new orders, and how often. */

import { type Notifications, type readNotifications, updateNotifications } from '../../../contract/email.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { api } from '../../api.ts';
import { SwitchField, TextField } from '../../kit/field.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { formatSwitch, useVersionedForm } from '../parts/use-versioned-form.ts';
import { notifications as words } from './messages.ts';

type Loaded = Pick<ReplyOf<typeof readNotifications>, 'notifications' | 'version'>;

const toValues = ({ email, eachOrder, dailySummary }: Notifications): Record<string, string> => ({
  email,
  eachOrder: formatSwitch(eachOrder),
  dailySummary: formatSwitch(dailySummary),
});

const toSnapshot = ({ notifications, version }: Loaded): Snapshot => ({ version, values: toValues(notifications) });

function read(values: FormData) {
  const input = {
    email: readField(values, 'email').trim(),
    eachOrder: values.has('eachOrder'),
    dailySummary: values.has('dailySummary'),
  };
  return { typed: toValues(input), save: (version: number) => api(updateNotifications, { body: { ...input, version } }) };
}

export function NotificationsForm({ loaded }: { loaded: Loaded }) {
  const { form, edit, keyOf, text, toggle } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: { email: { label: words.email }, eachOrder: { label: words.eachOrder }, dailySummary: { label: words.dailySummary } },
    read,
    saved: words.saved,
    failed: words.saveFailed,
  });
  return (
    <Form state={form} className="gap-5">
      <EditConflictPanel conflict={edit} />
      <TextField key={keyOf('email')} {...text('email')} label={words.email} hint={words.emailHint} type="email" autoComplete="off" />
      <SwitchField key={keyOf('eachOrder')} {...toggle('eachOrder')} label={words.eachOrder} hint={words.eachOrderHint} />
      <SwitchField key={keyOf('dailySummary')} {...toggle('dailySummary')} label={words.dailySummary} hint={words.dailySummaryHint} />
      <SubmitButton state={form} variant="secondary" className="self-start">
        {words.save}
      </SubmitButton>
    </Form>
  );
}
