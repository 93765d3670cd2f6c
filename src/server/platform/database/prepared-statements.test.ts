import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openFreshDatabase } from '../../../../tests/support/fresh-database.ts';
import type { Database } from './connect.ts';
import { query, queryPrepared } from './query.ts';

const { db, kind, close } = await openFreshDatabase();
afterAll(close);

const multiply = (database: Database, factors: [number, number]) =>
  queryPrepared<{ product: number }>(database, sql`select ${factors[0]}::int * ${factors[1]}::int as product`);
/** Of the connection that a transaction holds. */
const listPrepared = (tx: Database) =>
  query<{ name: string; statement: string; runs: number }>(
    tx,
    sql`select name, statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements where statement like '%as product'`,
  );

test('a prepared statement returns its rows, in a transaction or outside', async () => {
  expect(await multiply(db, [6, 7])).toEqual([{ product: 42 }]);
  expect(await db.transaction((tx) => multiply(tx, [3, 4]))).toEqual([{ product: 12 }]);
});

// PGlite runs in this process and has no statements by name.
test.runIf(kind === 'server')(
  'a connection parses a prepared statement once, whatever its values, and keeps no other statement',
  async () => {
    await db.transaction(async (tx) => {
      for (const factor of [1, 2, 3]) await multiply(tx, [factor, factor]);
      await query(tx, sql`select ${5}::int as product`);
      const [statement, ...others] = await listPrepared(tx);
      expect(others).toEqual([]);
      // PgBouncer prepares it under a name of its own.
      expect(statement?.name).toMatch(/^shop_[\w-]{43}$|^PGBOUNCER_\d+$/);
      expect(statement?.runs).toBeGreaterThanOrEqual(3);
    });
  },
);

test.runIf(kind === 'server')(
  'a statement with values is prepared when it is repeated within a transaction, and never outside',
  async () => {
    const add = (database: Database, summand: number) => query<{ sum: number }>(database, sql`select ${summand}::int + 1 as sum_product`);
    for (const summand of [1, 2]) await add(db, summand);
    await db.transaction(async (tx) => {
      const countNamed = async () =>
        (await query(tx, sql`select from pg_prepared_statements where statement like '%as sum_product'`)).length;
      await add(tx, 3);
      expect(await countNamed()).toBe(0);
      await add(tx, 4);
      expect(await countNamed()).toBe(1);
    });
  },
);

test.runIf(kind === 'server')('a connection prepares at most 300 statements of its transactions', async () => {
  await db.transaction(async (tx) => {
    for (let turn = 0; turn < 2; turn += 1) {
      for (let index = 0; index < 350; index += 1) await query(tx, sql`select ${sql.raw(String(index))} + ${1}::int as many_product`);
    }
    const named = await query(tx, sql`select from pg_prepared_statements where statement like '%as many_product'`);
    // How many are left depends on what was prepared before: at the limit all go.
    expect(named.length).toBeGreaterThan(0);
    expect(named.length).toBeLessThanOrEqual(300);
  });
});

test('after a failed statement the connection can be used again', async () => {
  await expect(db.transaction((tx) => multiply(tx, [2_000_000, 2_000_000]))).rejects.toThrow();
  expect(await multiply(db, [1, 1])).toEqual([{ product: 1 }]);
});
