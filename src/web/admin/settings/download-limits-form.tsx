/** How often and how long a bought file can be fetched. */
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { type DownloadLimits, type readDownloadLimits, updateDownloadLimits } from '../../../contract/order-downloads.ts';
import { api } from '../../api.ts';
import { TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { BarForm } from '../parts/save-bar.tsx';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { parseNumber } from '../parts/values.ts';
import { downloadLimits as words } from '../product-downloads/messages.ts';

type Loaded = Pick<ReplyOf<typeof readDownloadLimits>, 'limits' | 'version'>;

const toValues = ({ downloads, days }: DownloadLimits) => ({ downloads: String(downloads ?? ''), days: String(days ?? '') });

const toSnapshot = ({ limits, version }: Loaded): Snapshot => ({ version, values: toValues(limits) });

/** Empty: no limit. What isn't a number is refused by the server, beside its field. */
function readLimit(values: FormData, name: string): number | null {
  const text = readField(values, name).trim();
  return text === '' ? null : (parseNumber(text) ?? Number.NaN);
}

function read(values: FormData) {
  const limits = { downloads: readLimit(values, 'downloads'), days: readLimit(values, 'days') };
  const typed = { downloads: readField(values, 'downloads').trim(), days: readField(values, 'days').trim() };
  return { typed, save: (version: number) => api(updateDownloadLimits, { body: { ...limits, version } }) };
}

const format = (text: string) => text || words.unlimited;

export function DownloadLimitsForm({ loaded }: { loaded: Loaded }) {
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: { downloads: { label: words.downloads, format }, days: { label: words.days, format } },
    read,
    saved: words.saved,
    failed: words.failed,
  });
  return (
    <BarForm state={form} className="mt-4 gap-4">
      <EditConflictPanel conflict={edit} />
      <Panel title={words.title} hint={words.hint}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField key={keyOf('downloads')} {...text('downloads')} label={words.downloads} inputMode="numeric" autoComplete="off" />
          <TextField key={keyOf('days')} {...text('days')} label={words.days} inputMode="numeric" autoComplete="off" />
        </div>
      </Panel>
    </BarForm>
  );
}
