/** Outgoing webhooks: endpoints, and the log of deliveries. The team sees them, owners change them. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  sendTestEvent,
  type WebhookEndpoint,
} from '../../../contract/webhook.ts';
import { api } from '../../api.ts';
import { Button, type ButtonVariant } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { WebhookIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { ShownOnce } from '../parts/controls.tsx';
import { formatDateTime } from '../parts/values.ts';
import { OwnerOnly } from '../team/team-role.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { webhooks as words } from './messages.ts';

/** The endpoints, with what an owner does to them. */
interface EndpointTableProps {
  endpoints: WebhookEndpoint[];
  edit: (endpoint: WebhookEndpoint) => void;
  showSecret: (secret: string) => void;
  /** Also of the deliveries. */
  reload: () => void;
}

function EndpointStatus({ endpoint: { isEnabled, isGone, previousSecretUntil } }: { endpoint: WebhookEndpoint }) {
  return (
    <span className="inline-flex flex-col items-start gap-1 max-sm:items-end">
      <Badge tone={isEnabled ? 'good' : 'caution'}>{isEnabled ? words.on : isGone ? words.gone : words.off}</Badge>
      {previousSecretUntil && <span className="text-small text-soft">{words.secretUntil(formatDateTime(previousSecretUntil))}</span>}
    </span>
  );
}

function EndpointTable({ endpoints, edit, showSecret, reload }: EndpointTableProps) {
  const isRefused = useRefusal() !== null;
  const [asked, setAsked] = useState<{ endpoint: WebhookEndpoint; action: 'rotate' | 'delete' } | null>(null);

  const handleTest = async ({ _id }: WebhookEndpoint) => {
    try {
      await api(sendTestEvent, { params: { id: _id } });
      toast.success(words.testSent);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
    reload();
  };
  const handleRotate = async ({ _id }: WebhookEndpoint) => {
    const { secret } = await api(rotateWebhookSecret, { params: { id: _id } });
    setAsked(null);
    showSecret(secret);
    reload();
  };
  const handleDelete = async ({ _id }: WebhookEndpoint) => {
    await api(deleteWebhookEndpoint, { params: { id: _id } });
    setAsked(null);
    toast.success(words.deleted);
    reload();
  };

  const renderAction = (endpoint: WebhookEndpoint, label: string, onClick: () => void, variant: ButtonVariant = 'quiet') => (
    <Button variant={variant} size="small" aria-label={words.label(label, endpoint.url)} disabled={isRefused} onClick={onClick}>
      {label}
    </Button>
  );
  const columns: Column<WebhookEndpoint>[] = [
    {
      header: words.url,
      cell: ({ url, description }) => (
        <span className="block min-w-48">
          <bdi className="line-clamp-2 wrap-anywhere">{url}</bdi>
          {description && <bdi className="line-clamp-2 text-small font-normal text-soft wrap-anywhere">{description}</bdi>}
        </span>
      ),
    },
    { header: words.events, cell: ({ events }) => events.map((it) => words.eventNames[it]).join(', ') },
    { header: words.status, cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
    {
      header: words.action,
      isEndAligned: true,
      cell: (endpoint) => (
        <span className="-my-0.5 inline-flex flex-wrap justify-end gap-1">
          {renderAction(endpoint, words.edit, () => edit(endpoint))}
          {endpoint.isEnabled && renderAction(endpoint, words.test, () => void handleTest(endpoint))}
          {renderAction(endpoint, words.rotate, () => setAsked({ endpoint, action: 'rotate' }))}
          {renderAction(endpoint, words.delete, () => setAsked({ endpoint, action: 'delete' }), 'danger-quiet')}
        </span>
      ),
    },
  ];
  return (
    <>
      <DataTable caption={words.endpoints} columns={columns} rows={endpoints} getRowKey={({ _id }) => _id} />
      {asked?.action === 'rotate' && (
        <ConfirmActionDialog
          title={words.confirmRotate}
          hint={words.confirmRotateHint}
          confirmLabel={words.rotate}
          isDestructive={false}
          onConfirm={() => handleRotate(asked.endpoint)}
          close={() => setAsked(null)}
        />
      )}
      {asked?.action === 'delete' && (
        <ConfirmActionDialog
          title={words.confirmDelete}
          hint={words.confirmDeleteHint(asked.endpoint.url)}
          confirmLabel={words.delete}
          onConfirm={() => handleDelete(asked.endpoint)}
          close={() => setAsked(null)}
        />
      )}
    </>
  );
}

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
