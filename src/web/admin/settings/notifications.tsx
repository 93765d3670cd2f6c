/** Who gets emails about new orders, and how often. */

import { type Notifications, readNotifications, updateNotifications } from '../../../contract/email.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { api } from '../../api.ts';
import { SwitchField, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { BarForm, SaveBar } from '../parts/save-bar.tsx';
import { formatSwitch, useVersionedForm } from '../parts/use-versioned-form.ts';
import { settingsMenu } from './menu-messages.ts';
import { notifications as words } from './messages.ts';
import { SettingsPage } from './settings-page.tsx';

export const meta = createTitleMeta(settingsMenu.notifications);

const skeleton = (
  <PanelSkeleton className="h-80">
    <FieldsSkeleton fields={3} />
  </PanelSkeleton>
);

export default function NotificationSettings() {
  return (
    <SettingsPage title={settingsMenu.notifications} lead={words.hint}>
      <NotificationPanel />
    </SettingsPage>
  );
}

function NotificationPanel() {
  const loaded = useLoad('notifications', (it, signal) => it(readNotifications, { signal }));
  return (
    <AsyncContent state={loaded} skeleton={skeleton}>
      {(notifications) => (
        <SaveBar>
          <NotificationsForm loaded={notifications} />
        </SaveBar>
      )}
    </AsyncContent>
  );
}

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

function NotificationsForm({ loaded }: { loaded: Loaded }) {
  const { form, edit, keyOf, text, toggle } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: { email: { label: words.email }, eachOrder: { label: words.eachOrder }, dailySummary: { label: words.dailySummary } },
    read,
    saved: words.saved,
    failed: words.saveFailed,
  });
  return (
    <Panel title={words.title}>
      <BarForm state={form}>
        <EditConflictPanel conflict={edit} />
        <TextField key={keyOf('email')} {...text('email')} label={words.email} hint={words.emailHint} type="email" autoComplete="off" />
        <SwitchField key={keyOf('eachOrder')} {...toggle('eachOrder')} label={words.eachOrder} hint={words.eachOrderHint} />
        <SwitchField key={keyOf('dailySummary')} {...toggle('dailySummary')} label={words.dailySummary} hint={words.dailySummaryHint} />
      </BarForm>
    </Panel>
  );
}
