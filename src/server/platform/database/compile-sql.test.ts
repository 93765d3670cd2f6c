import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { products } from '../../shop/database/schema/catalog.ts';
import { demoSessions } from '../../shop/database/schema/payment.ts';
import { compileSql, insertStatement } from './query.ts';

const dialect = new PgDialect();

const SESSION = {
  id: 'demo_1',
  idempotencyKey: 'key',
  status: 'open',
  checkout: { email: 'ada@example.com' },
  webhookUrl: 'http://shop/hook',
  createdAt: new Date(0),
  expiresAt: new Date(1),
} as const;

const condition = sql`price >= ${1.5} and name = ${"a 'quoted' $1 name"}`;
const STATEMENTS = [
  ['text alone', sql`select 1`],
  ['values of each type', sql`select ${'text'}, ${2}, ${true}, ${''}`],
  ['statements within statements', sql`select * from t where ${condition} and (${sql.join([sql`a = ${1}`, sql`b = ${2}`], sql` or `)})`],
  ['raw text and parameters', sql`select ${sql.raw('now()')}, ${sql.param('x')}, ${sql.param(null)}`],
  ['one statement twice', sql`${condition} or ${condition}`],
  [
    'a table and a column, which only the dialect can write',
    sql`select ${products.name} from ${products} where ${products.priceCents} > ${3}`,
  ],
  ['an empty list', sql`select ${[]}`],
  ['an insert of rows', insertStatement(demoSessions, [SESSION])],
  ['an array within a parameter', sql`select ${sql.param(['a', 'b'])}`],
] as const;

test.each(STATEMENTS)('%s gives the same text and values as the dialect', (_, statement) => {
  const { sql: text, params } = dialect.sqlToQuery(compileSql('/* mark */ ', statement));
  const expected = dialect.sqlToQuery(statement);
  expect(text).toBe(`/* mark */ ${expected.sql}`);
  expect(params).toEqual(expected.params);
});

test('a checkout writes without the ORM, in one statement for any number of rows', () => {
  const forbidDialect = () => {
    throw new Error('the dialect was asked');
  };
  const compile = (count: number) =>
    compileSql('', insertStatement(demoSessions, Array(count).fill(SESSION))).toQuery({
      escapeName: forbidDialect,
      escapeParam: forbidDialect,
      escapeString: forbidDialect,
    } as unknown as Parameters<ReturnType<typeof compileSql>['toQuery']>[0]);
  const one = compile(1);
  const three = compile(3);
  expect(one.sql).toMatch(/^insert into "demo_sessions" \("id", .*\$1::json\)$/);
  expect(three.sql).toBe(one.sql);
  expect(JSON.parse(String(three.params[0]))).toHaveLength(3);
});
