/** Ships many orders: pasted lines are looked up, then shipped a few at a time, each with its own result. */

import { useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { CARRIER_MAX_LENGTH, SHIPMENTS_MAX, TRACKING_MAX_LENGTH } from '../../../contract/limits.ts';
import { findOrdersByNumber, guessCarrier, shipOrders } from '../../../contract/order-shipping.ts';
import { api } from '../../api.ts';
import { orders as orderWords } from '../../shared/messages/orders.ts';
import { shipOrders as words } from '../orders/messages.ts';

/** What an admin pasted: a line for each order, its number, the tracking number and, if it differs, the carrier. */

export type ShipmentError = 'no_number' | 'number_twice' | 'no_carrier' | 'carrier_too_long' | 'tracking_too_long';

export interface ShipmentLine {
  /** As an editor counts them, from 1. */
  line: number;
  text: string;
  number: number | null;
  tracking: string;
  carrier: string;
  error: ShipmentError | null;
}

/** Spreadsheets copy cells with tabs, files have commas or semicolons. A line's first separator counts for all of it. */
function splitCells(text: string): string[] {
  const separator = /[\t,;]/.exec(text)?.[0];
  const cells = separator ? text.split(separator) : [text];
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
}

/** An order number has fewer than ten digits, because more would overflow the database's integer. */
function parseNumber(cell: string): number | null {
  const digits = /^#?(\d{1,9})$/.exec(cell)?.[1];
  return digits && Number(digits) > 0 ? Number(digits) : null;
}

function findError({ number, tracking, carrier }: Omit<ShipmentLine, 'error'>, earlier: ReadonlySet<number>): ShipmentError | null {
  if (number === null) return 'no_number';
  if (earlier.has(number)) return 'number_twice';
  if (tracking.length > TRACKING_MAX_LENGTH) return 'tracking_too_long';
  if (!carrier) return 'no_carrier';
  return carrier.length > CARRIER_MAX_LENGTH ? 'carrier_too_long' : null;
}

/** Empty lines are left out, and so is a first line without a digit: the headings of a spreadsheet. */
export function parseShipments(text: string, defaultCarrier: string): ShipmentLine[] {
  const rows = text.split(/\r\n|\r|\n/).map((it, index) => ({ line: index + 1, text: it.trim() }));
  const filled = rows.filter((row) => row.text !== '');
  const lines = filled[0] && !/\d/.test(filled[0].text) ? filled.slice(1) : filled;
  const numbers = new Set<number>();
  return lines.map((row) => {
    const [first = '', tracking = '', ...rest] = splitCells(row.text);
    const carrier = rest.find(Boolean) ?? (defaultCarrier.trim() || guessCarrier(tracking) || '');
    const shipment = { ...row, number: parseNumber(first), tracking, carrier };
    const error = findError(shipment, numbers);
    if (shipment.number !== null) numbers.add(shipment.number);
    return { ...shipment, error };
  });
}

export interface ShipmentRow extends Omit<ShipmentLine, 'error'> {
  order: ReplyOf<typeof findOrdersByNumber>['orders'][number] | null;
  state: 'faulty' | 'ready' | 'shipped' | 'failed';
  /** Why it is faulty or failed. */
  problem: string | null;
}

export type ShipOrdersState = { step: 'edit' } | { step: 'preview' | 'running' | 'done'; rows: ShipmentRow[] };

/** As many orders as one call ships within about a second; the progress bar moves in the same steps. */
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
