/** Each pasted line with the order that it names and what becomes of it. */

import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { shipOrders as words } from '../orders/messages.ts';
import { OrderLink } from '../orders/order-link.tsx';
import type { ShipmentRow } from './use-ship-orders.ts';

const TONES: Record<ShipmentRow['state'], BadgeTone> = { ready: 'accent', shipped: 'good', faulty: 'caution', failed: 'caution' };

const COLUMNS: Column<ShipmentRow>[] = [
  {
    header: words.order,
    cell: ({ order, number, text }) =>
      order && number !== null ? (
        <OrderLink order={{ _id: order._id, number }} />
      ) : (
        <bdi className="line-clamp-2 wrap-anywhere">{text}</bdi>
      ),
  },
  { header: words.line, cell: ({ line }) => <span className="tabular-nums">{line}</span> },
  { header: words.customer, cell: ({ order }) => <bdi className="line-clamp-1">{order?.buyer ?? '–'}</bdi> },
  {
    header: words.shipment,
    cell: ({ carrier, tracking }) => (
      <span className="block min-w-0">
        <bdi className="line-clamp-1">{carrier || '–'}</bdi>
        <bdi className="line-clamp-2 text-small wrap-anywhere text-soft tabular-nums">{tracking || words.noTracking}</bdi>
      </span>
    ),
  },
  {
    header: words.result,
    cell: ({ state, problem }) =>
      problem === null ? (
        <Badge tone={TONES[state]}>{state === 'shipped' ? words.shipped : words.ready}</Badge>
      ) : (
        <span className="text-caution">{problem}</span>
      ),
  },
];

export function ShipmentTable({ rows }: { rows: ShipmentRow[] }) {
  return <DataTable caption={words.previewTitle} columns={COLUMNS} rows={rows} getRowKey={({ line }) => String(line)} />;
}
