/** One entry: who, from where, and each field before and after. As plain text, so that its content can't run as a script. */
import { type AuditEntry, isRestorable } from '../../../contract/audit.ts';
import { formatOrderNumber } from '../../../contract/order-fields.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Link } from '../../kit/link.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { formatDateTime } from '../parts/format-date.ts';
import { buildActivityUrl, buildHistoryUrl } from './activity-filter.tsx';
import { type DescribedChange, describeChanges } from './describe-changes.ts';
import { audit as words } from './messages.ts';
import { RestoreVersion } from './restore-version.tsx';

/** Who and what of an entry, in words. */

export function ActorName({ actor: { kind, _id, name } }: Pick<AuditEntry, 'actor'>) {
  const shown = name ?? (_id ? words.deletedAccount : null);
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
