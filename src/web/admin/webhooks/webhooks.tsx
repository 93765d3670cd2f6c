/** Outgoing webhooks: endpoints, and the log of deliveries. The team sees them, owners change them. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { listWebhookEndpoints, type WebhookEndpoint } from '../../../contract/webhook.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { WebhookIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { ShownOnce } from '../parts/shown-once.tsx';
import { OwnerOnly } from '../team/team-role.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { webhooks as words } from './messages.ts';

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
