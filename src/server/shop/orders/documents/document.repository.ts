import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { DocumentFilter, ListedDocument, OrderDocument } from '../../../../contract/documents.ts';
import { toDollars } from '../../../../contract/money.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type KeysetQuery, listByKeyset, toInOrder, walkByKeyset } from '../../../platform/database/keyset-pagination.ts';
import { query } from '../../../platform/database/query.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { users } from '../../database/schema/account.ts';
import { documentSeries, documents } from '../../database/schema/document.ts';
import type { DocumentContent, DocumentPerson } from '../../database/schema/document-content.ts';
import { orderLines, orders } from '../../database/schema/order.ts';
import { refundLines, refunds } from '../../database/schema/payment.ts';
import type { Owner } from '../rows/order-lock.repository.ts';
import { isOwnedBy } from '../rows/order-lock.repository.ts';

export type DocumentRow = typeof documents.$inferSelect;

/** All that an order's documents say of it. Null: there is no such order. */
export async function findDocumentSource(tx: Database, id: string) {
  const [found] = await tx
    .select({
      order: orders,
      name: sql<string>`coalesce(${users.name}, ${orders.guestName})`,
      email: sql<string>`coalesce(${users.email}, ${orders.guestEmail})`,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id));
  if (!found) return null;
  const lines = await tx.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position));
  return { ...found, lines };
}

export type DocumentSource = NonNullable<Awaited<ReturnType<typeof findDocumentSource>>>;

/** Of one order, in the order in which they were made. */
export function listDocumentsOf(db: Database, orderId: string): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(eq(documents.orderId, orderId))
    .orderBy(asc(documents.createdAt), desc(documents.kind), asc(documents.sequence));
}

export interface NewDocument
  extends Pick<DocumentRow, 'id' | 'kind' | 'prefix' | 'day' | 'createdAt' | 'orderId' | 'refundId' | 'corrects' | 'currency'> {
  netCents: number;
  taxCents: number;
  content: DocumentContent;
  person: DocumentPerson;
}

/**
 * Draws its number, and tells other programs: in one statement, because whoever makes a document next waits until this transaction ends. Nothing in
 * an event says who bought.
 */
export async function createDocument(tx: Database, document: NewDocument): Promise<Pick<DocumentRow, 'id' | 'number' | 'day'>> {
  const { id, kind, prefix, day, createdAt, orderId, refundId, corrects, currency, netCents, taxCents, content, person } = document;
  const [made] = await query<{ id: string; number: string; day: string }>(
    tx,
    sql`with made as (
        insert into documents (id, kind, prefix, year, day, created_at, order_id, refund_id, corrects, currency, net_cents, tax_cents, gross_cents,
          content, personal)
        values (${id}, ${kind}, ${prefix}, ${Number(day.slice(0, 4))}::int, ${day}::date, ${createdAt.toISOString()}::timestamptz, ${orderId},
          ${sql.param(refundId)}::uuid, ${sql.param(corrects)}::uuid, ${currency}, ${netCents}::bigint, ${taxCents}::bigint,
          ${netCents + taxCents}::bigint, ${JSON.stringify(content)}::jsonb, ${JSON.stringify(person)}::jsonb)
        returning *
      ), marked as (update orders set has_documents = true where id = ${orderId} and not has_documents)
      select made.id, made.number, made.day::text as day, queue_webhook_event('document.created', made.order_id, jsonb_build_object(
        '_id', made.id, 'kind', made.kind, 'number', made.number, 'date', made.day, 'order', made.order_id, 'currency', upper(made.currency),
        'netCents', made.net_cents, 'taxCents', made.tax_cents, 'grossCents', made.gross_cents,
        'corrects', (select number from documents c where c.id = made.corrects))) from made`,
  );
  if (!made) throw new Error('the document was not written');
  return made;
}

/** The refund of the order that no document is for, with what it is for: the one just made, or of that sum. */
export async function findUncreditedRefund(tx: Database, orderId: string, grossCents: number) {
  const [refund] = await tx
    .select({ id: refunds.id, shippingCents: refunds.shippingCents })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.amountCents, grossCents),
        ne(refunds.status, 'failed'),
        isNull(refunds.payment),
        sql`not exists (select from documents d where d.refund_id = ${refunds.id})`,
      ),
    )
    .orderBy(desc(refunds.at))
    .limit(1);
  if (!refund) return null;
  const lines = await tx
    .select({ position: refundLines.position, quantity: refundLines.quantity })
    .from(refundLines)
    .where(eq(refundLines.refundId, refund.id))
    .orderBy(asc(refundLines.position));
  return { ...refund, lines };
}

/** Pieces by line of the refunds that documents are for. */
export async function sumCreditedPieces(tx: Database, orderId: string): Promise<Map<number, number>> {
  const rows = await tx
    .select({ position: refundLines.position, pieces: sql<number>`sum(${refundLines.quantity})::int` })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .innerJoin(documents, eq(documents.refundId, refunds.id))
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, 'failed')))
    .groupBy(refundLines.position);
  return new Map(rows.map(({ position, pieces }) => [position, pieces]));
}

export async function findDocument(db: Database, id: string): Promise<DocumentRow | null> {
  const [row] = await db.select().from(documents).where(eq(documents.id, id));
  return row ?? null;
}

/** Whose order it is decides who may have it. */
export async function findOwnDocument(db: Database, owner: Owner, orderId: string, id: string): Promise<DocumentRow | null> {
  const [row] = await db
    .select({ document: documents })
    .from(documents)
    .innerJoin(orders, eq(orders.id, documents.orderId))
    .where(and(eq(documents.id, id), eq(documents.orderId, orderId), isOwnedBy(owner)));
  return row?.document ?? null;
}

export async function isOwnOrder(db: Database, owner: Owner, id: string): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.id, id), isOwnedBy(owner)))) > 0;
}

export function toOrderDocument({ id, kind, number, day, currency, netCents, taxCents, grossCents, content }: DocumentRow): OrderDocument {
  return {
    ...{ _id: id, kind, number, date: day, currency: currency.toUpperCase() },
    ...{ net: toDollars(netCents), tax: toDollars(taxCents), gross: toDollars(grossCents) },
    corrects: content.corrected?.number ?? null,
  };
}

const toListed = (row: DocumentRow): ListedDocument => ({
  ...toOrderDocument(row),
  order: { _id: row.orderId, number: row.content.order.number },
  customer: row.personal?.company || (row.personal?.name ?? ''),
  country: row.content.country,
});

function toSource({ kind, order, from, to }: DocumentFilter) {
  const conditions: SQL[] = [
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(order ? [sql`order_id = ${order}`] : []),
    ...(from ? [sql`day >= ${from}::date`] : []),
    ...(to ? [sql`day <= ${to}::date`] : []),
  ];
  return {
    table: 'documents' as const,
    rows: sql`select id, created_at from documents where ${sql.join([sql`true`, ...conditions], sql` and `)}`,
  };
}

async function readRows(db: Database, ids: string[]): Promise<DocumentRow[]> {
  const rows = ids.length ? await db.select().from(documents).where(inArray(documents.id, ids)) : [];
  return toInOrder(ids, rows, ({ id }) => id);
}

/** Newest first. */
export async function listDocuments(db: Database, filter: DocumentFilter, listQuery: KeysetQuery) {
  const { ids, ...found } = await listByKeyset(db, toSource(filter), listQuery);
  return { documents: (await readRows(db, ids)).map(toListed), ...found };
}

export const walkDocuments = (read: ReadFromReplica, filter: DocumentFilter, batchSize: number) =>
  walkByKeyset(read, { select: () => toSource(filter), readRows, batchSize });

/** The tax rates that the documents have, the highest first. */
export async function listRates(db: Database, filter: DocumentFilter): Promise<number[]> {
  const { rows } = toSource(filter);
  const found = await query<{ rate: number }>(
    db,
    sql`select distinct (tax ->> 'ratePpm')::int as rate from documents d, jsonb_array_elements(d.content -> 'taxes') tax
      where d.id in (select id from (${rows}) listed) order by 1 desc`,
  );
  return found.map(({ rate }) => rate);
}

export interface Series {
  next: number;
  /** A number was drawn: they begin where they began. */
  isFixed: boolean;
}

export async function findSeries(db: Database, prefix: string, year: number): Promise<Series> {
  const [found] = await db
    .select()
    .from(documentSeries)
    .where(and(eq(documentSeries.prefix, prefix), eq(documentSeries.year, year)));
  return found ? { next: found.last + 1, isFixed: found.last >= found.first } : { next: 1, isFixed: false };
}

/** False if a number was drawn meanwhile. */
export async function startSeries(tx: Database, prefix: string, year: number, next: number): Promise<boolean> {
  const rows = await tx
    .insert(documentSeries)
    .values({ prefix, year, first: next, last: next - 1 })
    .onConflictDoUpdate({
      target: [documentSeries.prefix, documentSeries.year],
      set: { first: next, last: next - 1 },
      setWhere: sql`${documentSeries.last} < ${documentSeries.first}`,
    })
    .returning({ last: documentSeries.last });
  return rows.length > 0;
}

/** Who bought, of documents of these orders: the law no longer asks for it. In a transaction that erases (audit.repository.ts). */
export async function forgetBuyers(tx: Database, orderIds: string[]): Promise<void> {
  if (orderIds.length) await tx.update(documents).set({ personal: null }).where(inArray(documents.orderId, orderIds));
}
