/** The rule of verify.service.ts about statistics: each day's must equal the sum of its orders and customers. */
import { type SQL, sql } from 'drizzle-orm';
import { query } from '../../platform/database/query.ts';
import { type KeyRange, listKeyRanges } from '../orders/lifecycle/key-ranges.repository.ts';
import type { Snapshot } from './verify-snapshot.ts';

interface DayCounts {
  day: string;
  orders: number;
  cents: number;
  customers: number;
}

const toDay = (column: string) => sql`to_char(${sql.raw(column)} at time zone (select shop_time_zone()), 'YYYY-MM-DD')`;

const countSales = (within: KeyRange) => sql`select ${toDay('paid_at')} as day, count(*)::int as orders,
    sum(total_cents - refunded_cents)::float8 as cents, 0 as customers
  from orders where ${within('id')} and is_sale(status, paid_at) group by 1`;

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
