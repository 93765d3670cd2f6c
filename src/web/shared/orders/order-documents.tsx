/** The invoice and the credit notes of an order as PDF, where its customer sees it. Loaded only for orders that have some. */
import {
  downloadGuestDocument,
  downloadOrderDocument,
  type OrderDocument,
  readGuestDocuments,
  readOrderDocuments,
} from '../../../contract/documents.ts';
import { api } from '../../api.ts';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, PanelSkeleton } from '../dashboard-layout/async-content.tsx';
import { formatDate, formatPrice } from '../format.ts';
import { DownloadButton } from '../forms/copy-and-download.tsx';
import { QueryProvider, useLoad } from '../hooks/use-load.ts';
import { orderDocuments as words } from '../messages/order-documents.ts';
import type { OrderAccess } from './order-access.ts';

export function OrderDocuments(access: OrderAccess) {
  return (
    <QueryProvider>
      <DocumentsPanel {...access} />
    </QueryProvider>
  );
}

function DocumentsPanel({ id, signature }: OrderAccess) {
  const loaded = useLoad(`documents of ${id}`, (it, signal) =>
    signature
      ? it(readGuestDocuments, { params: { id }, body: { signature }, signal })
      : it(readOrderDocuments, { params: { id }, signal }),
  );
  const download = (document: string) =>
    signature
      ? api(downloadGuestDocument, { params: { id, document }, body: { signature } })
      : api(downloadOrderDocument, { params: { id, document } });
  return (
    <AsyncContent state={loaded} skeleton={<PanelSkeleton className="h-32" />}>
      {({ documents }) => (
        <Panel title={words.documents}>
          <DocumentRows documents={documents} download={download} />
        </Panel>
      )}
    </AsyncContent>
  );
}

interface DocumentRowsProps {
  documents: readonly OrderDocument[];
  download: (id: string) => Promise<unknown>;
}

/** Number, date, sum, and the file. */
export function DocumentRows({ documents, download }: DocumentRowsProps) {
  return (
    <ul className="-my-3 divide-y divide-line">
      {documents.map(({ _id, kind, number, date, gross, currency, corrects }) => (
        <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="tabular-nums font-[560]">{number}</p>
            <p className="tabular-nums text-small text-soft">
              {words.kinds[kind]}, <time dateTime={date}>{formatDate(`${date}T12:00:00Z`)}</time>, {formatPrice(gross, currency)}
              {corrects && `, ${words.corrects(corrects)}`}
            </p>
          </div>
          <DownloadButton size="small" fileName={`${number.replace(/\//g, '-')}.pdf`} load={() => download(_id)}>
            {words.pdf}
          </DownloadButton>
        </li>
      ))}
    </ul>
  );
}
