/** The rule of verify.service.ts about statistics: each day's must equal the sum of its orders and customers. */
import { type SQL, sql } from 'drizzle-orm';
import { query } from '../../platform/database/query.ts';
import { type KeyRange, listKeyRanges, listViolations, type Snapshot } from './verify.repository.ts';

/** Finds rows of the audit log that were changed, removed or inserted by anything but the shop. */

const chainEnd = sql`
  with found as (select coalesce(max(position), 0) as position from audit_log)
  select case when c.position is null then 'the chain has no end any more' when c.position > found.position then
      'rows ' || found.position + 1 || ' to ' || c.position || ' are missing' else 'the chain ends at ' || c.position || ', not at its last row' end as violation
  from found left join audit_chain c on true left join audit_log l on l.position = c.position
  where case when c.position is null then found.position > 0
    when c.position = c.start_position then found.position > c.position or c.hash <> c.start_hash
    else found.position <> c.position or l.hash <> c.hash end`;

export async function* listAuditViolations({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  const ranges = await listKeyRanges(db, { table: 'audit_log', column: 'position', type: 'bigint' }, pieceSize);
  for (const isInRange of ranges) {
    yield* await listViolations(
      db,
      sql`select case when not is_next then 'the row before row ' || position || ' is missing' else 'row ' || position || ' was changed' end as violation
        from (
          select e.position, p.position is not null or e.position = c.start_position + 1 as is_next,
            e.hash = audit_row_hash(e, e.position, coalesce(p.hash, c.start_hash))
              and (e.personal is null or e.personal_hash = audit_hash(e.personal::text)) as is_whole
          from audit_log e join audit_chain c on true left join audit_log p on p.position = e.position - 1 and p.position > c.start_position
          where ${isInRange('e.position')}
        ) rows where not is_next or not is_whole order by position`,
    );
  }
  for (const { violation } of await query<{ violation: string }>(db, chainEnd)) yield violation;
}

/** The rule of verify.service.ts about product statistics: each day's must equal the sum of its orders' lines, each month's the sum of its days. */

const DAY = sql`(paid_at at time zone (select shop_time_zone()))::date`;
const SUMS = sql`sum(pieces) as pieces, sum(cents) as cents`;

/** Both have the columns product_id, day, pieces and cents. `product_id` null stands for all deleted products. */
const compare = (counted: SQL, stored: SQL) => sql`
  select coalesce(counted.day, stored.day) || ', ' || coalesce('product ' || coalesce(counted.product_id, stored.product_id), 'deleted products')
    || ': ' || coalesce(counted.pieces, 0) || ' items of ' || coalesce(counted.cents, 0) || ' cents; kept: '
    || coalesce(stored.pieces, 0) || ' items of ' || coalesce(stored.cents, 0) || ' cents' as violation
  from (${counted}) counted full join (${stored}) stored
    on stored.day = counted.day and coalesce(stored.product_id, deleted_product()) = coalesce(counted.product_id, deleted_product())
  where (coalesce(counted.pieces, 0), coalesce(counted.cents, 0)) <> (coalesce(stored.pieces, 0), coalesce(stored.cents, 0))
  order by coalesce(counted.day, stored.day), 1`;

const compareMonths = (within: SQL) => sql`
  select to_char(month, 'YYYY-MM') || ', product ' || product_id || ': ' || sum(pieces) || ' items of ' || sum(cents) || ' cents by its days; kept: '
    || sum(kept_pieces) || ' items of ' || sum(kept_cents) || ' cents' as violation
  from (
    select product_id, date_trunc('month', day::timestamp)::date as month, pieces, cents, 0 as kept_pieces, 0 as kept_cents from daily_product_stats where ${within}
    union all
    select product_id, month, 0, 0, pieces, cents from monthly_product_stats where ${within}
  ) both_kept group by month, product_id having (sum(pieces), sum(cents)) <> (sum(kept_pieces), sum(kept_cents)) order by month, 1`;

export async function* listProductStatsMismatches({ db, pieceSize }: Snapshot): AsyncGenerator<string> {
  // A few products have most of the lines, so the ranges are made from the lines. The first and the last range are open, so that together
  // they contain all products.
  const ranges = await listKeyRanges(db, { table: 'order_lines', column: 'product_id', type: 'uuid' }, pieceSize);
  for (const within of ranges) {
    const counted = sql`select product_id, ${DAY} as day, ${SUMS} from product_sales() where ${within('product_id')} group by 1, 2`;
    const stored = sql`select product_id, day, ${SUMS} from daily_product_stats
      where ${within('product_id')} and exists (select from products where id = product_id) group by 1, 2`;
    yield* await listViolations(db, compare(counted, stored));
    yield* await listViolations(db, compareMonths(within('product_id')));
  }
  const counted = sql`select null::uuid as product_id, ${DAY} as day, ${SUMS} from product_sales() where product_id is null group by 2`;
  const stored = sql`select null::uuid as product_id, day, ${SUMS} from daily_product_stats
    where not exists (select from products where id = product_id) group by 2`;
  yield* await listViolations(db, compare(counted, stored));
}

interface DayCounts {
  day: string;
  orders: number;
  cents: number;
  customers: number;
}

const toDay = (column: string) => sql`to_char(${sql.raw(column)} at time zone (select shop_time_zone()), 'YYYY-MM-DD')`;

const countSales = (within: KeyRange) => sql`select ${toDay('paid_at')} as day, count(*)::int as orders,
    sum(total_cents - refunded_cents)::float8 as cents, 0 as customers
  from orders where ${within('id')} and is_sale(status, paid_at) and not is_test group by 1`;

const countCustomers = (
  within: KeyRange,
) => sql`select ${toDay('created_at')} as day, 0 as orders, 0::float8 as cents, count(*)::int as customers
  from users where ${within('id')} and role = 0 group by 1`;

const STORED = sql`select to_char(day, 'YYYY-MM-DD') as day, sum(orders)::int as orders, sum(cents)::float8 as cents,
  sum(customers)::int as customers from daily_stats group by day order by day`;

const NOTHING = { orders: 0, cents: 0, customers: 0 };

/** Adds up the results of the ranges in memory; there are as many entries as days. */
async function countDays({ db, pieceSize, orderRanges }: Snapshot): Promise<Map<string, DayCounts>> {
  const days = new Map<string, DayCounts>();
  const add = async (statement: SQL) => {
    for (const { day, orders, cents, customers } of await query<DayCounts>(db, statement)) {
      const sum = days.get(day) ?? { day, ...NOTHING };
      days.set(day, { day, orders: sum.orders + orders, cents: sum.cents + cents, customers: sum.customers + customers });
    }
  };
  for (const within of orderRanges) await add(countSales(within));
  for (const within of await listKeyRanges(db, { table: 'users', column: 'id', type: 'uuid' }, pieceSize))
    await add(countCustomers(within));
  return days;
}

const describe = ({ orders, cents, customers }: Omit<DayCounts, 'day'>) => `${orders} orders of ${cents} cents, ${customers} new customers`;

export async function* listStatsMismatches(snapshot: Snapshot): AsyncGenerator<string> {
  const actual = await countDays(snapshot);
  const stored = new Map((await query<DayCounts>(snapshot.db, STORED)).map((it) => [it.day, it]));
  for (const day of [...new Set([...actual.keys(), ...stored.keys()])].sort()) {
    const [counted, kept] = [describe(actual.get(day) ?? NOTHING), describe(stored.get(day) ?? NOTHING)];
    if (counted !== kept) yield `${day}: ${counted}; kept: ${kept}`;
  }
}

/** The rule of verify.service.ts about customers: each has the number and the sum of its orders, and each order counts for a customer. */
export async function* listCustomerMismatches({ db, pieceSize, orderRanges }: Snapshot): AsyncGenerator<string> {
  for (const within of await listKeyRanges(db, { table: 'customers', column: 'id', type: 'uuid' }, pieceSize)) {
    yield* await listViolations(
      db,
      sql`select 'customer ' || c.id || ': ' || counted.orders || ' orders of ' || counted.cents || ' cents; kept: '
            || c.orders || ' orders of ' || c.spent_cents || ' cents' as violation
          from customers c left join users u on u.id = c.user_id
          cross join lateral (select count(*)::int as orders, coalesce(sum(cents), 0)::bigint as cents
            from customer_orders(c.user_id, case when c.user_id is null or u.email_confirmed_at is not null then c.email end)) counted
          where ${within('c.id')} and (c.orders, c.spent_cents) <> (counted.orders, counted.cents) order by c.id`,
    );
  }
  for (const within of await listKeyRanges(db, { table: 'users', column: 'id', type: 'uuid' }, pieceSize)) {
    const isMissing = sql`${within('u.id')} and not exists (select from customers c where c.user_id = u.id)`;
    yield* await listViolations(
      db,
      sql`select 'account ' || u.id || ' is no customer' as violation from users u where ${isMissing} order by u.id`,
    );
  }
  for (const within of orderRanges) {
    yield* await listViolations(
      db,
      sql`select 'order ' || o.id || ' of a guest counts for no customer' as violation from orders o
          where ${within('o.id')} and o.user_id is null and o.guest_email <> '' and o.number is not null and not o.is_buyer_erased
            and not exists (select from customers c where c.user_id is null and lower(c.email) = lower(o.guest_email))
            and not exists (select from users u where lower(u.email) = lower(o.guest_email) and u.email_confirmed_at is not null) order by o.id`,
    );
  }
}
