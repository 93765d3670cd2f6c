/** Documents as customers and the team see them: lists, PDF, and as CSV for bookkeeping. */
import type { DocumentFilter, OrderDocument } from '../../../../contract/documents.ts';
import { toDollars } from '../../../../contract/money.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { KeysetQuery } from '../../../platform/database/keyset-pagination.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { AppError } from '../../../platform/errors.ts';
import { writeCsvRow } from '../../../platform/http/csv.ts';
import { lockOrderById, type Owner } from '../rows/order-lock.repository.ts';
import { createMissingInvoice } from './create-documents.ts';
import type { DocumentRow } from './document.repository.ts';
import * as repository from './document.repository.ts';
import { parseInvoicing } from './invoice-settings.service.ts';

const createNotFoundError = () => new AppError('not_found', 'There is no such document');
const createOrderNotFoundError = () => new AppError('order_not_found', 'There is no such order');

async function listOf(db: Database, orderId: string): Promise<OrderDocument[]> {
  return (await repository.listDocumentsOf(db, orderId)).map(repository.toOrderDocument);
}

/** Throws `order_not_found`, for another customer's order too. */
export async function listOwnDocuments(db: Database, owner: Owner, orderId: string): Promise<OrderDocument[]> {
  if (!(await repository.isOwnOrder(db, owner, orderId))) throw createOrderNotFoundError();
  return listOf(db, orderId);
}

/** Throws `order_not_found`, and `not_found` for a document of another order. */
export async function findOwnDocument(db: Database, owner: Owner, orderId: string, id: string): Promise<DocumentRow> {
  const found = await repository.findOwnDocument(db, owner, orderId, id);
  if (found) return found;
  throw (await repository.isOwnOrder(db, owner, orderId)) ? createNotFoundError() : createOrderNotFoundError();
}

/** Throws `not_found`. */
export async function requireDocument(db: Database, id: string): Promise<DocumentRow> {
  const found = await repository.findDocument(db, id);
  if (!found) throw createNotFoundError();
  return found;
}

/** Library and fonts are loaded with the first document. */
export async function renderPdf(document: DocumentRow): Promise<AsyncIterable<Uint8Array>> {
  const { renderDocument } = await import('./render-document.ts');
  return renderDocument(document);
}

export function listDocuments(db: Database, { kind, order, from, to, ...listQuery }: DocumentFilter & KeysetQuery) {
  return repository.listDocuments(db, toFilter({ kind, order, from, to }), listQuery);
}

type SentFilter = { [Name in keyof DocumentFilter]?: DocumentFilter[Name] | undefined };

const toFilter = ({ kind, order, from, to }: SentFilter): DocumentFilter => ({
  ...(kind && { kind }),
  ...(order && { order }),
  ...(from && { from }),
  ...(to && { to }),
});

/** Throws `order_not_found`, `invoices_off` and `wrong_order_status`. */
export async function createInvoice({ db, now }: Pick<Deps, 'db' | 'now'>, orderId: string): Promise<OrderDocument[]> {
  await retryTransaction(db, async (tx) => {
    const order = await lockOrderById(tx, orderId);
    if (!order) throw createOrderNotFoundError();
    const invoicing = parseInvoicing(order.invoicing);
    if (!invoicing?.isOn) throw new AppError('invoices_off', 'Invoices are off: switch them on in the settings first');
    if (order.hasDocuments) return;
    if (order.number === null || order.status === 'review' || order.isTest)
      throw new AppError('wrong_order_status', 'Only an order that was paid, and is no test, has an invoice');
    await createMissingInvoice(tx, order, invoicing, now());
  });
  return listOf(db, orderId);
}

const EXPORT_BATCH = 200;

type Cell = string | number;

/** Of a credit note, sums are negative: adding the column up gives what was earned. */
const COLUMNS: [name: string, read: (row: DocumentRow, sign: 1 | -1) => Cell | null][] = [
  ['number', ({ number }) => number],
  ['kind', ({ kind }) => (kind === 'invoice' ? 'invoice' : 'credit note')],
  ['date', ({ day }) => day],
  ['order', ({ content }) => content.order.number],
  ['corrects', ({ content }) => content.corrected?.number ?? null],
  ['customer', ({ personal }) => personal?.name ?? null],
  ['country', ({ content }) => content.country],
  ['currency', ({ currency }) => currency.toUpperCase()],
  ['net', ({ netCents }, sign) => toDollars(sign * netCents)],
  ['tax', ({ taxCents }, sign) => toDollars(sign * taxCents)],
  ['gross', ({ grossCents }, sign) => toDollars(sign * grossCents)],
  ['payment', ({ content }) => content.payment],
  ['company', ({ personal }) => personal?.company ?? null],
  ['vat_id', ({ personal }) => personal?.vatId ?? null],
];

const formatRate = (ratePpm: number) => `${ratePpm / 10_000}%`;

function toRateCells({ content }: DocumentRow, rates: readonly number[], sign: 1 | -1): Cell[] {
  return rates.flatMap((rate): Cell[] => {
    const ofRate = content.taxes.filter(({ ratePpm }) => ratePpm === rate);
    if (!ofRate.length) return ['', ''];
    return (['netCents', 'taxCents'] as const).map((key) => toDollars(sign * ofRate.reduce((all, it) => all + it[key], 0)));
  });
}

/** Two columns for each tax rate that occurs. Read and sent batch by batch. */
export async function* exportDocuments(read: ReadFromReplica, sent: SentFilter): AsyncGenerator<string> {
  const filter = toFilter(sent);
  const rates = await read((db) => repository.listRates(db, filter));
  yield writeCsvRow([...COLUMNS.map(([name]) => name), ...rates.flatMap((rate) => [`net ${formatRate(rate)}`, `tax ${formatRate(rate)}`])]);
  const toRow = (row: DocumentRow) => {
    const sign = row.kind === 'invoice' ? 1 : -1;
    return writeCsvRow([...COLUMNS.map(([, readCell]) => readCell(row, sign) ?? ''), ...toRateCells(row, rates, sign)]);
  };
  for await (const rows of repository.walkDocuments(read, filter, EXPORT_BATCH)) yield rows.map(toRow).join('');
}
