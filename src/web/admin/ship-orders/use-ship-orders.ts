/** Ships many orders: pasted lines are looked up, then shipped a few at a time, each with its own result. */
import { useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { SHIPMENTS_MAX } from '../../../contract/limits.ts';
import { findOrdersByNumber, shipOrders } from '../../../contract/order-shipping.ts';
import { api } from '../../api.ts';
import { orders as orderWords } from '../../shared/messages/orders.ts';
import { shipOrders as words } from '../orders/messages.ts';
import { parseShipments, type ShipmentLine } from './parse-shipments.ts';

export interface ShipmentRow extends Omit<ShipmentLine, 'error'> {
  order: ReplyOf<typeof findOrdersByNumber>['orders'][number] | null;
  state: 'faulty' | 'ready' | 'shipped' | 'failed';
  /** Why it is faulty or failed. */
  problem: string | null;
}

export type ShipOrdersState = { step: 'edit' } | { step: 'preview' | 'running' | 'done'; rows: ShipmentRow[] };

/** As many as are answered within about a second, which is also the step of the progress bar. */
const BATCH = Math.min(10, SHIPMENTS_MAX);

function describeError({ error }: ShipmentLine, order: ShipmentRow['order']): string | null {
  if (error) return words.errors[error];
  if (!order) return words.errors.not_found;
  if (order.status !== 'paid') return words.wrongStatus(orderWords.status[order.status]);
  if (order.requested) return words.requested;
  return order.disputed ? words.disputed : null;
}

/** Throws an ApiError. */
async function lookUp(lines: ShipmentLine[]): Promise<ShipmentRow[]> {
  const numbers = [...new Set(lines.flatMap(({ number }) => number ?? []))];
  const { orders } = numbers.length ? await api(findOrdersByNumber, { body: { numbers } }) : { orders: [] };
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  return lines.map(({ error, ...line }) => {
    const order = (line.number !== null && byNumber.get(line.number)) || null;
    const problem = describeError({ ...line, error }, order);
    return { ...line, order, state: problem === null ? 'ready' : 'faulty', problem };
  });
}

/** Throws if it is unknown whether the orders were shipped. */
async function shipBatch(rows: ShipmentRow[]): Promise<ShipmentRow[]> {
  const shipments = rows.flatMap(({ order, carrier, tracking }) =>
    order ? [{ order: order._id, version: order.version, carrier, tracking }] : [],
  );
  const { results } = await api(shipOrders, { body: { shipments } });
  return rows.map((row, index) => {
    const error = results[index]?.error;
    return error ? { ...row, state: 'failed', problem: error.message } : { ...row, state: 'shipped' };
  });
}

export function useShipOrders() {
  const [state, setState] = useState<ShipOrdersState>({ step: 'edit' });
  /** Leaving the page stops it: what wasn't sent yet isn't shipped. */
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  return {
    state,
    edit: () => setState({ step: 'edit' }),
    /** Throws an ApiError. */
    preview: async (text: string, carrier: string) => setState({ step: 'preview', rows: await lookUp(parseShipments(text, carrier)) }),
    run: async (previewed: ShipmentRow[]) => {
      let rows = previewed;
      setState({ step: 'running', rows });
      const ready = rows.filter((row) => row.state === 'ready');
      for (let start = 0; start < ready.length && !isGone.current; start += BATCH) {
        const batch = ready.slice(start, start + BATCH);
        const shipped = await shipBatch(batch).catch((error: unknown) => {
          console.error(error);
          return batch.map((row): ShipmentRow => ({ ...row, state: 'failed', problem: words.unclear }));
        });
        const byLine = new Map(shipped.map((row) => [row.line, row]));
        rows = rows.map((row) => byLine.get(row.line) ?? row);
        setState({ step: 'running', rows });
      }
      setState({ step: 'done', rows });
    },
  };
}
