/** The log of deliveries, by state and endpoint; both are kept in the URL. */
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isUuid } from '../../../contract/values.ts';
import {
  listWebhookDeliveries,
  resendFailedDeliveries,
  resendWebhookDelivery,
  WEBHOOK_STATES,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../../contract/webhook.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { SelectField } from '../../kit/field.tsx';
import { WebhookIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { useKeysetPagination, useKeysetQuery } from '../parts/list-controls.tsx';
import { ResendAll, useResendOne } from '../parts/resend.tsx';
import { formatDateTime } from '../parts/values.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { webhooks as words } from './messages.ts';

const PER_PAGE = 20;
const TONES: Record<WebhookDelivery['state'], BadgeTone> = { waiting: 'caution', delivered: 'good', failed: 'accent' };

/** What is invalid in the URL is ignored. */
function useFilter() {
  const search = useSearchParams()[0];
  const state = WEBHOOK_STATES.find((it) => it === search.get('state'));
  const endpoint = search.get('endpoint') ?? '';
  return { ...(state && { state }), ...(isUuid(endpoint) && { endpoint }) };
}

type Filter = ReturnType<typeof useFilter>;

const buildUrl = (filter: Filter, page = 1) => `?${new URLSearchParams({ ...filter, page: String(page) })}`;

function DeliveryStatus({ delivery: { state, attempts, lastAttempt, nextAttemptAt } }: { delivery: WebhookDelivery }) {
  return (
    <span className="inline-flex flex-col items-start gap-1 max-sm:items-end">
      <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      {state !== 'delivered' && lastAttempt && (
        <span className="text-small text-soft">{`${words.answer(lastAttempt)} · ${words.attempts(attempts)}`}</span>
      )}
      {nextAttemptAt && lastAttempt && <span className="text-small text-soft">{words.nextAttempt(formatDateTime(nextAttemptAt))}</span>}
    </span>
  );
}

interface ColumnActions {
  isRefused: boolean;
  view: (delivery: WebhookDelivery) => void;
  resend: (id: string) => void;
  /** The one that is being sent again. */
  busyId: string | null;
}

const createColumns = ({ isRefused, view, resend, busyId }: ColumnActions): Column<WebhookDelivery>[] => [
  { header: words.event, cell: ({ event }) => words.eventNames[event] },
  { header: words.endpoint, cell: ({ endpoint }) => <bdi className="line-clamp-2 wrap-anywhere">{endpoint.url}</bdi> },
  {
    header: words.createdAt,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="tabular-nums">
        {formatDateTime(createdAt)}
      </time>
    ),
  },
  { header: words.status, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  {
    header: words.action,
    isEndAligned: true,
    cell: (delivery) => (
      <span className="-my-0.5 inline-flex justify-end gap-1">
        <Button
          variant="quiet"
          size="small"
          aria-label={words.viewLabel(words.eventNames[delivery.event], formatDateTime(delivery.createdAt))}
          onClick={() => view(delivery)}
        >
          {words.view}
        </Button>
        <Button
          variant="quiet"
          size="small"
          disabled={isRefused || !delivery.endpoint.isEnabled}
          title={delivery.endpoint.isEnabled ? undefined : words.isOff}
          busy={busyId === delivery._id}
          onClick={() => resend(delivery._id)}
        >
          {words.resend}
        </Button>
      </span>
    ),
  },
];

interface FilterFieldProps {
  label: string;
  name: keyof Filter;
  value: string | undefined;
  /** The label of the choice that means all of them. */
  none: string;
  options: [value: string, label: string][];
  apply: (change: Partial<Record<keyof Filter, string>>) => void;
  className: string;
}

function FilterField({ label, name, value = '', none, options, apply, className }: FilterFieldProps) {
  return (
    <SelectField label={label} name={name} value={value} onChange={(event) => apply({ [name]: event.target.value })} className={className}>
      <option value="">{none}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

interface DeliveryListProps {
  endpoints: WebhookEndpoint[];
  /** Raised after a delivery was sent or an endpoint was changed. */
  revision: number;
}

export function DeliveryList({ endpoints, revision }: DeliveryListProps) {
  const navigate = useNavigate();
  const filter = useFilter();
  const listQuery = useKeysetQuery();
  const isRefused = useRefusal() !== null;
  const [viewed, setViewed] = useState<WebhookDelivery | null>(null);
  const query = { ...filter, ...listQuery, limit: PER_PAGE };
  const loaded = useLoad(`webhook-deliveries ${JSON.stringify(query)} ${revision}`, async (it, signal) => {
    const found = await it(listWebhookDeliveries, { query, signal });
    return { ...found, ids: found.deliveries.map(({ _id }) => _id) };
  });
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data, (page) => buildUrl(filter, page));

  const apply = (change: Partial<Record<keyof Filter, string>>) => {
    const next = Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value));
    void navigate(buildUrl(next), { preventScrollReset: true });
  };
  const { reload } = loaded;
  const { busyId, resend } = useResendOne({
    send: (id) => api(resendWebhookDelivery, { params: { id } }),
    done: words.resent,
    reload,
  });
  const chosen = endpoints.find(({ _id }) => _id === filter.endpoint);
  const { deliveries: shown = [], total: count = 0 } = loaded.data ?? {};
  const canResend = filter.state === 'failed' && (shown.some((it) => it.endpoint.isEnabled) || (count > shown.length && !chosen));

  return (
    <section aria-labelledby="deliveries" className="mt-8">
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="grow basis-40">
          <h2 id="deliveries" className="text-large">
            {words.deliveries}
          </h2>
          <p className="text-small text-soft">
            {loaded.data ? `${words.count(loaded.data)}. ${words.deliveriesHint}` : words.deliveriesHint}
          </p>
        </div>
        <FilterField
          label={words.status}
          name="state"
          value={filter.state}
          none={words.allStates}
          options={WEBHOOK_STATES.map((state) => [state, words.states[state]])}
          apply={apply}
          className="basis-32"
        />
        <FilterField
          label={words.endpoint}
          name="endpoint"
          value={filter.endpoint}
          none={words.allEndpoints}
          options={endpoints.map(({ _id, url, description }) => [_id, description || url])}
          apply={apply}
          className="min-w-0 basis-56"
        />
        <Button variant="secondary" className="min-h-11" busy={loaded.isLoading} onClick={() => void reload()}>
          {words.refresh}
        </Button>
        {canResend && (
          <ResendAll
            label={words.resendAll}
            title={words.confirmAll}
            hint={chosen ? words.confirmAllOfHint(chosen.url) : words.confirmAllHint}
            send={async () => (await api(resendFailedDeliveries, { body: chosen ? { endpoint: chosen._id } : {} })).queued}
            done={words.allResent}
            reload={reload}
            className="min-h-11"
          />
        )}
      </div>
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={6} />}>
        {({ deliveries, total }) =>
          total === 0 ? (
            <EmptyState icon={<WebhookIcon size={22} />} title={words.noDeliveries}>
              {words.noDeliveriesHint}
            </EmptyState>
          ) : (
            <>
              <DataTable
                caption={words.deliveries}
                columns={createColumns({ isRefused, view: setViewed, resend, busyId })}
                rows={deliveries}
                getRowKey={({ _id }) => _id}
              />
              <Pagination label={words.pages} page={listQuery.page} pages={pages} to={to} />
            </>
          )
        }
      </AsyncContent>
      {viewed && <DeliveryDialog delivery={viewed} close={() => setViewed(null)} />}
    </section>
  );
}
