/** The orders of a former shop as CSV, as an import reads them again. */
import type { ImportedOrder, ImportedOrderFilter } from '../../../contract/imported-order.ts';
import type { ReadFromReplica } from '../../platform/database/replica.ts';
import { writeCsvRow } from '../../platform/http/csv.ts';
import { listImportedOrdersAfter } from '../customers/accounts/imported-order.repository.ts';

const BATCH = 200;

const COLUMNS: [name: string, read: (order: ImportedOrder) => string | number | null][] = [
  ['number', (it) => it.number],
  ['placed', (it) => it.placedAt],
  ['status', (it) => it.status],
  ['customer', (it) => it.name],
  ['email', (it) => it.email],
  ['phone', (it) => it.phone],
  ['address', (it) => it.shippingAddress],
  ['billing_address', (it) => it.billingAddress],
  ['currency', (it) => it.currency],
  ['subtotal', (it) => it.subtotal],
  ['discount', (it) => it.discount],
  ['code', (it) => it.code],
  ['shipping', (it) => it.shipping],
  ['shipping_rate', (it) => it.shippingMethod],
  ['tax', (it) => it.tax],
  ['tax_included', (it) => (it.tax === null ? null : it.taxIncluded ? 'yes' : 'no')],
  ['total', (it) => it.total],
  ['refunded', (it) => it.refunded],
  ['provider', (it) => it.paymentMethod],
  ['note', (it) => it.note],
  ['tags', (it) => it.tags.join(', ')],
  ['lines', (it) => (it.lines.length ? JSON.stringify(it.lines) : '')],
];

/** Read and sent batch by batch. */
export async function* exportImportedOrders(read: ReadFromReplica, filter: ImportedOrderFilter): AsyncGenerator<string> {
  yield writeCsvRow(COLUMNS.map(([name]) => name));
  for (let last: ImportedOrder | undefined; ; ) {
    const after = last;
    const orders = await read((db) => listImportedOrdersAfter(db, filter, after, BATCH));
    yield orders.map((order) => writeCsvRow(COLUMNS.map(([, cell]) => cell(order) ?? ''))).join('');
    if (orders.length < BATCH) return;
    last = orders.at(-1);
  }
}
