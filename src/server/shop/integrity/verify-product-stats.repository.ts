/** The rule of verify.service.ts about product statistics: each day's must equal the sum of its orders' lines, each month's the sum of its days. */
import { type SQL, sql } from 'drizzle-orm';
import { listKeyRanges } from '../orders/lifecycle/key-ranges.repository.ts';
import { listViolations, type Snapshot } from './verify-snapshot.ts';

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
