/** Outgoing webhooks: endpoints, and the log of deliveries. The team sees them, owners change them. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { listWebhookEndpoints, type WebhookEndpoint } from '../../../contract/webhook.ts';
import { AsyncContent } from '../../components/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../components/dashboard-layout/dashboard-layout.tsx';
import { TableSkeleton } from '../../components/dashboard-layout/skeletons.tsx';
import { useLoad } from '../../hooks/use-load.ts';
import { useRefusal } from '../../hooks/use-refusal.ts';
import { common } from '../../messages/common.ts';
import { webhooks as words } from '../../messages/webhooks.ts';
import { createTitleMeta } from '../../meta.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { WebhookIcon } from '../../ui/nav-icons.tsx';
import { ShownOnce } from './shown-once.tsx';
import { OwnerOnly } from './team-role.tsx';
import { DeliveryList } from './webhooks/delivery-list.tsx';
import { EndpointForm } from './webhooks/endpoint-form.tsx';
import { EndpointTable } from './webhooks/endpoint-table.tsx';

export const meta = createTitleMeta(words.title);

export default function WebhooksPage() {
  return (
    <OwnerOnly>
      <Webhooks />
    </OwnerOnly>
  );
}

function Webhooks() {
  const refusal = useRefusal();
  const [edited, setEdited] = useState<WebhookEndpoint | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [revision, setRevision] = useState(0);
  const loaded = useLoad('webhook-endpoints', (it, signal) => it(listWebhookEndpoints, { signal }));
  const reload = () => {
    setRevision((it) => it + 1);
    void loaded.reload();
  };
  const handleSaved = (created: string | null) => {
    setEdited(null);
    setSecret(created);
    if (!created) toast.success(words.saved);
    reload();
  };
  return (
    <>
      <DashboardHeader
        title={words.title}
        lead={words.lead}
        actions={
          <Button disabled={refusal !== null} onClick={() => setEdited('new')}>
            {words.add}
          </Button>
        }
      />
      {refusal && <p className="mb-2 text-small text-soft">{refusal}</p>}
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={3} />}>
        {({ endpoints }) =>
          endpoints.length ? (
            <>
              <EndpointTable endpoints={endpoints} edit={setEdited} showSecret={setSecret} reload={reload} />
              <DeliveryList endpoints={endpoints} revision={revision} />
            </>
          ) : (
            <EmptyState icon={<WebhookIcon size={22} />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
      {edited && (
        <Dialog
          title={edited === 'new' ? words.add : words.editTitle}
          close={() => setEdited(null)}
          closeLabel={common.close}
          variant="sheet"
        >
          <EndpointForm endpoint={edited === 'new' ? null : edited} onSaved={handleSaved} />
        </Dialog>
      )}
      {secret && (
        <Dialog title={words.secretTitle} close={() => setSecret(null)} closeLabel={common.close}>
          <ShownOnce value={secret} hint={words.secretHint} close={() => setSecret(null)} />
        </Dialog>
      )}
    </>
  );
}
