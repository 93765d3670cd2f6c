/**
 * A shop after years of sales: the cost of its lists, overview, `verify` and jobs, compared with a hundredth of the orders.
 * ORDERS=1000000 (100000 at least), a fifth as many accounts and MOVEMENTS=10 rows of the ledger an order (4 at least). REPEATS=100 calls a figure.
 */
import { createPostgresTarget } from './databases.ts';
import { insertOrdersIntoPostgres, type OrderCounts } from './orders/insert.ts';
import { measureOrders, type Timing } from './orders/measure.ts';
import { writeSection } from './results.ts';

const orders = Number(process.env.ORDERS ?? 1_000_000);
const movements = Number(process.env.MOVEMENTS ?? 10);
const GOAL = { ratio: 3, milliseconds: 50 };
const SHARED_BUFFERS = '1GB';

const toCounts = (count: number): OrderCounts => ({ orders: count, users: count / 5, movements: count * movements });

async function measureSize(counts: OrderCounts): Promise<Map<string, Timing>> {
  const target = await createPostgresTarget(['-c', `shared_buffers=${SHARED_BUFFERS}`, '-c', 'huge_pages=off']);
  try {
    const url = String(target.env.DATABASE_URL);
    const seconds = await insertOrdersIntoPostgres(url, counts);
    console.log(`${counts.orders} orders were inserted in ${seconds.toFixed(0)} s`);
    return await measureOrders(url);
  } finally {
    await target.dispose();
  }
}

const small = await measureSize(toCounts(orders / 100));
const large = await measureSize(toCounts(orders));

/** `verify` reads every row: it is measured by the row. */
const isKept = (label: string, { median }: Timing, ratio: number) =>
  ratio <= GOAL.ratio * (label === 'verify' ? 100 : 1) || median <= GOAL.milliseconds;

const rows = [...large].map(([label, timing]) => {
  const before = small.get(label) ?? timing;
  const ratio = timing.median / before.median;
  const cells = [before, timing].flatMap(({ median, p99 }) => [median.toFixed(1), p99.toFixed(1)]);
  return [label, ...cells, `${ratio.toFixed(1)} ×`, isKept(label, timing, ratio) ? 'yes' : 'no'];
});
for (const row of rows) console.log(row.join('   '));
const count = (value: number) => value.toLocaleString('en-US');
writeSection({
  title: 'Orders',
  command: 'npm run bench -- orders',
  method: `Milliseconds of one call after the other by HTTP, of a job's statements, and of \`verify\`, in a shop with ${count(orders)} orders, ${count(orders / 5)} accounts and ${count(orders * movements)} rows of the ledger, and in one with a hundredth of each. Goal: at most ${GOAL.ratio} times as long, or ${GOAL.milliseconds} ms; \`verify\`, which reads every row, ${GOAL.ratio} times as long a row. PostgreSQL 18 with ${SHARED_BUFFERS} of shared buffers, on the same machine.`,
  rows: [['ms', `median, ${count(orders / 100)}`, 'p99', `median, ${count(orders)}`, 'p99', 'ratio', 'goal kept'], ...rows],
});
