/** The rules of verify.service.ts as questions that are answered by nothing, where all is well. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';

const HOUR = 3_600_000;

/** Each row's only column, `what`, as text. */
async function listViolations(db: Database, statement: SQL): Promise<string[]> {
  const rows = await query<{ what: unknown }>(db, statement);
  return rows.map(({ what }) => String(what));
}

export function listStockMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select p.name || ' (' || p.id || '): stock ' || p.quantity || ', ledger ' || coalesce(sum(m.available), 0) as what
      from products p left join stock_movements m on m.product_id = p.id
      group by p.id having p.quantity <> coalesce(sum(m.available), 0) order by p.id`,
  );
}

export function listPriceCountMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`with there as (select category_id, price_cents, count(*)::int as count from products group by 1, 2)
      select 'category ' || category_id || ' at ' || price_cents || ' cents: ' || coalesce(t.count, 0) || ' products, counted ' || coalesce(c.count, 0)
        as what from there t full join price_counts c using (category_id, price_cents)
      where t.count is distinct from c.count order by 1`,
  );
}

export function listReservationMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`with held as (
        select l.product_id, sum(l.quantity) as pieces from order_lines l join orders o on o.id = l.order_id
        where o.stock = 'held' and l.product_id is not null group by l.product_id
      ), reserved as (select product_id, sum(reserved) as pieces from stock_movements group by product_id)
      select p.name || ' (' || p.id || '): orders hold ' || coalesce(h.pieces, 0) || ', ledger ' || coalesce(r.pieces, 0) as what
      from products p left join held h on h.product_id = p.id left join reserved r on r.product_id = p.id
      where coalesce(h.pieces, 0) <> coalesce(r.pieces, 0) order by p.id`,
  );
}

export function listNegativeReservations(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select 'order ' || order_id || ', product ' || product_id || ': ' || sum(reserved) as what
      from stock_movements where order_id is not null group by order_id, product_id having sum(reserved) < 0 order by 1`,
  );
}

export function listOrderTotalMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select '#' || o.number || ': total ' || o.total_cents || ', lines ' || coalesce(sum(l.price_cents::bigint * l.quantity), 0) as what
      from orders o left join order_lines l on l.order_id = o.id
      group by o.id having o.total_cents <> coalesce(sum(l.price_cents::bigint * l.quantity), 0) order by 1`,
  );
}

export function listOrderStockMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select '#' || number || ': ' || status || ', stock ' || stock as what from orders
      where not case status
        when 'pending' then stock = 'held'
        when 'cancelled' then stock = 'none'
        when 'expired' then stock = 'none'
        when 'paid' then stock = 'sold'
        when 'shipped' then stock = 'sold'
        when 'delivered' then stock = 'sold'
        when 'refunded' then stock in ('sold', 'none')
        else true end
      order by number`,
  );
}

export function listOrderHistoryMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select '#' || o.number || ': ' || o.status || ', history ' || coalesce(h.to_status, 'none') as what
      from orders o left join lateral (
        select to_status from order_history where order_id = o.id order by id desc limit 1
      ) h on true where h.to_status is distinct from o.status order by o.number`,
  );
}

export function listPaidOrdersWithoutPaidAt(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select '#' || number as what from orders
      where status in ('paid', 'shipped', 'delivered', 'refunded', 'review') and paid_at is null order by number`,
  );
}

export function listRefundMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select '#' || o.number || ': went back ' || o.refunded_cents || ', carried out ' || sum(r.amount_cents) as what
      from orders o join refunds r on r.order_id = o.id and r.status = 'done'
      group by o.id having o.refunded_cents < sum(r.amount_cents) order by 1`,
  );
}

export function listSharedPayments(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select provider || ' ' || payment_id || ': orders ' || string_agg('#' || number, ', ' order by number) as what
      from orders where payment_id is not null group by provider, payment_id having count(*) > 1 order by 1`,
  );
}

/** A paid event whose session no order bears as paid: money without an order. */
export function listOrphanPayments(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select distinct 'session ' || (e.payload->>'sessionId') as what from payment_events e
      where e.type = 'paid' and not exists (
        select from orders o where o.provider = e.provider and o.provider_session = e.payload->>'sessionId'
          and o.status in ('paid', 'shipped', 'delivered', 'refunded', 'review')
      ) order by 1`,
  );
}

export function listStaleReservations(db: Database, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - HOUR).toISOString();
  return listViolations(
    db,
    sql`select '#' || number || ': since ' || expires_at as what from orders
      where status = 'pending' and expires_at < ${before}::timestamptz order by number`,
  );
}
