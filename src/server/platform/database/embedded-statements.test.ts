/** Statements that the embedded database keeps prepared give what they would give otherwise, and pages don't wait behind checkouts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openFreshDatabase } from '../../../../tests/support/fresh-database.ts';
import { query, queryPrepared } from './query.ts';

const { db, kind, close } = await openFreshDatabase();
afterAll(close);
await query(db, sql`create table things (id int primary key, tags text[], at timestamptz, note jsonb)`);

const AT = '2026-11-22T10:00:00.000Z';
const insert = (id: number | null) =>
  sql`insert into things values (${id}, ${sql.param(['a', 'b,"c'])}::text[], ${AT}::timestamptz, ${JSON.stringify({ id })}::jsonb)`;
const count = async () => (await query<{ count: number }>(db, sql`select count(*)::int as count from things`))[0]?.count;

test('the same statement gives the same rows, prepared or not, with every type of value', async () => {
  await db.transaction(async (tx) => {
    for (const id of [1, 2, 3]) await query(tx, insert(id));
  });
  const read = sql`select id, tags, note, at = ${AT}::timestamptz as "isSame", ${null}::text as nothing from things where id >= ${2} order by id`;
  const expected = [2, 3].map((id) => ({ id, tags: ['a', 'b,"c'], note: { id }, isSame: true, nothing: null }));
  for (let n = 0; n < 7; n += 1) {
    expect(await query(db, read)).toEqual(expected);
    expect(await queryPrepared(db, read)).toEqual(expected);
    expect(await db.transaction((tx) => query(tx, read))).toEqual(expected);
  }
});

test('an error keeps its code, ends only its own transaction, and leaves the statement usable', async () => {
  const before = await count();
  for (let n = 0; n < 2; n += 1) {
    const conflict = db.transaction(async (tx) => {
      await query(tx, insert(50 + n));
      await query(tx, insert(1));
    });
    await expect(conflict).rejects.toMatchObject({ cause: { code: '23505' } });
    const missing = db.transaction((tx) => query(tx, sql`select * from nowhere where id = ${n}`));
    await expect(missing).rejects.toMatchObject({ cause: { code: '42P01' } });
  }
  expect(await count()).toBe(before);
  await db.transaction(async (tx) => {
    await expect(tx.transaction((inner) => query(inner, insert(1)))).rejects.toMatchObject({ cause: { code: '23505' } });
    await query(tx, insert(60));
  });
  expect(await count()).toBe(Number(before) + 1);
});

test('the database keeps the plans of only some hundred different statements', async () => {
  const read = (n: number) => query<{ n: number }>(db, sql`select ${n}::int + ${sql.raw(String(n))} as n`);
  for (let from = 0; from < 700; from += 100) {
    await db.transaction(async (tx) => {
      for (let n = from; n < from + 100; n += 1) {
        expect(await query(tx, sql`select ${n}::int + ${sql.raw(String(n))} as n`)).toEqual([{ n: 2 * n }]);
      }
    });
  }
  expect(await read(4)).toEqual([{ n: 8 }]);
  if (kind === 'server') return;
  const [row] = await query<{ kept: number }>(db, sql`select count(*)::int as kept from pg_prepared_statements`);
  expect(row?.kept).toBeLessThanOrEqual(300);
  expect(row?.kept).toBeGreaterThan(50);
});

test.runIf(kind === 'embedded')('reads outside of transactions overtake waiting transactions', async () => {
  let ended = 0;
  const transactions = Array.from({ length: 10 }, () =>
    db.transaction(async (tx) => {
      await query(tx, sql`select 1`);
      await sleep(20);
      ended += 1;
    }),
  );
  await count();
  expect(ended).toBeLessThanOrEqual(2);
  await Promise.all(transactions);
});

test.runIf(kind === 'embedded')('between waiting transactions the event loop always gets a turn', async () => {
  let turns = 0;
  let isOver = false;
  const takeTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await Promise.all(Array.from({ length: 20 }, () => db.transaction((tx) => query(tx, sql`select 1`))));
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(19);
});
