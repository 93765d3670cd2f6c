/** Imports: a file to upload, and what became of earlier ones. */
import { type DragEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { IMPORT_MAX_BYTES, IMPORT_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { exportImportSample, listProductImports, uploadProductImport } from '../../../contract/product-import.ts';
import type { ImportSummary } from '../../../contract/product-import-fields.ts';
import { cutText } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Link } from '../../kit/link.tsx';
import { ImportIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Progress } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { IMPORTS_PATH } from '../layout/nav-items.tsx';
import { useUpload } from '../parts/upload.tsx';
import { formatDateTime } from '../parts/values.ts';
import { StatusBadge } from './import-steps.tsx';
import { productImport as words } from './messages.ts';

/** Why the server would refuse the file; null: it is uploaded. */
function refuseFile(file: File): string | null {
  if (file.size === 0) return words.empty;
  if (file.size > IMPORT_MAX_BYTES) return words.tooLarge(IMPORT_MAX_BYTES);
  return /\.(xlsx?|numbers|ods|zip|pdf|json|xml|png|jpe?g|webp|gif)$/i.test(file.name) ? words.notCsv : null;
}

/** The body of an upload is the file as it is. */
function withFile(init: RequestInit, file: File): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('content-type', 'text/csv');
  return { ...init, headers, body: file };
}

function FileDrop({ onUploaded }: { onUploaded: (id: string) => void }) {
  const id = useId();
  const refusal = useRefusal();
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload();
  const [error, setError] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [isDragOver, setIsDragOver] = useState(false);
  const isBusy = upload.progress !== null;

  const send = async (files: FileList | null) => {
    const [file, other] = files ?? [];
    if (!file || isBusy || refusal) return;
    const problem = other ? words.oneFile : refuseFile(file);
    setError(problem);
    if (problem === null) {
      setName(file.name);
      try {
        const query = { fileName: cutText(file.name, IMPORT_NAME_MAX_LENGTH) };
        const reply = await upload.run(({ fetcher, signal }) =>
          api(uploadProductImport, { query, fetcher: (path, init) => fetcher(path, withFile(init, file)), signal }),
        );
        if (reply) return onUploaded(reply.import._id);
      } catch (thrown) {
        setError(thrown instanceof Error ? thrown.message : common.serverError);
      }
    }
    // So that the same file can be chosen again after it was corrected.
    if (input.current) input.current.value = '';
  };

  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    void send(event.dataTransfer.files);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the file input inside
    <div
      onDrop={handleDrop}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      className={classNames(
        'relative flex min-h-52 flex-col items-center justify-center gap-3 rounded-card border border-dashed px-5 py-8 text-center',
        isDragOver ? 'border-accent bg-accent-ground' : 'border-edge bg-raised',
      )}
    >
      {isBusy ? (
        <div className="flex w-full max-w-form flex-col gap-3">
          <p role="status" className="wrap-anywhere">
            {(upload.progress ?? 0) < 1 ? words.uploading : words.uploaded} <bdi className="font-[560]">{name}</bdi>
          </p>
          <Progress label={words.uploading} value={(upload.progress ?? 0) < 1 ? upload.progress : null} />
          <Button variant="secondary" className="self-center" onClick={upload.cancel}>
            {common.cancel}
          </Button>
        </div>
      ) : (
        <>
          <span className="flex size-12 items-center justify-center rounded-full bg-accent-ground text-accent">
            <ImportIcon size={22} />
          </span>
          <input
            ref={input}
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            disabled={refusal !== null}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={(event) => void send(event.target.files)}
            className="peer absolute bottom-4 left-4 size-px opacity-0"
          />
          <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 peer-focus-visible:[&>label]:outline-2">
            <label
              htmlFor={id}
              title={refusal ?? undefined}
              className={classNames('button button-primary outline-offset-2 outline-accent', refusal && 'opacity-55')}
            >
              {words.choose}
            </label>
            <span className="text-soft">{words.drop}</span>
          </p>
          <p id={`${id}-hint`} className="text-small text-soft">
            {words.dropHint(IMPORT_MAX_BYTES)}
          </p>
        </>
      )}
      <p id={`${id}-error`} role="alert" className="text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}

export const meta = createTitleMeta(words.title);

const toUrl = (id: string) => `${IMPORTS_PATH}/${id}`;

const COLUMNS: Column<ImportSummary>[] = [
  {
    header: words.file,
    cell: ({ _id, fileName }) => (
      <Link
        to={toUrl(_id)}
        className="-my-1 inline-block py-1 wrap-anywhere underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        <bdi>{fileName}</bdi>
      </Link>
    ),
  },
  { header: words.kindOf, cell: ({ kind }) => <span className="whitespace-nowrap">{kind ? words.kinds[kind] : '–'}</span> },
  { header: words.statusLabel, cell: (it) => <StatusBadge status={it.status} hasProblem={it.problem !== null} /> },
  { header: words.result, cell: (it) => <span className="tabular-nums">{words.summary(it)}</span> },
  { header: words.by, isForWideTables: true, cell: ({ by }) => <bdi className="block min-w-16">{by}</bdi> },
  { header: words.when, isEndAligned: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
];

export default function ImportsPage() {
  const navigate = useNavigate();
  const loaded = useLoad('product imports', (it, signal) => it(listProductImports, { signal }));
  return (
    <>
      <DashboardHeader
        title={words.title}
        lead={words.lead}
        actions={
          <DownloadButton fileName={words.sampleName} load={() => api(exportImportSample)}>
            {words.sample}
          </DownloadButton>
        }
      />
      <FileDrop onUploaded={(id) => void navigate(toUrl(id))} />
      <section aria-labelledby="earlier-imports" className="mt-8">
        <h2 id="earlier-imports" className="mb-3 text-large">
          {words.earlier}
        </h2>
        <AsyncContent state={loaded} skeleton={<TableSkeleton rows={4} />}>
          {({ imports }) =>
            imports.length ? (
              <DataTable caption={words.earlier} columns={COLUMNS} rows={imports} getRowKey={({ _id }) => _id} />
            ) : (
              <EmptyState icon={<ImportIcon size={22} />} title={words.none}>
                {words.noneHint}
              </EmptyState>
            )
          }
        </AsyncContent>
      </section>
    </>
  );
}
