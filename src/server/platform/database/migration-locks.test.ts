/** How long a million rows are locked by an upgrade from the first version: measured by somebody who writes meanwhile. */
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tests/support/postgres.ts';
import { isFullRun, takeFirst } from '../../../../tests/support/projects.ts';
import { MINUTE } from '../../../contract/values.ts';
import { migrateServerDatabase } from './migrate.ts';
import { readMigrations } from './migration-files.ts';
import { readFunctions } from './sql-functions.ts';

const QUIET = { warn: () => undefined };
/** In a full run a million; otherwise it is only seen that all rows come along. */
const ROWS = isFullRun ? 1_000_000 : 3000;
const LONGEST_MS = 1000;
/** Filling and upgrading four million rows take minutes. */
const TIMEOUT = isFullRun ? 30 * MINUTE : 2 * MINUTE;
/** Without triggers and foreign keys; checks and indexes are kept. */
const WITHOUT_TRIGGERS = 'set session_replication_role = replica';

interface Filling {
  what: string;
  /** How many migrations the version has that is upgraded. */
  migrations: number;
  /** What a writer sets meanwhile, by table. */
  columns: Record<string, string>;
  fill: string;
}

const FILLINGS: Filling[] = [
  {
    what: 'people and their orders, from the first version',
    migrations: 1,
    columns: { users: 'created_at', orders: 'created_at', emails: 'created_at', sessions: 'created_at' },
    fill: `insert into users (id, name, email, phone, address, password_hash, answer_hash, created_at)
        select gen_random_uuid(), 'Person ' || n, 'person' || n || '@example.com', '1', 'Street', '-', '-', now() - n % 1000 * interval '1 day'
        from generate_series(1, ${ROWS}) n;
      insert into orders (id, user_id, status, total_cents, address, provider, created_at, expires_at, paid_at, stock)
        select gen_random_uuid(), gen_random_uuid(), case when n % 3 = 0 then 'cancelled' else 'paid' end, 100, 'Street', 'demo',
          now() - n % 1000 * interval '1 day', now(), case when n % 3 > 0 then now() - n % 1000 * interval '1 day' end, 'none'
        from generate_series(1, ${ROWS}) n;
      insert into emails (id, kind, recipient, subject, text, html, created_at, next_attempt_at, sent_at)
        select gen_random_uuid(), 'paid', 'person' || n || '@example.com', '', '', '', now(), now(), now() from generate_series(1, ${ROWS}) n;
      insert into sessions (token_hash, user_id, created_at, used_at) select md5(n::text), gen_random_uuid(), now(), now() from generate_series(1, ${ROWS}) n`,
  },
  {
    // Before its price counts a product's tables were locked for longer: decision 56.
    what: 'products, what was sold of them and the ledger, from the first version that keeps to the rule',
    migrations: 6,
    columns: { products: 'updated_at', order_lines: 'quantity', order_history: 'at', stock_movements: 'at' },
    fill: `insert into categories (id, name, slug) values ('00000000-0000-4000-8000-000000000001', 'Lamps', 'lamps');
      insert into products (id, name, slug, description, price_cents, quantity, category_id, image_id)
        select gen_random_uuid(), 'Lamp ' || n, 'lamp-' || n, 'Bright.', 100 + n % 5000, 1, '00000000-0000-4000-8000-000000000001', md5(n::text)
        from generate_series(1, ${ROWS}) n;
      insert into order_lines (order_id, position, product_id, slug, name, price_cents, image_id, quantity)
        select gen_random_uuid(), 1, gen_random_uuid(), 'lamp', 'Lamp', 100, md5(n::text), 1 from generate_series(1, ${ROWS}) n;
      insert into order_history (order_id, at, by, from_status, to_status, why)
        select gen_random_uuid(), now(), 'Ada', 'pending', 'paid', 'Paid' from generate_series(1, ${ROWS}) n;
      insert into stock_movements (product_id, order_id, kind, available, reserved, at)
        select gen_random_uuid(), gen_random_uuid(), 'reserve', -1, 1, now() from generate_series(1, ${ROWS}) n`,
  },
];

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The longest that a writer of each table waited until `isDone`, in milliseconds. */
async function measureWaits(url: string, columns: Filling['columns'], isDone: () => boolean): Promise<Record<string, number>> {
  const waits = await Promise.all(
    Object.entries(columns).map(([table, column]) =>
      withClient(url, async (client) => {
        let longest = 0;
        while (!isDone()) {
          const startedAt = performance.now();
          await client.query(`update ${table} set ${column} = ${column} where false`);
          longest = Math.max(longest, performance.now() - startedAt);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        return [table, Math.round(longest)] as const;
      }),
    ),
  );
  return Object.fromEntries(waits);
}

const countRows = (url: string, tables: readonly string[]): Promise<number[]> =>
  withClient(url, async (client) => {
    const counts: number[] = [];
    for (const table of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      counts.push(rows[0]?.count ?? 0);
    }
    return counts;
  });

test.runIf(inject('server')).each(takeFirst(FILLINGS))(
  `[UPGR-4] an upgrade locks no table of a million rows for over ${LONGEST_MS} ms: $what`,
  { timeout: TIMEOUT },
  async ({ migrations, columns, fill }) => {
    const serverUrl = String(inject('server')?.url);
    const url = await createDatabase(serverUrl);
    onTestFinished(() => dropDatabase(serverUrl, url));
    await migrateServerDatabase(url, QUIET, {
      migrations: readMigrations().slice(0, migrations),
      functions: { ...readFunctions(), tableSql: '', hash: '' },
    });
    await withClient(url, (client) => client.query(`${WITHOUT_TRIGGERS}; ${fill}`));
    let isDone = false;
    const measuring = measureWaits(url, columns, () => isDone);
    const lines: string[] = [];
    await migrateServerDatabase(url, QUIET, { report: (line) => void lines.push(line) }).finally(() => {
      isDone = true;
    });
    const waits = await measuring;
    if (isFullRun) console.log(`Longest waits of writers in ms: ${JSON.stringify(waits)}`);
    // A clock is looked at in a full run only.
    expect(
      Object.entries(waits).filter(([, ms]) => isFullRun && ms > LONGEST_MS),
      `${JSON.stringify(waits)}\n${lines.join('\n')}`,
    ).toEqual([]);
    expect(await countRows(url, Object.keys(columns))).toEqual(Object.keys(columns).map(() => ROWS));
    if (!('orders' in columns)) return;
    const { rows } = await withClient(url, (client) =>
      client.query('select sum(orders)::int as orders, sum(customers)::int as customers from daily_stats'),
    );
    expect(rows).toEqual([{ orders: ROWS - Math.floor(ROWS / 3), customers: ROWS }]);
  },
);
