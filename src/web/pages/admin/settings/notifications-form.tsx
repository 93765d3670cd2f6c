/** Who is told by email of new orders, and how often. */
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { type Notifications, type readNotifications, updateNotifications } from '../../../../contract/notifications.ts';
import { api } from '../../../api.ts';
import { useTrackUnsavedChanges } from '../../../components/dashboard-layout/unsaved-changes.tsx';
import { EditConflictPanel } from '../../../components/edit-conflict-panel.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readCurrent, type Snapshot, useEditConflict } from '../../../hooks/use-edit-conflict.ts';
import { readField, useForm } from '../../../hooks/use-form.ts';
import { settings as settingsWords, notifications as words } from '../../../messages/admin.ts';
import { markSaved } from '../../../state/unsaved-changes.ts';
import { TextField } from '../../../ui/field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';

type Loaded = Pick<ReplyOf<typeof readNotifications>, 'notifications' | 'version'>;

const toText = (isOn: boolean) => (isOn ? settingsWords.on : settingsWords.off);

const toValues = ({ email, eachOrder, dailySummary }: Notifications): Record<string, string> => ({
  email,
  eachOrder: toText(eachOrder),
  dailySummary: toText(dailySummary),
});

const toSnapshot = ({ notifications, version }: Loaded): Snapshot => ({ version, values: toValues(notifications) });

export function NotificationsForm({ loaded }: { loaded: Loaded }) {
  const edit = useEditConflict(toSnapshot(loaded), {
    email: { label: words.email },
    eachOrder: { label: words.eachOrder },
    dailySummary: { label: words.dailySummary },
  });
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const input = {
        email: readField(values, 'email').trim(),
        eachOrder: values.has('eachOrder'),
        dailySummary: values.has('dailySummary'),
      };
      const saved = await api(updateNotifications, { body: { ...input, version: edit.base.version } }).catch((error) => {
        const current = readCurrent<ReplyOf<typeof readNotifications>>(error);
        if (current) edit.rebase(toValues(input), toSnapshot(current));
        throw error;
      });
      edit.reset(toValues(input), toSnapshot(saved));
      markSaved(form.ref.current, values);
      toast.success(words.saved);
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.saveFailed);
      return undefined;
    },
  });
  useTrackUnsavedChanges(form.ref);
  const isOn = (name: string) => edit.field(name).value === settingsWords.on;
  return (
    <Form state={form} className="gap-5">
      <EditConflictPanel conflict={edit} />
      <TextField
        key={edit.field('email').key}
        label={words.email}
        hint={words.emailHint}
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={edit.field('email').value}
        error={form.errors.email}
      />
      <SwitchField
        key={edit.field('eachOrder').key}
        label={words.eachOrder}
        hint={words.eachOrderHint}
        name="eachOrder"
        defaultChecked={isOn('eachOrder')}
      />
      <SwitchField
        key={edit.field('dailySummary').key}
        label={words.dailySummary}
        hint={words.dailySummaryHint}
        name="dailySummary"
        defaultChecked={isOn('dailySummary')}
      />
      <SubmitButton state={form} variant="secondary" className="self-start">
        {words.save}
      </SubmitButton>
    </Form>
  );
}
