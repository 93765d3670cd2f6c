/** Where and when backups are made. The place is tried by the server before it is saved. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  BACKUP_DESTINATIONS,
  type BackupConnection,
  connectBackups,
  type DestinationKind,
  disconnectBackups,
} from '../../../contract/backups.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { PasswordField, SelectField, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { EditConflictPanel } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { useNamedFocus } from '../parts/save-bar.tsx';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { backups as words } from './backup-messages.ts';
import type { ShownPassphrase } from './backup-passphrase.tsx';
import { connection as common } from './connection-messages.ts';

type Loaded = { connection: BackupConnection };

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DEFAULTS = {
  destination: 'bucket',
  folder: '',
  endpoint: '',
  bucket: '',
  prefix: '',
  region: '',
  accessKey: '',
  hour: 3,
  days: 14,
  weeks: 8,
};
const FIELDS = ['destination', 'folder', 'endpoint', 'bucket', 'prefix', 'region', 'accessKey', 'hour', 'days', 'weeks'] as const;

function toValues({ saved, baseFolder }: BackupConnection): Record<string, string> {
  const values = saved ?? { ...DEFAULTS, destination: baseFolder === null ? 'bucket' : 'folder' };
  return Object.fromEntries(FIELDS.map((name) => [name, String(values[name])]));
}

const toDestination = (value: string | undefined): DestinationKind => BACKUP_DESTINATIONS.find((it) => it === value) ?? 'bucket';

function readSettings(values: FormData) {
  const text = (name: string) => readField(values, name).trim();
  return {
    ...{ destination: toDestination(text('destination')), folder: text('folder'), endpoint: text('endpoint'), bucket: text('bucket') },
    ...{ prefix: text('prefix'), region: text('region'), accessKey: text('accessKey') },
    ...{ hour: Number(text('hour')), days: Number(text('days')), weeks: Number(text('weeks')) },
  };
}

interface BackupFormProps {
  loaded: BackupConnection;
  reload: () => Promise<void>;
  onPassphrase: (shown: ShownPassphrase) => void;
}

export function BackupForm({ loaded, reload, onPassphrase }: BackupFormProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  useNamedFocus();
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded: { connection: loaded },
    toSnapshot: ({ connection }) => ({ version: connection.version, values: toValues(connection) }),
    fields: {
      destination: { label: words.destination, format: (value) => words.destinations[toDestination(value)] },
      folder: { label: words.folder },
      endpoint: { label: words.endpoint },
      bucket: { label: words.bucket },
      prefix: { label: words.prefix },
      region: { label: words.region },
      accessKey: { label: words.accessKey },
      hour: { label: words.hour, format: (value) => words.hourOption(Number(value)) },
      days: { label: words.days },
      weeks: { label: words.weeks },
    },
    read: (values) => {
      const settings = readSettings(values);
      const secretKey = readField(values, 'secretKey').trim();
      const save = async (version: number) => {
        const reply = await api(connectBackups, { body: { ...settings, ...(secretKey && { secretKey }), version } });
        if (reply.passphrase) onPassphrase({ passphrase: reply.passphrase, version: reply.connection.version });
        return reply;
      };
      return { typed: Object.fromEntries(FIELDS.map((name) => [name, String(settings[name])])), save };
    },
    saved: words.saved,
    failed: words.saveFailed,
    onSaved: () => void reload(),
    // A new passphrase raises the version too.
    isPart: true,
  });
  /** Chosen here; dropped when somebody else's choice is taken over, which resets the field. */
  const [chosen, setChosen] = useState<{ key: unknown; destination: DestinationKind } | null>(null);
  const destination = chosen && chosen.key === keyOf('destination') ? chosen.destination : toDestination(text('destination').defaultValue);
  const remove = async () => {
    await api(disconnectBackups, { body: {} });
    setIsRemoving(false);
    toast.success(words.disconnected);
    await reload();
  };
  const field = (name: (typeof FIELDS)[number]) => ({ ...text(name), autoComplete: 'off', autoCapitalize: 'none', spellCheck: false });
  return (
    <Panel title={words.settingsTitle}>
      {!loaded.saved && <p className="mb-4">{words.none}</p>}
      <Form state={form}>
        <EditConflictPanel conflict={edit} />
        <SelectField
          key={keyOf('destination')}
          {...text('destination')}
          label={words.destination}
          hint={words.destinationHint[destination]}
          onChange={(event) => setChosen({ key: keyOf('destination'), destination: toDestination(event.target.value) })}
        >
          {BACKUP_DESTINATIONS.filter((it) => it === 'bucket' || loaded.baseFolder !== null || destination === it).map((it) => (
            <option key={it} value={it}>
              {words.destinations[it]}
            </option>
          ))}
        </SelectField>
        {destination === 'folder' ? (
          <TextField
            key={keyOf('folder')}
            {...field('folder')}
            label={words.folder}
            hint={words.folderHint(loaded.baseFolder ?? '')}
            maxLength={100}
          />
        ) : (
          <>
            <TextField
              key={keyOf('endpoint')}
              {...field('endpoint')}
              label={words.endpoint}
              hint={words.endpointHint}
              inputMode="url"
              maxLength={300}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField key={keyOf('bucket')} {...field('bucket')} label={words.bucket} hint={words.bucketHint} maxLength={63} required />
              <TextField key={keyOf('region')} {...field('region')} label={words.region} hint={words.regionHint} maxLength={40} />
            </div>
            <TextField key={keyOf('prefix')} {...field('prefix')} label={words.prefix} hint={words.prefixHint} maxLength={200} />
            <TextField key={keyOf('accessKey')} {...field('accessKey')} label={words.accessKey} maxLength={300} required />
            <PasswordField
              name="secretKey"
              label={words.secretKey}
              hint={loaded.saved?.hasSecretKey ? words.secretKeyKept : words.secretKeyHint}
              error={form.errors.secretKey}
              showLabel={common.show}
              hideLabel={common.hide}
              maxLength={300}
              autoComplete="new-password"
            />
          </>
        )}
        <SelectField key={keyOf('hour')} {...text('hour')} label={words.hour} hint={words.hourHint(loaded.timeZone)}>
          {HOURS.map((hour) => (
            <option key={hour} value={hour}>
              {words.hourOption(hour)}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            key={keyOf('days')}
            {...field('days')}
            label={words.days}
            hint={words.daysHint}
            inputMode="numeric"
            maxLength={3}
            required
          />
          <TextField
            key={keyOf('weeks')}
            {...field('weeks')}
            label={words.weeks}
            hint={words.weeksHint}
            inputMode="numeric"
            maxLength={3}
            required
          />
        </div>
        {loaded.saved && !loaded.saved.canDelete && <p className="text-small text-caution">{words.keepsAll}</p>}
        <div className="flex flex-wrap gap-3">
          <SubmitButton state={form}>{words.save}</SubmitButton>
          {loaded.saved && (
            <Button variant="danger-quiet" className="min-h-11" onClick={() => setIsRemoving(true)}>
              {words.disconnect}
            </Button>
          )}
        </div>
      </Form>
      {isRemoving && (
        <ConfirmActionDialog
          title={words.confirmDisconnect}
          hint={words.confirmDisconnectHint}
          confirmLabel={words.disconnect}
          onConfirm={remove}
          close={() => setIsRemoving(false)}
        />
      )}
    </Panel>
  );
}
