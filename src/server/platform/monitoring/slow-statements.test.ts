/** Statements that take long, on both databases. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { query } from '../database/query.ts';
import { logSlowStatements } from './statements.ts';

const shop = await openShop();
const lines: Record<string, unknown>[] = [];
const stop = logSlowStatements({ warn: (details, message) => void lines.push({ ...details, message }) }, 150);
afterAll(stop);
beforeEach(() => {
  lines.length = 0;
});

/** Runs for a fifth of a second on either database. `n` tells one statement's text from another's. */
const slowly = (secret: string, n = 0) => sql`select ${secret}::text as secret, ${sql.raw(String(n))} as n, (
  with recursive tick as (select clock_timestamp() as at union all select clock_timestamp() from tick where clock_timestamp() < now() + interval '0.2 s')
  select count(*) from tick) as ticks`;

shop.app.get<{ Querystring: { n?: string; fail?: string } }>('/slow', async (request) => {
  const { n, fail } = request.query;
  if (fail) await query(shop.deps.db, sql`${slowly('ada@example.com')}, 1 / ${0}::int`);
  return { rows: await query(shop.deps.db, slowly('ada@example.com', Number(n ?? 0))) };
});

test('[WATCH-7] a slow statement is named with its placeholders, duration, rows and request, and none of its values', async () => {
  await shop.send({ url: '/slow', headers: { 'x-request-id': 'from-the-proxy' } });
  const [line] = lines;
  expect(lines).toHaveLength(1);
  expect(line).toMatchObject({ message: 'slow statement', reqId: 'from-the-proxy', rows: 1, duration: expect.any(Number) });
  expect(line?.duration).toBeGreaterThanOrEqual(150);
  expect(line?.statement).toMatch(/^select \$1::text as secret/);
  expect(JSON.stringify(line)).not.toMatch(/ada|example|0\.2 s/);
});

test('[WATCH-7] a fast statement isn’t logged', async () => {
  await query(shop.deps.db, sql`select 1`);
  expect(lines).toEqual([]);
});

test('[WATCH-7] a slow statement in a transaction and a failed one are logged too', async () => {
  await shop.deps.db.transaction(async (tx) => query(tx, slowly('ada@example.com')));
  expect(lines).toMatchObject([{ rows: 1 }]);
  await shop.send({ url: '/slow?fail=1' });
  expect(JSON.stringify(lines)).not.toContain('ada@');
});

test('[WATCH-7] when requests wait for a connection, each statement is logged with its own request', async () => {
  const ids = Array.from({ length: 24 }, (_, n) => n + 1);
  await Promise.all(ids.map((n) => shop.send({ url: `/slow?n=${n}`, headers: { 'x-request-id': `request-${n}` } })));
  // On a busy machine others are slow too, such as the beginning of a transaction.
  const named = lines.flatMap(({ reqId, statement }) => {
    const n = /as secret, (\d+) as n/.exec(String(statement))?.[1];
    return n ? [[reqId, n]] : [];
  });
  expect(named.length).toBe(ids.length);
  for (const [reqId, n] of named) expect(reqId).toBe(`request-${n}`);
});
