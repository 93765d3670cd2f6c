/** Imports of products: a file to upload, and what became of earlier ones. */
import { useNavigate } from 'react-router';
import { exportImportSample, listProductImports } from '../../../contract/product-import.ts';
import type { ImportSummary } from '../../../contract/product-import-fields.ts';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Link } from '../../kit/link.tsx';
import { ImportIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { IMPORTS_PATH } from '../layout/nav-items.tsx';
import { formatDateTime } from '../parts/format-date.ts';
import { FileDrop } from './file-drop.tsx';
import { StatusBadge } from './import-steps.tsx';
import { productImport as words } from './messages.ts';

export const meta = createTitleMeta(words.title);

const toUrl = (id: string) => `${IMPORTS_PATH}/${id}`;

const COLUMNS: Column<ImportSummary>[] = [
  {
    header: words.file,
    cell: ({ _id, fileName }) => (
      <Link to={toUrl(_id)} className="wrap-anywhere underline decoration-edge underline-offset-4 hover:decoration-ink">
        <bdi>{fileName}</bdi>
      </Link>
    ),
  },
  { header: words.statusLabel, cell: (it) => <StatusBadge status={it.status} hasProblem={it.problem !== null} /> },
  { header: words.result, cell: (it) => <span className="tabular-nums">{words.summary(it)}</span> },
  { header: words.by, cell: ({ by }) => <bdi>{by}</bdi> },
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
