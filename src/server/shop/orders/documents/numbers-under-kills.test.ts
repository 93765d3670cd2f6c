/** Numbers without a gap, whatever is killed while they are drawn. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { buyFromGermany, openInvoicing } from '../../../../../tests/support/documents.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { query } from '../../../platform/database/query.ts';
import { settings } from '../../database/schema/content.ts';
import { documentSeries, documents } from '../../database/schema/document.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const PROGRAM = path.resolve('tests/faults/make-invoices.ts');
const ORDERS = isFullRun ? 10_000 : 100;
const PROCESSES = 4;
/** The longest that one lives, and how many are killed of each. */
const LIFE = isFullRun ? 4000 : 150;
const KILLS = isFullRun ? Number.POSITIVE_INFINITY : 1;

/** Copies of a paid order with its lines, payment and history. */
async function copyOrder(count: number): Promise<void> {
  await db.execute(sql`alter table orders disable trigger user`);
  const columns = await query<{ list: string }>(
    db,
    sql`select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
      where table_name = 'orders' and column_name not in ('id', 'number', 'provider_session', 'payment_id')`,
  );
  const list = sql.raw(columns[0]?.list ?? '');
  await db.execute(sql`insert into orders (id, number, ${list}) select gen_random_uuid(), nextval('orders_number_seq'), ${list}
    from (select * from orders limit 1) o, generate_series(1, ${count}::int)`);
  await db.execute(sql`alter table orders enable trigger user`);
  await db.execute(sql`insert into order_lines (order_id, position, product_id, slug, name, price_cents, image_id, quantity, tax_cents)
    select o.id, l.position, l.product_id, l.slug, l.name, l.price_cents, l.image_id, l.quantity, l.tax_cents
    from orders o, (select * from order_lines) l where o.id <> l.order_id`);
}

async function start(url: string): Promise<ChildProcess> {
  const child = fork(PROGRAM, [url], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return child;
}

test(`[INVOICE-14] ${PROCESSES} processes that are killed while they make invoices leave no number missing, and none twice`, {
  timeout: 1_800_000,
}, async (context) => {
  // Of the embedded database there is one process.
  const { connection } = shop;
  if (!('url' in connection)) return context.skip();
  await openInvoicing(shop, { isOn: false });
  await buyFromGermany(shop);
  await copyOrder(ORDERS - 1);
  await db.update(settings).set({ value: sql`value || '{"isOn": true}'` }).where(eq(settings.key, 'invoices'));
  const countMissing = async () =>
    Number((await query<{ count: string }>(db, sql`select count(*) as count from orders where not has_documents`))[0]?.count);
  let kills = 0;
  const run = async () => {
    let own = 0;
    while ((await countMissing()) > 0) {
      const child = await start(connection.url);
      const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
      await Promise.race(own < KILLS ? [ended, sleep(Math.random() * LIFE)] : [ended]);
      if (child.exitCode === null && (await countMissing()) > ORDERS / 20 && own < KILLS && child.kill('SIGKILL')) {
        kills += 1;
        own += 1;
      }
      await ended;
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, run));
  const numbers = (await db.select({ sequence: documents.sequence }).from(documents).orderBy(documents.sequence)).map(
    ({ sequence }) => sequence,
  );
  expect(numbers).toEqual(Array.from({ length: ORDERS }, (_, index) => index + 1));
  expect(await db.select({ last: documentSeries.last }).from(documentSeries)).toEqual([{ last: ORDERS }]);
  expect(kills).toBeGreaterThan(0);
  const rules = (await shop.listFindings()).map(({ rule }) => rule).filter((rule) => rule.includes('credit notes'));
  expect(rules).toEqual([]);
});
