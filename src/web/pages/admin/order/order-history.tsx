/** Every change of the order, newest first: who, when, from, to and why. */
import type { OrderChange } from '../../../../contract/order.ts';
import { OrderStatus } from '../../../components/orders/order-status.tsx';
import { formatDateTime } from '../../../format-date.ts';
import { adminOrder as words } from '../../../messages/admin-orders.ts';
import { Panel } from '../../../ui/panel.tsx';

export function OrderHistory({ changes }: { changes: OrderChange[] }) {
  return (
    <Panel title={words.history}>
      <ol className="-my-3 divide-y divide-line">
        {changes.toReversed().map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes can be identical
          <HistoryEntry key={index} change={change} />
        ))}
      </ol>
    </Panel>
  );
}

function HistoryEntry({ change: { at, by, from, to, why } }: { change: OrderChange }) {
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {from !== null && from !== to && (
          <>
            <OrderStatus status={from} />
            <span className="text-soft">
              <span aria-hidden="true">→</span>
              <span className="sr-only">{words.becomes}</span>
            </span>
          </>
        )}
        <OrderStatus status={to} />
      </p>
      <p dir="auto" className="mt-1.5 text-left">
        {why}
      </p>
      <p className="tabular-nums mt-0.5 text-small text-soft">
        <time dateTime={at}>{formatDateTime(at)}</time> {words.by} <bdi className="font-[560] text-ink">{by}</bdi>
      </p>
    </li>
  );
}
