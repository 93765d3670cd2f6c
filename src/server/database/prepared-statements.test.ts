import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openFreshDatabase } from '../../../tests/support/fresh-database.ts';
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

test('a prepared statement gives its rows, in a transaction or not', async () => {
  expect(await multiply(db, [6, 7])).toEqual([{ product: 42 }]);
  expect(await db.transaction((tx) => multiply(tx, [3, 4]))).toEqual([{ product: 12 }]);
});

// PGlite runs in this process and has no statements by name.
test.runIf(kind === 'server')('a connection parses it once, whatever its values; one that is not marked is not kept', async () => {
  await db.transaction(async (tx) => {
    for (const factor of [1, 2, 3]) await multiply(tx, [factor, factor]);
    await query(tx, sql`select ${5}::int as product`);
    const [statement, ...others] = await listPrepared(tx);
    expect(others).toEqual([]);
    // PgBouncer prepares it under a name of its own.
    expect(statement?.name).toMatch(/^shop_[\w-]{43}$|^PGBOUNCER_\d+$/);
    expect(statement?.runs).toBeGreaterThanOrEqual(3);
  });
});

test('a statement that fails leaves the transaction to its caller', async () => {
  await expect(db.transaction((tx) => multiply(tx, [2_000_000, 2_000_000]))).rejects.toThrow();
  expect(await multiply(db, [1, 1])).toEqual([{ product: 1 }]);
});
