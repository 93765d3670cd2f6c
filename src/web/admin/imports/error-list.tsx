import { useState } from 'react';
import { exportRefusedRows } from '../../../contract/product-import.ts';
import type { ImportError, ProductImport } from '../../../contract/product-import-fields.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Panel } from '../../kit/panel.tsx';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { productImport as words } from './messages.ts';

/** How many errors are shown at first, so that what follows stays in sight. */
const SHOWN = 10;

type Numbered = ImportError & { key: string };

const COLUMNS: Column<Numbered>[] = [
  {
    header: words.row,
    cell: ({ row }) => (
      <span className="tabular-nums">
        <span className="sm:hidden">{words.row} </span>
        {row}
      </span>
    ),
  },
  { header: words.columnLabel, cell: ({ column }) => (column ? <bdi className="wrap-anywhere">{column}</bdi> : words.wholeRow) },
  { header: words.product, cell: ({ name }) => <bdi className="wrap-anywhere">{name || '–'}</bdi> },
  { header: words.reason, cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
];

interface ErrorListProps {
  shown: ProductImport;
  errors: ImportError[];
  errorCount: number;
}

/** The refused rows, and a link to download them for correction. */
export function ErrorList({ shown, errors, errorCount }: ErrorListProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (!errors.length) return null;
  const all = errors.map((error, index) => ({ ...error, key: String(index) }));
  const rows = isWhole ? all : all.slice(0, SHOWN);
  return (
    <Panel
      title={words.errors(errorCount)}
      hint={words.errorsHint}
      action={
        <DownloadButton fileName={words.refusedName(shown.fileName)} load={() => api(exportRefusedRows, { params: { id: shown._id } })}>
          {words.downloadRefused}
        </DownloadButton>
      }
    >
      <DataTable caption={words.errorTable} columns={COLUMNS} rows={rows} getRowKey={({ key }) => key} narrowLayout="list" isInPanel />
      {rows.length < all.length && (
        <Button variant="secondary" className="mt-4" onClick={() => setIsWhole(true)}>
          {words.showAll(all.length)}
        </Button>
      )}
      {isWhole && errorCount > errors.length && <p className="mt-3 text-small text-soft">{words.errorsShown(errors.length, errorCount)}</p>}
    </Panel>
  );
}
