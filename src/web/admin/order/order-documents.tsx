/** An order's invoice and credit notes, for the team; and the button that makes an invoice where there is none. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { createInvoice, downloadAnyDocument, listDocuments } from '../../../contract/documents.ts';
import { type AdminOrder, isPaidStatus } from '../../../contract/order-fields.ts';
import { api } from '../../api.ts';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { orderDocuments as words } from '../../shared/messages/order-documents.ts';
import { DocumentRows } from '../../shared/orders/order-documents.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { ActionButton } from '../parts/controls.tsx';

interface OrderDocumentsProps {
  order: AdminOrder;
  reload: () => Promise<void>;
}

export function AdminOrderDocuments({ order, reload }: OrderDocumentsProps) {
  const { hasInvoices } = useShop().settings;
  if (order.hasDocuments) return <MadeDocuments id={order._id} refunded={order.refunded} />;
  if (!hasInvoices || order.isTest || !isPaidStatus(order.status) || order.status === 'review') return null;
  return <MissingInvoice id={order._id} reload={reload} />;
}

/** The key has what was refunded: after a refund the list is read again. */
function MadeDocuments({ id, refunded }: { id: string; refunded: number }) {
  const loaded = useLoad(`documents of order ${id} ${refunded}`, (it, signal) =>
    it(listDocuments, { query: { order: id, limit: 100 }, signal }),
  );
  return (
    <AsyncContent state={loaded} skeleton={<PanelSkeleton className="h-32" />}>
      {({ documents }) => (
        <Panel title={words.documents}>
          <DocumentRows documents={documents} download={(document) => api(downloadAnyDocument, { params: { id: document } })} />
        </Panel>
      )}
    </AsyncContent>
  );
}

function MissingInvoice({ id, reload }: { id: string; reload: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const create = async () => {
    setIsBusy(true);
    try {
      await api(createInvoice, { params: { id } });
      toast.success(words.created);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
    await reload();
    setIsBusy(false);
  };
  return (
    <Panel title={words.documents} hint={words.missingHint}>
      <ActionButton variant="secondary" busy={isBusy} onClick={() => void create()}>
        {words.create}
      </ActionButton>
    </Panel>
  );
}
