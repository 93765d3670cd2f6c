/** The mail server: typed in or by a preset, tried by a test message that says how far it got, and saved once its login works. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  connectEmail,
  disconnectEmail,
  type EmailConnection,
  MAIL_SECURITIES,
  readEmailConnection,
} from '../../../contract/connections.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { PasswordField, SelectField, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { EditConflictPanel } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useShop } from '../../shared/shop-data.ts';
import { useRevalidateShop, useVersionedForm } from '../parts/use-versioned-form.ts';
import { connection as common, mailServer as words } from './connection-messages.ts';
import { MAIL_PRESETS } from './mail-services.ts';
import { type FormRef, readServer, TestPanel } from './mail-test.tsx';
import { settingsMenu } from './menu-messages.ts';
import { KeyLostNotice, OwnerSettingsPage, ServerPanel } from './settings-page.tsx';

export const meta = createTitleMeta(settingsMenu.mailServer);

export default function MailServerPage() {
  return (
    <OwnerSettingsPage title={settingsMenu.mailServer} lead={words.lead}>
      <MailServer />
    </OwnerSettingsPage>
  );
}

function MailServer() {
  const loaded = useLoad('email connection', (it, signal) => it(readEmailConnection, { signal }));
  return (
    <AsyncContent
      state={loaded}
      skeleton={
        <PanelSkeleton className="h-200">
          <FieldsSkeleton fields={7} />
        </PanelSkeleton>
      }
    >
      {({ connection }) =>
        connection.server ? (
          <ServerPanel title={words.title} hasSaved={connection.saved !== null}>
            {words.serverText(connection.server.host, connection.server.sender)}
          </ServerPanel>
        ) : (
          <div className="flex flex-col gap-4">
            {connection.problem && <KeyLostNotice />}
            <MailServerForm key={connection.saved ? 'saved' : 'none'} loaded={connection} reload={loaded.reload} />
          </div>
        )
      }
    </AsyncContent>
  );
}

type Loaded = { connection: EmailConnection };

/** `contact`: the shop's own address, from which emails usually come. */
const toValues = ({ saved }: EmailConnection, contact: string): Record<string, string> => ({
  host: saved?.host ?? '',
  port: String(saved?.port ?? 465),
  security: saved?.security ?? 'tls',
  user: saved?.user ?? '',
  sender: saved?.sender ?? contact,
});

function read(values: FormData) {
  const { password, ...typed } = readServer(values);
  const save = (version: number) => api(connectEmail, { body: { ...typed, ...(password && { password }), version } });
  return { typed: { ...typed, port: String(typed.port) }, save };
}

/** Writes a service's server into the fields, as if it had been typed. */
function fillIn(form: HTMLFormElement | null, name: string): string {
  const preset = MAIL_PRESETS.find((it) => it.name === name);
  if (!form || !preset) return '';
  for (const field of ['host', 'port', 'security'] as const) {
    const control = form.elements.namedItem(field);
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = String(preset[field]);
  }
  return preset.hint;
}

function MailServerForm({ loaded, reload }: { loaded: EmailConnection; reload: () => Promise<void> }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const { email: contact } = useShop().settings.shop;
  const revalidate = useRevalidateShop();
  /** Pages say whether emails have links. */
  const refresh = async () => {
    await reload();
    await revalidate();
  };
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded: { connection: loaded },
    toSnapshot: ({ connection }) => ({ version: connection.version, values: toValues(connection, contact) }),
    fields: {
      host: { label: words.host },
      port: { label: words.port },
      security: { label: words.security, format: (value) => words.securities[value as keyof typeof words.securities] ?? value },
      user: { label: words.user },
      sender: { label: words.sender },
    },
    read,
    saved: words.saved,
    failed: words.saveFailed,
    onSaved: () => void refresh(),
  });
  const remove = async () => {
    await api(disconnectEmail, { body: {} });
    setIsRemoving(false);
    toast.success(words.disconnected);
    await refresh();
  };
  return (
    <>
      <Panel title={words.title}>
        {!loaded.saved && <p className="mb-4">{words.none}</p>}
        <Form state={form}>
          <EditConflictPanel conflict={edit} />
          <PresetField form={form.ref} host={loaded.saved?.host ?? null} />
          <TextField
            key={keyOf('host')}
            {...text('host')}
            label={words.host}
            hint={words.hostHint}
            maxLength={253}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            required
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              key={keyOf('port')}
              {...text('port')}
              label={words.port}
              inputMode="numeric"
              maxLength={5}
              autoComplete="off"
              required
            />
            <SelectField key={keyOf('security')} {...text('security')} label={words.security}>
              {MAIL_SECURITIES.map((security) => (
                <option key={security} value={security}>
                  {words.securities[security]}
                </option>
              ))}
            </SelectField>
          </div>
          <TextField
            key={keyOf('user')}
            {...text('user')}
            label={words.user}
            hint={words.userHint}
            maxLength={320}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
          />
          <PasswordField
            name="password"
            label={words.password}
            hint={loaded.saved?.hasPassword ? words.passwordKept : words.passwordHint}
            error={form.errors.password}
            showLabel={common.show}
            hideLabel={common.hide}
            maxLength={1000}
            autoComplete="new-password"
          />
          <TextField
            key={keyOf('sender')}
            {...text('sender')}
            label={words.sender}
            hint={words.senderHint}
            type="email"
            maxLength={254}
            autoComplete="off"
            required
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton state={form}>{words.save}</SubmitButton>
            {loaded.saved && (
              <Button variant="danger-quiet" className="min-h-11" onClick={() => setIsRemoving(true)}>
                {words.disconnect}
              </Button>
            )}
          </div>
        </Form>
      </Panel>
      <TestPanel form={form.ref} />
      {isRemoving && (
        <ConfirmActionDialog
          title={words.confirmDisconnect}
          hint={words.confirmDisconnectHint}
          confirmLabel={words.disconnect}
          onConfirm={remove}
          close={() => setIsRemoving(false)}
        />
      )}
    </>
  );
}

/** Not sent: it only fills in other fields. */
function PresetField({ form, host }: { form: FormRef; host: string | null }) {
  const [hint, setHint] = useState('');
  const known = MAIL_PRESETS.find((it) => it.host === host)?.name ?? '';
  return (
    <SelectField
      label={words.preset}
      hint={hint || words.presetHint}
      defaultValue={known}
      onChange={(event) => setHint(fillIn(form.current, event.target.value))}
    >
      <option value="">{words.other}</option>
      {MAIL_PRESETS.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
