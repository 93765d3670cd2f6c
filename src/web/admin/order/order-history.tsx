/** Every change of the order and every note, newest first: who, when, from, to and why. */
import type { ReactNode } from 'react';
import type { AdminOrder, OrderChange, OrderNote } from '../../../contract/order-fields.ts';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { OrderStatus } from '../../shared/orders/order-status.tsx';
import { adminOrder as words } from '../orders/messages.ts';
import { formatDateTime } from '../parts/format-date.ts';

interface OrderHistoryProps {
  order: Pick<AdminOrder, 'history' | 'notes'>;
  /** Below the heading: the form for a note. */
  children: ReactNode;
}

export function OrderHistory({ order: { history, notes }, children }: OrderHistoryProps) {
  const changes = history.map((change) => ({ at: change.at, entry: <ChangeEntry change={change} /> }));
  const written = notes.map((note) => ({ at: note.at, entry: <NoteEntry note={note} /> }));
  // The sort is stable: what happened in one millisecond stays in its order.
  const entries = [...changes, ...written].toSorted((a, b) => a.at.localeCompare(b.at)).toReversed();
  return (
    <Panel title={words.history}>
      {children}
      <ol className="-mb-3 divide-y divide-line">
        {entries.map(({ entry }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes can be identical
          <li key={index} className="py-3">
            {entry}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function ChangeEntry({ change: { at, by, from, to, why } }: { change: OrderChange }) {
  return (
    <>
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
      <Author at={at} by={by} />
    </>
  );
}

function NoteEntry({ note: { at, by, audience, text } }: { note: OrderNote }) {
  return (
    <>
      <p>
        <Badge tone={audience === 'customer' ? 'accent' : 'quiet'}>{words.noteLabels[audience]}</Badge>
      </p>
      <p dir="auto" className="mt-1.5 text-left break-words whitespace-pre-line">
        {text}
      </p>
      <Author at={at} by={by} />
    </>
  );
}

function Author({ at, by }: { at: string; by: string }) {
  return (
    <p className="tabular-nums mt-0.5 text-small text-soft">
      <time dateTime={at}>{formatDateTime(at)}</time> {words.by} <bdi className="font-[560] text-ink">{by}</bdi>
    </p>
  );
}
