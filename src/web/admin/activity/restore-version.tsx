/** The version before an entry: what restoring it would change, and then the restoring itself. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type AuditEntry, previewVersion, restoreVersion, type VersionPreview } from '../../../contract/audit.ts';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { common } from '../../shared/messages/common.ts';
import { useShop } from '../../shared/shop-data.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { type DescribedChange, describeChanges } from './describe-changes.ts';
import { restoreWords as words } from './messages.ts';

const text = (value: string) => <span className="inline-block wrap-anywhere whitespace-pre-wrap sm:min-w-36">{value}</span>;

const columns: Column<DescribedChange>[] = [
  { header: words.field, cell: ({ field }) => <span className="sm:whitespace-nowrap">{field}</span> },
  { header: words.now, cell: ({ before }) => text(before) },
  { header: words.restored, cell: ({ after }) => text(after) },
];

function Preview({ preview: { version, changes, kept }, type }: { preview: VersionPreview; type: string }) {
  const { categories } = useShop();
  return (
    <>
      {version === null && <p className="mb-2">{words.deleted(type)}</p>}
      {changes.length > 0 ? (
        <DataTable
          caption={words.preview}
          columns={columns}
          rows={describeChanges(changes, { type, categories })}
          getRowKey={({ field }) => field}
          isInPanel
          narrowLayout="list"
        />
      ) : (
        <p>{words.nothing}</p>
      )}
      {kept.map(({ field, reason }) => (
        <p key={field} className="mt-2 text-small text-soft">
          {words.kept(field, reason)}
        </p>
      ))}
      {type === 'product' && <p className="mt-2 text-small text-soft">{words.stockStays}</p>}
    </>
  );
}

interface RestoreVersionProps {
  entry: AuditEntry;
  onRestored: () => void;
}

export function RestoreVersion({ entry: { _id, object }, onRestored }: RestoreVersionProps) {
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
    toast.success(words.done);
    onRestored();
  };
  return (
    <section aria-label={words.preview} className="mt-6 border-line border-t pt-5">
      {preview && <Preview preview={preview} type={object.type} />}
      {error && (
        <p role="alert" className="mt-3 text-danger">
          {error}
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {preview === null ? (
          <ActionButton variant="secondary" size="small" busy={isBusy} onClick={() => void run(load)}>
            {words.show}
          </ActionButton>
        ) : (
          preview.changes.length > 0 && (
            <ActionButton size="small" busy={isBusy} onClick={() => void run(() => restore(preview.version))}>
              {words.confirm}
            </ActionButton>
          )
        )}
        {preview === null && <span className="text-small text-soft">{words.hint}</span>}
      </div>
    </section>
  );
}
