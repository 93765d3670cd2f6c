/** Imports of products: a file to upload and what became of earlier ones, or one import in whichever of its steps it is. */
import { useNavigate, useParams } from 'react-router';
import { exportImportSample, type ImportSummary, listProductImports } from '../../../contract/product-import.ts';
import { api } from '../../api.ts';
import { AsyncContent } from '../../components/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { TableSkeleton } from '../../components/dashboard-layout/skeletons.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { formatDateTime } from '../../format-date.ts';
import { useLoad } from '../../hooks/use-load.ts';
import { productImport as words } from '../../messages/product-import.ts';
import { createTitleMeta } from '../../meta.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { ImportIcon } from '../../ui/nav-icons.tsx';
import { FileDrop } from './imports/file-drop.tsx';
import { ImportDetails } from './imports/import-details.tsx';
import { StatusBadge } from './imports/status-badge.tsx';
import { IMPORTS_PATH } from './nav-items.tsx';

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
  const { id } = useParams();
  return id ? <ImportDetails key={id} id={id} /> : <Imports />;
}

function Imports() {
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
