/** One entry: who, from where, and each field before and after. As plain text, so that its content can't run as a script. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type AuditEntry, isRestorable, previewVersion, restoreVersion, type VersionPreview } from '../../../contract/audit.ts';
import { formatOrderNumber } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Link } from '../../kit/link.tsx';
import { common } from '../../shared/messages/common.ts';
import { useShop } from '../../shared/shop-data.ts';
import { ActionButton } from '../parts/controls.tsx';
import { formatDateTime } from '../parts/values.ts';
import { buildActivityUrl, buildHistoryUrl } from './activity-filter.tsx';
import { type DescribedChange, describeChanges } from './describe-changes.ts';
import { restoreWords, audit as words } from './messages.ts';

/** The version before an entry: what restoring it would change, and then the restoring itself. */
const restoreColumns: Column<DescribedChange>[] = [
  { header: restoreWords.field, cell: ({ field }) => <span className="sm:whitespace-nowrap">{field}</span> },
  { header: restoreWords.now, cell: ({ before }) => text(before) },
  { header: restoreWords.restored, cell: ({ after }) => text(after) },
];

function Preview({ preview: { version, changes, kept }, type }: { preview: VersionPreview; type: string }) {
  const { categories } = useShop();
  return (
    <>
      {version === null && <p className="mb-2">{restoreWords.deleted(type)}</p>}
      {changes.length > 0 ? (
        <DataTable
          caption={restoreWords.preview}
          columns={restoreColumns}
          rows={describeChanges(changes, { type, categories })}
          getRowKey={({ field }) => field}
          isInPanel
          narrowLayout="list"
        />
      ) : (
        <p>{restoreWords.nothing}</p>
      )}
      {kept.map(({ field, reason }) => (
        <p key={field} className="mt-2 text-small text-soft">
          {restoreWords.kept(field, reason)}
        </p>
      ))}
      {type === 'product' && <p className="mt-2 text-small text-soft">{restoreWords.stockStays}</p>}
    </>
  );
}

interface RestoreVersionProps {
  entry: AuditEntry;
  onRestored: () => void;
}

function RestoreVersion({ entry: { _id, object }, onRestored }: RestoreVersionProps) {
  const [preview, setPreview] = useState<VersionPreview | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const run = async (action: () => Promise<void>) => {
    setIsBusy(true);
    setError(null);
    try {
      await action();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : common.serverError);
    }
    setIsBusy(false);
  };
  const load = async () => setPreview((await api(previewVersion, { params: { id: _id } })).preview);
  const restore = async (version: VersionPreview['version']) => {
    try {
      await api(restoreVersion, { params: { id: _id }, body: { version } });
    } catch (thrown) {
      // It may have been changed meanwhile, so the preview is loaded again.
      await load();
      throw thrown;
    }
    toast.success(restoreWords.done);
    onRestored();
  };
  return (
    <section aria-label={restoreWords.preview} className="mt-6 border-line border-t pt-5">
      {preview && <Preview preview={preview} type={object.type} />}
      {error && (
        <p role="alert" className="mt-3 text-danger">
          {error}
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {preview === null ? (
          <ActionButton variant="secondary" size="small" busy={isBusy} onClick={() => void run(load)}>
            {restoreWords.show}
          </ActionButton>
        ) : (
          preview.changes.length > 0 && (
            <ActionButton size="small" busy={isBusy} onClick={() => void run(() => restore(preview.version))}>
              {restoreWords.confirm}
            </ActionButton>
          )
        )}
        {preview === null && <span className="text-small text-soft">{restoreWords.hint}</span>}
      </div>
    </section>
  );
}

export function ActorName({ actor }: Pick<AuditEntry, 'actor'>) {
  const { kind, _id } = actor;
  const shown = words.actorName(actor) ?? (_id ? words.deletedAccount : null);
  return (
    <span className="block min-w-0">
      <bdi className="line-clamp-2 sm:min-w-28">{shown ?? words.actors[kind]}</bdi>
      {shown && <span className="block text-small text-soft">{words.actors[kind]}</span>}
    </span>
  );
}

export function describeObject({ object: { type, _id, name }, part }: Pick<AuditEntry, 'object' | 'part'>): string {
  const shown = name ?? (type === 'setting' ? words.setting(_id) : null);
  const object = [words.object(type), type === 'order' && shown ? formatOrderNumber(shown) : shown].filter(Boolean).join(' ');
  return part ? words.part(part, object) : object;
}

const text = (value: string) => <span className="inline-block wrap-anywhere whitespace-pre-wrap sm:min-w-36">{value}</span>;

const columns: Column<DescribedChange>[] = [
  { header: words.fieldHead, cell: ({ field }) => <span className="sm:whitespace-nowrap">{field}</span> },
  { header: words.before, cell: ({ before, isHidden }) => (isHidden ? words.hidden : text(before)) },
  { header: words.after, cell: ({ after, isHidden }) => (isHidden ? words.hidden : text(after)) },
];

function Detail({ label, value }: { label: string; value: string | null }) {
  if (value === null) return null;
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </>
  );
}

const linkClass = 'underline underline-offset-4';

interface EntryDialogProps {
  entry: AuditEntry;
  onRestored: () => void;
  close: () => void;
}

export function EntryDialog({ entry, onRestored, close }: EntryDialogProps) {
  const { actor, object } = entry;
  const changes = describeChanges(entry.changes, { type: object.type, categories: useShop().categories, currency: entry.currency });
  return (
    <Dialog title={words.action(entry.action)} close={close} closeLabel={words.close} variant="sheet">
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        <Detail label={words.what} value={describeObject(entry)} />
        <Detail label={words.when} value={formatDateTime(entry.createdAt)} />
        <dt className="text-soft">{words.who}</dt>
        <dd>
          <ActorName actor={actor} />
        </dd>
        <Detail label={words.network} value={entry.network} />
        <Detail label={words.requestId} value={entry.requestId} />
        <Detail label={words.position} value={entry.position === null ? words.notSealed : String(entry.position)} />
        <Detail label={words.seal} value={entry.seal} />
      </dl>
      <p className="mb-5 flex flex-wrap gap-x-4 gap-y-1 text-small">
        <Link to={buildHistoryUrl(object.type, object._id)} className={linkClass} onClick={close}>
          {words.allOfObject}
        </Link>
        {actor._id && (
          <Link to={buildActivityUrl({ actor: actor._id })} className={linkClass} onClick={close}>
            {words.allOfActor}
          </Link>
        )}
      </p>
      {changes.length > 0 && (
        <DataTable
          caption={words.changes}
          columns={columns}
          rows={changes}
          getRowKey={({ field }) => field}
          isInPanel
          narrowLayout="list"
        />
      )}
      {isRestorable(entry) && <RestoreVersion entry={entry} onRestored={onRestored} />}
    </Dialog>
  );
}
