/** One delivery: what was sent, each attempt and what was answered. As plain text, so that nothing of it can run here. */
import { readWebhookDelivery, type WebhookDelivery } from '../../../contract/webhook.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Link } from '../../kit/link.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { formatDateTime } from '../parts/values.ts';
import { webhooks as words } from './messages.ts';

const toReadable = (body: string) => JSON.stringify(JSON.parse(body), null, 2);

export function DeliveryDialog({ delivery, close }: { delivery: WebhookDelivery; close: () => void }) {
  const { _id, event, messageId, endpoint, subject } = delivery;
  const loaded = useLoad(`webhook-delivery ${_id}`, (it, signal) => it(readWebhookDelivery, { params: { id: _id }, signal }));
  return (
    <Dialog title={words.eventNames[event]} close={close} closeLabel={common.close} variant="sheet">
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        <dt className="text-soft">{words.endpoint}</dt>
        <dd className="wrap-anywhere">{endpoint.url}</dd>
        <dt className="text-soft">{words.messageId}</dt>
        <dd className="wrap-anywhere">{messageId}</dd>
      </dl>
      {event.startsWith('order.') && (
        <p className="mb-4">
          <Link to={`/dashboard/admin/orders/${subject}`} className="underline underline-offset-4">
            {words.openOrder}
          </Link>
        </p>
      )}
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={4} />}>
        {({ log, body }) => (
          <>
            <h3 className="mb-2 font-[560]">{words.log}</h3>
            {log.length ? (
              <ol className="mb-5 flex flex-col gap-3">
                {log.map((attempt) => (
                  <li key={attempt.at} className="border-l-2 border-line pl-3">
                    <p>{words.answer(attempt)}</p>
                    <p className="text-small text-soft tabular-nums">
                      {`${formatDateTime(attempt.at)} · ${words.duration(attempt.duration)}`}
                    </p>
                    {attempt.answer && (
                      <pre className="mt-1.5 max-h-32 overflow-auto rounded-control bg-ground p-3 text-small wrap-anywhere whitespace-pre-wrap">
                        {attempt.answer}
                      </pre>
                    )}
                  </li>
                ))}
              </ol>
            ) : (
              <p className="mb-5 text-soft">{words.noAttempts}</p>
            )}
            {body && (
              <>
                <h3 className="mb-2 font-[560]">{words.body}</h3>
                <pre className="rounded-control bg-ground p-4 text-small wrap-anywhere whitespace-pre-wrap">{toReadable(body)}</pre>
              </>
            )}
          </>
        )}
      </AsyncContent>
    </Dialog>
  );
}
