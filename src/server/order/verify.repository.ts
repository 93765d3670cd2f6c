/** One query for each rule of verify.service.ts: every row it returns is a violation. */
import { type SQL, sql } from 'drizzle-orm';
import { HOUR } from '../../contract/time.ts';
import type { Database } from '../database/connect.ts';
import { query } from '../database/query.ts';

/** What a finding calls an order by: checkouts have no number. */
const nameOf = (table: string) => sql.raw(`coalesce('#' || ${table}.number, ${table}.id::text)`);

/** `violation` is the only column of each query. */
async function listViolations(db: Database, statement: SQL): Promise<string[]> {
  const rows = await query<{ violation: unknown }>(db, statement);
  return rows.map(({ violation }) => String(violation));
}

export function listStockMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select p.name || ' (' || p.id || '): stock ' || p.quantity || ', ledger ' || coalesce(sum(m.available), 0) as violation
      from products p left join stock_movements m on m.product_id = p.id
      group by p.id having p.quantity <> coalesce(sum(m.available), 0) order by p.id`,
  );
}

export function listPriceCountMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`with actual as (select category_id, price_cents, count(*)::int as count from products group by 1, 2)
      select 'category ' || category_id || ' at ' || price_cents || ' cents: ' || coalesce(t.count, 0) || ' products, counted ' || coalesce(c.count, 0)
        as violation from actual t full join price_counts c using (category_id, price_cents)
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
      select p.name || ' (' || p.id || '): orders hold ' || coalesce(h.pieces, 0) || ', ledger ' || coalesce(r.pieces, 0) as violation
      from products p left join held h on h.product_id = p.id left join reserved r on r.product_id = p.id
      where coalesce(h.pieces, 0) <> coalesce(r.pieces, 0) order by p.id`,
  );
}

export function listNegativeReservations(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select 'order ' || order_id || ', product ' || product_id || ': ' || sum(reserved) as violation
      from stock_movements where order_id is not null group by order_id, product_id having sum(reserved) < 0 order by 1`,
  );
}

export function listOrderTotalMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select ${nameOf('o')} || ': total ' || o.total_cents || ', lines ' || coalesce(sum(l.price_cents::bigint * l.quantity), 0) as violation
      from orders o left join order_lines l on l.order_id = o.id
      group by o.id having o.total_cents <> coalesce(sum(l.price_cents::bigint * l.quantity), 0) order by 1`,
  );
}

export function listOrderStockMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select ${nameOf('orders')} || ': ' || status || ', stock ' || stock as violation from orders
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
    sql`select ${nameOf('o')} || ': ' || o.status || ', history ' || coalesce(h.to_status, 'none') as violation
      from orders o left join lateral (
        select to_status from order_history where order_id = o.id order by id desc limit 1
      ) h on true where h.to_status is distinct from o.status order by o.number`,
  );
}

export function listPaidOrdersWithoutPaidAt(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select ${nameOf('orders')} as violation from orders
      where status in ('paid', 'shipped', 'delivered', 'refunded', 'review') and paid_at is null order by number`,
  );
}

export function listRefundMismatches(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select ${nameOf('o')} || ': refunded ' || o.refunded_cents || ', completed ' || sum(r.amount_cents) as violation
      from orders o join refunds r on r.order_id = o.id and r.status = 'succeeded'
      group by o.id having o.refunded_cents < sum(r.amount_cents) order by 1`,
  );
}

export function listLostRestocks(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select ${nameOf('o')} || ': refunded in full, its items are still deducted' as violation from orders o
      where o.status = 'refunded' and o.stock = 'sold'
        and exists (select from refunds r where r.order_id = o.id and r.restock and r.status <> 'failed')
      order by o.number`,
  );
}

export function listSharedPayments(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select provider || ' ' || payment_id || ': orders ' || string_agg(${nameOf('orders')}, ', ' order by number) as violation
      from orders where payment_id is not null group by provider, payment_id having count(*) > 1 order by 1`,
  );
}

/** A paid event whose session belongs to no paid order: money without an order. */
export function listOrphanPayments(db: Database): Promise<string[]> {
  return listViolations(
    db,
    sql`select distinct 'session ' || (e.payload->>'sessionId') as violation from payment_events e
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
    sql`select ${nameOf('orders')} || ': since ' || expires_at as violation from orders
      where status = 'pending' and expires_at < ${before}::timestamptz order by number`,
  );
}
