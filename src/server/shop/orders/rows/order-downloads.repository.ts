/** Which files and licence keys an order has, from its payment on. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { type OrderStatus, PAID_STATUSES } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { isOneOf } from '../../database/schema/columns.ts';
import { downloadFiles, orderDownloads, orderKeys } from '../../database/schema/downloads.ts';
import { orderLines, orders } from '../../database/schema/order.ts';
import { isOwnedBy, type Owner } from './order-lock.repository.ts';

/** Statuses in which what was bought is handed over: not on hold, and not refunded. */
export const OPEN_STATUSES = PAID_STATUSES.filter((it) => it !== 'review' && it !== 'refunded');
const isOpen = isOneOf(sql`o.status`, OPEN_STATUSES);

/** What belongs to a line `l`: of its product, and of all variants or its own. */
const isOfLine = (table: 'f' | 'k') =>
  sql.raw(`${table}.product_id = l.product_id and (${table}.variant_ids = '{}' or l.variant_id = any(${table}.variant_ids))`);
const isSoldFile = sql`${isOfLine('f')} and f.status = 'ready'`;
const isSoldList = sql`${isOfLine('k')} and k.removed_at is null`;

/** Whether the order has something to hand over; for a statement that its payment makes anyhow. */
export const hasSomethingToHandOver = (orderId: string) => sql`exists (
  select from order_lines l where l.order_id = ${orderId}::uuid
    and (exists (select from download_files f where ${isSoldFile}) or exists (select from license_key_lists k where ${isSoldList})))`;

/** For a test order, which has no other effects. */
export async function findSomethingToHandOver(tx: Database, orderId: string): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(tx, sql`select ${hasSomethingToHandOver(orderId)} as found`);
  return row?.found ?? false;
}

interface Limits {
  downloads: number | null;
  expiresAt: Date | null;
}

const toTime = (at: Date | null) => sql`${sql.param(at?.toISOString() ?? null)}::timestamptz`;

/** A file's own limit counts before that of the settings; its 0 is none. */
const toAllowed = (downloads: number | null) =>
  sql`case when coalesce(f.downloads, ${sql.param(downloads)}::int) > 0
    then least(coalesce(f.downloads, ${sql.param(downloads)}::int)::bigint * l.quantity, 1000000)::int end`;
const toEnd = (expiresAt: Date | null, at: Date) =>
  sql`case when f.days is null then ${toTime(expiresAt)} when f.days > 0 then ${toTime(at)} + make_interval(hours => 24 * f.days) end`;

/** Gives each line the files that its product has now. What the order has already stays as it is. */
export async function createOrderDownloads(tx: Database, orderId: string, { downloads, expiresAt }: Limits, at: Date): Promise<void> {
  await tx.execute(sql`insert into order_downloads (id, order_id, line, file_id, allowed, expires_at, created_at)
    select gen_random_uuid(), l.order_id, l.position, f.id, ${toAllowed(downloads)}, ${toEnd(expiresAt, at)}, ${toTime(at)}
    from order_lines l join download_files f on ${isSoldFile} where l.order_id = ${orderId}::uuid
    on conflict (order_id, line, file_id) do nothing`);
  await tx.update(orders).set({ hasDownloads: true }).where(eq(orders.id, orderId));
}

/** Each line whose product sells licence keys is owed one a piece: of the list of its variant, or else of all variants. */
export async function createOrderKeys(tx: Database, orderId: string, at: Date): Promise<void> {
  await tx.execute(sql`insert into order_keys (order_id, line, list_id, quantity, created_at)
    select distinct on (l.position) l.order_id, l.position, k.id, l.quantity, ${toTime(at)}
    from order_lines l join license_key_lists k on ${isSoldList} where l.order_id = ${orderId}::uuid
    order by l.position, cardinality(k.variant_ids) = 0, k.created_at, k.id
    on conflict (order_id, line) do nothing`);
}

export interface OwedKeys {
  orderId: string;
  line: number;
  listId: string;
  /** How many are missing. */
  count: number;
}

const owedOf = sql`k.order_id as "orderId", k.line, k.list_id as "listId", k.quantity - k.given as count`;

export async function listOwedOf(tx: Database, orderId: string): Promise<OwedKeys[]> {
  return query(
    tx,
    sql`select ${owedOf} from order_keys k where k.order_id = ${orderId}::uuid and k.given < k.quantity order by k.line for update of k`,
  );
}

/** Pieces of the line that refunds of single lines gave back. */
const REFUNDED_PIECES = sql`(select coalesce(sum(rl.quantity), 0) from refunds r join refund_lines rl on rl.refund_id = r.id
  where r.order_id = k.order_id and r.status = 'succeeded' and rl.position = k.line)`;

/** Orders that wait for keys of which there are some, the oldest first. */
export async function listOrdersOwed(db: Database, limit: number): Promise<string[]> {
  const rows = await query<{ orderId: string }>(
    db,
    sql`select k.order_id as "orderId" from order_keys k join orders o on o.id = k.order_id where k.given < k.quantity and ${isOpen}
      and exists (select from license_keys free where free.list_id = k.list_id and free.order_id is null)
      group by k.order_id order by min(k.created_at), k.order_id limit ${limit}::int`,
  );
  return rows.map(({ orderId }) => orderId);
}

export const isAnyoneOwed = async (db: Database): Promise<boolean> => (await listOrdersOwed(db, 1)).length > 0;

/** Nothing is owed of what was refunded. */
export async function endRefundedKeys(tx: Database, orderId: string, isAll: boolean): Promise<void> {
  await tx.execute(sql`update order_keys k
    set quantity = greatest(k.given, case when ${isAll}::boolean then 0 else least(k.quantity, l.quantity - ${REFUNDED_PIECES}) end)
    from order_lines l where k.order_id = ${orderId}::uuid and l.order_id = k.order_id and l.position = k.line and k.given < k.quantity`);
}

export async function addGiven(tx: Database, { orderId, line }: OwedKeys, given: number): Promise<void> {
  await tx
    .update(orderKeys)
    .set({ given: sql`${orderKeys.given} + ${given}` })
    .where(and(eq(orderKeys.orderId, orderId), eq(orderKeys.line, line)));
}

/** Nothing of it is shipped, and the customer has all of it: each line has a file, or all of its keys. */
export async function isHandedOver(tx: Database, orderId: string): Promise<boolean> {
  const [row] = await query<{ done: boolean }>(
    tx,
    sql`select not o.needs_shipping and not exists (
        select from order_lines l where l.order_id = o.id and not l.is_gift_card
          and not exists (select from order_downloads d where d.order_id = o.id and d.line = l.position)
          and not exists (select from order_keys k where k.order_id = o.id and k.line = l.position)
      ) and not exists (select from order_keys k where k.order_id = o.id and k.given < k.quantity) as done
      from orders o where o.id = ${orderId}::uuid`,
  );
  return row?.done ?? false;
}

/** A file of an order, with what decides whether it can be fetched. */
export interface OrderFile {
  id: string;
  orderId: string;
  line: number;
  fileId: string;
  name: string;
  bytes: number;
  isDeleted: boolean;
  allowed: number | null;
  used: number;
  expiresAt: Date | null;
  status: OrderStatus;
  product: string;
  quantity: number;
}

const fileColumns = {
  id: orderDownloads.id,
  orderId: orderDownloads.orderId,
  line: orderDownloads.line,
  fileId: orderDownloads.fileId,
  name: downloadFiles.name,
  bytes: downloadFiles.bytes,
  isDeleted: sql<boolean>`${downloadFiles.status} = 'deleted'`,
  allowed: orderDownloads.allowed,
  used: orderDownloads.used,
  expiresAt: orderDownloads.expiresAt,
  status: orders.status,
  product: orderLines.name,
  quantity: orderLines.quantity,
};

const selectFiles = (db: Database) =>
  db
    .select(fileColumns)
    .from(orderDownloads)
    .innerJoin(downloadFiles, eq(downloadFiles.id, orderDownloads.fileId))
    .innerJoin(orders, eq(orders.id, orderDownloads.orderId))
    .innerJoin(orderLines, and(eq(orderLines.orderId, orderDownloads.orderId), eq(orderLines.position, orderDownloads.line)));

export async function listOrderFiles(db: Database, orderId: string): Promise<OrderFile[]> {
  return selectFiles(db)
    .where(eq(orderDownloads.orderId, orderId))
    .orderBy(asc(orderDownloads.line), asc(downloadFiles.position), asc(orderDownloads.id));
}

export async function findOrderFile(db: Database, id: string): Promise<OrderFile | null> {
  const [row] = await selectFiles(db).where(eq(orderDownloads.id, id));
  return row ?? null;
}

interface KeyLine {
  line: number;
  quantity: number;
  given: number;
  /** How many pieces the line has. */
  bought: number;
}

export async function listKeyLines(db: Database, orderId: string): Promise<KeyLine[]> {
  const { line, quantity, given } = orderKeys;
  return db
    .select({ line, quantity, given, bought: orderLines.quantity })
    .from(orderKeys)
    .innerJoin(orderLines, and(eq(orderLines.orderId, orderKeys.orderId), eq(orderLines.position, line)))
    .where(eq(orderKeys.orderId, orderId))
    .orderBy(asc(line));
}

export async function findStatus(db: Database, orderId: string): Promise<OrderStatus | null> {
  const [row] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId));
  return row?.status ?? null;
}

export async function isOwnOrder(db: Database, owner: Owner, orderId: string): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.id, orderId), isOwnedBy(owner)))) > 0;
}

/** Counts one more download; of several at once no more than are left. Null: none is. */
export async function countDownload(db: Database, id: string, now: Date): Promise<{ allowed: number | null; used: number } | null> {
  const [row] = await query<{ allowed: number | null; used: number }>(
    db,
    sql`update order_downloads d set used = d.used + 1 from orders o
      where d.id = ${id}::uuid and o.id = d.order_id and ${isOpen} and (d.allowed is null or d.used < d.allowed)
        and (d.expires_at is null or d.expires_at > ${toTime(now)})
      returning d.allowed, d.used`,
  );
  return row ?? null;
}

/** How often one download may be sent from its first byte on: browsers ask again after a broken connection. */
const STARTS_EACH = 3;

/** False: its bytes were sent often enough. */
export async function startSending(db: Database, id: string): Promise<boolean> {
  const rows = await query(
    db,
    sql`update order_downloads set starts = starts + 1 where id = ${id}::uuid and starts < used * ${STARTS_EACH}::int returning id`,
  );
  return rows.length > 0;
}

/** As many downloads as a new order gets, and until then. */
export async function renewDownloads(tx: Database, orderId: string, { downloads, expiresAt }: Limits, at: Date): Promise<void> {
  await tx.execute(sql`update order_downloads d
    set allowed = d.used + ${toAllowed(downloads)}, expires_at = ${toEnd(expiresAt, at)}
    from order_lines l, download_files f where f.id = d.file_id and d.order_id = ${orderId}::uuid and l.order_id = d.order_id and l.position = d.line`);
}
