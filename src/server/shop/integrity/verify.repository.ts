/** The rules of verify.service.ts about orders and payments: each row that a rule's statement returns is a violation. */
import { type SQL, sql } from 'drizzle-orm';
import { PAID_STATUSES } from '../../../contract/order-fields.ts';
import { HOUR } from '../../../contract/values.ts';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { isOneOf } from '../database/schema/columns.ts';
import { MAX_PROCESSING } from '../orders/checkout/checkout-session.repository.ts';

/** Splits a table of any size into ranges of a key, so that `verify` reads each within a statement's time limit. */
/** The condition that the column is within the range. */
export type KeyRange = (column: string) => SQL;

interface Key {
  /** A table or a subquery. */
  table: string;
  /** Must be indexed. Rows with the same key are in the same range. */
  column: string;
  type: 'uuid' | 'bigint' | 'integer' | 'text';
}

/** Together the ranges contain every row whose key isn't null, about `size` rows each. */
export async function listKeyRanges(db: Database, { table, column, type }: Key, size: number): Promise<KeyRange[]> {
  const key = sql.raw(column);
  const cast = sql.raw(`::${type}`);
  const ranges: KeyRange[] = [];
  let after: string | null = null;
  for (;;) {
    const start: string | null = after;
    const rows: { last: string }[] = await query(
      db,
      sql`select ${key}::text as last from ${sql.raw(table)} where ${start === null ? sql`${key} is not null` : sql`${key} > ${start}${cast}`}
        order by ${key} offset ${size - 1} limit 1`,
    );
    const last = rows[0]?.last ?? null;
    ranges.push((it) => {
      const tested = sql.raw(it);
      const lower = start === null ? sql`${tested} is not null` : sql`${tested} > ${start}${cast}`;
      return last === null ? lower : sql`${lower} and ${tested} <= ${last}${cast}`;
    });
    if (last === null) return ranges;
    after = last;
  }
}

/** The data that the rules of verify.service.ts read. */

/** By product and by variant: the sums of their stock movements. */
export type LedgerSums = ReadonlyMap<string, { available: number; reserved: number }>;

/** A snapshot, so that all data is of the same moment. */
export interface Snapshot {
  db: Database;
  now: Date;
  /** About how many rows one statement reads. */
  pieceSize: number;
  /** Ranges of the orders' ids. */
  orderRanges: readonly KeyRange[];
  /** Read once, however many rules use it. */
  readLedger: () => Promise<LedgerSums>;
}

/** The statement has a single column, `violation`. */
export async function listViolations(db: Database, statement: SQL): Promise<string[]> {
  const rows = await query<{ violation: unknown }>(db, statement);
  return rows.map(({ violation }) => String(violation));
}

/** How findings name an order; checkouts have no number. */
export const nameOf = (table: string) => sql.raw(`coalesce('#' || ${table}.number, ${table}.id::text)`);

/** `toStatement` selects violations among the orders `o` within a range. */
export const checkOrders = (toStatement: (within: SQL, now: Date) => SQL) =>
  async function* ({ db, now, orderRanges }: Snapshot): AsyncGenerator<string> {
    for (const within of orderRanges) yield* await listViolations(db, toStatement(within('o.id'), now));
  };

export const listOrderTotalMismatches = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': subtotal ' || coalesce(o.subtotal_cents, o.total_cents) || ', lines '
      || coalesce(sum(l.price_cents::bigint * l.quantity), 0) as violation
    from orders o left join order_lines l on l.order_id = o.id where ${within}
    group by o.id having coalesce(o.subtotal_cents, o.total_cents) <> coalesce(sum(l.price_cents::bigint * l.quantity), 0) order by 1`,
);

/** An order of an earlier version has no subtotal: its total equals the sum of its lines. */
export const listPriceMismatches = checkOrders(
  (
    within,
  ) => sql`select ${nameOf('o')} || ': total ' || o.total_cents || ', subtotal ' || o.subtotal_cents || ', discount ' || o.discount_cents
      || ', shipping ' || o.shipping_cents || ', fee ' || o.fee_cents || ', local fees ' || o.charges_cents || ', tax ' || o.tax_cents as violation
    from orders o left join lateral (
      select coalesce(sum(discount_cents), 0) as discount, coalesce(sum(tax_cents), 0) as tax from order_lines where order_id = o.id
    ) l on true where ${within} and o.subtotal_cents is not null and not (
      o.total_cents = o.subtotal_cents - o.discount_cents + o.shipping_cents + o.fee_cents + o.charges_cents + case when o.is_tax_included then 0 else o.tax_cents end
      and l.discount = o.discount_cents and l.tax <= o.tax_cents and o.charges_cents = coalesce((
        select sum((charge ->> 'amountCents')::bigint) from jsonb_array_elements(o.charges) charge), 0)
    ) order by 1`,
);

/** An order with a code, unless it is a test, has one use of it, which counts unless the order is cancelled or expired, or refunded in a shop that gives it back then; an order without a code has none. */
export const listCodeUseMismatches = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': ' || o.status || ', code ' || coalesce(o.discount_code, 'none') || ', use '
      || coalesce(case when u.is_counted then 'counted' else 'given back' end || ' of ' || c.code, 'none') as violation
    from orders o left join discount_code_uses u on u.order_id = o.id left join discount_codes c on c.id = u.code_id
    where ${within} and (c.code is distinct from case when o.is_test then null else o.discount_code end or (o.status <> 'refunded' and u.is_counted <> (o.status not in ('cancelled', 'expired')))) order by 1`,
);

export async function* listCodeCountMismatches({ db }: Snapshot): AsyncGenerator<string> {
  yield* await listViolations(
    db,
    sql`select c.code || ': ' || c.uses || ' uses, ' || count(u.order_id) || ' orders' as violation
      from discount_codes c left join discount_code_uses u on u.code_id = c.id and u.is_counted
      group by c.id having c.uses <> count(u.order_id) order by 1`,
  );
}

export const listOrderStockMismatches = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': ' || o.status || ', stock ' || o.stock as violation from orders o
    where ${within} and not o.is_test and not case o.status
      when 'pending' then o.stock = 'held'
      when 'cancelled' then o.stock = 'none'
      when 'expired' then o.stock = 'none'
      when 'paid' then o.stock = 'sold'
      when 'shipped' then o.stock = 'sold'
      when 'delivered' then o.stock = 'sold'
      when 'refunded' then o.stock in ('sold', 'none')
      else true end
    order by o.number`,
);

/** What follows from a customer's order alone. */
export const listTestOrdersThatCount = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': test order with ' || found.what as violation from orders o, lateral (values
      ('stock ' || o.stock, o.stock <> 'none'),
      ('movements of stock', exists (select from stock_movements m where m.order_id = o.id)),
      ('provider ' || o.provider, o.provider not in ('demo', 'none')),
      ('a real payment', exists (select from payments p where p.order_id = o.id and p.provider <> 'demo')),
      ('a webhook event', exists (select from webhook_events e where e.subject_id = o.id))
    ) found (what, is_so) where ${within} and o.is_test and found.is_so order by 1`,
);

export const listOrderHistoryMismatches = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': ' || o.status || ', history ' || coalesce(h.to_status, 'none') as violation
    from orders o left join lateral (
      select to_status from order_history where order_id = o.id order by id desc limit 1
    ) h on true where ${within} and h.to_status is distinct from o.status order by o.number`,
);

export const listPaidOrdersWithoutPaidAt = checkOrders(
  (within) => sql`select ${nameOf('o')} as violation from orders o
    where ${within} and ${isOneOf(sql`o.status`, PAID_STATUSES)} and o.paid_at is null
      and not (o.provider = 'manual' and o.status in ('shipped', 'delivered')) order by o.number`,
);

export const listRefundMismatches = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': refunded ' || o.refunded_cents || ', completed ' || sum(r.amount_cents) as violation
    from orders o join refunds r on r.order_id = o.id and r.status = 'succeeded' and r.payment is null where ${within}
      and not exists (select from order_history h where h.order_id = o.id and h.to_status = 'review')
    group by o.id having o.refunded_cents < sum(r.amount_cents) order by 1`,
);

export const listLostRestocks = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': refunded in full, its items are still deducted' as violation from orders o
    where ${within} and o.status = 'refunded' and o.stock = 'sold'
      and exists (select from refunds r where r.order_id = o.id and r.restock and r.status <> 'failed')
    order by o.number`,
);

/** Found for each order that shares a payment, but reported once, for the first. */
export const listSharedPayments = checkOrders(
  (within) => sql`select o.provider || ' ' || o.payment_id || ': orders ' || shared.names as violation
    from orders o join lateral (
      select string_agg(${nameOf('p')}, ', ' order by p.number) as names, min(p.id::text) as first, count(*) as count
      from orders p where p.payment_id = o.payment_id and p.provider = o.provider
    ) shared on shared.count > 1 and shared.first = o.id::text
    where ${within} order by 1`,
);

/** A paid event whose session belongs to no paid order, and that is no second payment which an order shows: money without an order. */
export async function* listOrphanPayments({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  for (const within of await listKeyRanges(db, { table: 'payment_events', column: 'id', type: 'text' }, pieceSize)) {
    yield* await listViolations(
      db,
      sql`select distinct 'session ' || (e.payload->>'sessionId') as violation from payment_events e
        where ${within('e.id')} and e.type = 'paid' and not exists (
          select from orders o where o.provider = e.provider and o.provider_session = e.payload->>'sessionId'
            and ${isOneOf(sql`o.status`, PAID_STATUSES)}
        ) and not exists (
          select from payments p where p.provider = e.provider and p.session = e.payload->>'sessionId' and p.is_extra
        ) order by 1`,
    );
  }
}

export const listStaleReservations = checkOrders(
  (within, now) => sql`select ${nameOf('o')} || ': since ' || o.expires_at as violation from orders o
    where ${within} and o.status = 'pending' and not (o.number is not null and o.processing_since is not null) and o.expires_at < ${new Date(now.getTime() - HOUR).toISOString()}::timestamptz
      and coalesce(o.processing_since < ${new Date(now.getTime() - MAX_PROCESSING).toISOString()}::timestamptz, true) order by o.number`,
);

/** An order that cost nothing has no session, and no payment. */
export const listPaidOrdersWithoutPayment = checkOrders(
  (within) => sql`select ${nameOf('o')} as violation from orders o
    where ${within} and o.paid_at is not null and ${isOneOf(sql`o.status`, PAID_STATUSES)} and o.provider_session is not null and not exists (
      select from payments p where p.order_id = o.id and p.state = 'paid' and not p.is_extra
        and p.payment_id is not distinct from o.payment_id
    ) order by o.number`,
);

/** Only an order that was on hold may have been paid by another amount or currency. */
export const listPaymentMismatches = checkOrders(
  (
    within,
  ) => sql`select ${nameOf('o')} || ': total ' || o.total_cents || ' ' || o.currency || ', paid ' || p.amount_cents || ' ' || p.currency as violation
    from orders o join payments p on p.order_id = o.id and p.state = 'paid' and not p.is_extra
    where ${within} and (p.amount_cents, p.currency) is distinct from (o.total_cents - o.balance_cents, o.currency)
      and not exists (select from order_history h where h.order_id = o.id and h.to_status = 'review') order by o.number`,
);

export const listOverRefundedPayments = checkOrders(
  (within) => sql`select ${nameOf('o')} || ': paid ' || p.amount_cents || ', refunded ' || r.cents as violation
    from orders o join payments p on p.order_id = o.id and p.state = 'paid' join lateral (
      select sum(amount_cents - balance_cents) as cents from refunds where order_id = o.id and status = 'succeeded'
        and case when p.is_extra then payment = p.id else payment is null end
    ) r on r.cents > p.amount_cents where ${within} order by 1`,
);

/** A key belongs to one line, by its row; here, that each line has as many as it counts, of its own list, and no more than it has pieces. */
export const listKeyMismatches = checkOrders(
  (
    within,
  ) => sql`select ${nameOf('o')} || ', line ' || found.line || ': ' || coalesce(found.given, 0) || ' given, ' || found.keys || ' keys, '
      || coalesce(found.pieces, 0) || ' pieces' as violation
    from orders o join lateral (
      select lines.line, g.given, l.quantity as pieces, count(k.id) as keys, bool_or(k.list_id <> g.list_id) as is_other
      from (
          select line from order_keys where order_id = o.id union select line from license_keys where order_id = o.id
        ) lines left join order_keys g on g.order_id = o.id and g.line = lines.line left join license_keys k on k.order_id = o.id and k.line = lines.line
        left join order_lines l on l.order_id = o.id and l.position = lines.line
      group by lines.line, g.given, l.quantity
    ) found on true
    where ${within} and o.has_downloads and (found.given is distinct from found.keys or found.keys > found.pieces or found.is_other) order by 1`,
);
