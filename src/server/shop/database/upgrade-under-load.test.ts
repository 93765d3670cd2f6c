/** A filled shop is upgraded while people write beside, one of whom has a transaction open: nobody's statement fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { insertCatalog } from '../../../../bench/catalog/insert.ts';
import { createDatabaseFromTemplate, dropDatabase } from '../../../../tests/support/postgres.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { MINUTE, SECOND } from '../../../contract/time.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DERIVED_DATA } from '../../platform/database/derived-data.ts';
import { migrateServerDatabase } from '../../platform/database/migrate.ts';
import { rebuildDerivedData } from '../../platform/database/rebuild-derived-data.ts';
import { readFunctions } from '../../platform/database/sql-functions.ts';
import { verifyShop } from '../integrity/verify.service.ts';

const QUIET = { warn: () => undefined };
const PRODUCTS = isFullRun ? 100_000 : 2000;
const ORDERS = isFullRun ? 120_000 : 2000;
/** A writer who waits longer than this for a lock counts as failed; statements themselves may be slow on a busy machine. */
const LONGEST_LOCK_MS = 600;

interface Writers {
  failed: string[];
  done: number;
  stop: () => Promise<void>;
}

/** Over three years, and nothing of them or of the products counted: triggers don't run here. */
const INSERT_ORDERS = `set session_replication_role = replica;
  update price_counts set count = count + 1;
  insert into users (id, name, email, phone, address, password_hash, answer_hash) values (gen_random_uuid(), 'Ada', 'buyer@example.com', '1', 'Street', '-', '-');
  insert into orders (id, number, user_id, status, total_cents, address, provider, provider_session, created_at, expires_at, paid_at, stock)
    select gen_random_uuid(), nextval('orders_number_seq'), users.id, 'delivered', 500, 'Street', 'test', 'session-' || n, at, at, at + interval '1 minute', 'sold'
    from users, generate_series(1, ${ORDERS}) n, lateral (select now() - n::float8 / ${ORDERS} * interval '1000 days' as at) times;
  insert into order_lines (order_id, position, product_id, slug, name, price_cents, image_id, quantity)
    select orders.id, 0, sold.id, slug, name, 500, 'none', 1 from orders
    join (select *, row_number() over () as nr from products limit 1000) sold on nr = 1 + abs(hashtext(orders.id::text) % 1000);
  set session_replication_role = origin`;

/** As a checkout, two edits, a registration, a login, a payment and a search do, each by a connection of its own. */
const WRITES = [
  `update products set quantity = quantity + 1 where id = (select id from products order by random() limit 1)`,
  `update products set name = name || '.' where id = (select id from products order by random() limit 1)`,
  `insert into users (id, name, email, phone, address, password_hash, answer_hash)
    values (gen_random_uuid(), 'Ada', gen_random_uuid() || '@example.com', '1', 'Street', '-', '-')`,
  `update users set name = name where id = (select id from users limit 1)`,
  `update products set price_cents = price_cents + 1 where id = (select id from products order by random() limit 1)`,
  `update orders set total_cents = total_cents + 1 where id = (select id from orders order by random() limit 1)`,
  `select count(*) from products where search_vector(name, description, category_id) @@ 'shoe'::tsquery`,
];

async function startWriters(url: string): Promise<Writers> {
  let isOver = false;
  const report = { failed: [] as string[], done: 0 };
  const write = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`set lock_timeout = ${LONGEST_LOCK_MS}`);
    while (!isOver) {
      await client.query(statement).then(
        () => (report.done += 1),
        (error) => report.failed.push(`${statement.slice(0, 60)}: ${error.message}`),
      );
      await sleep(5);
    }
    await client.end();
  };
  const running = WRITES.map(write);
  return Object.assign(report, {
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  });
}

test.runIf(inject('server'))(
  `[UPGR-11] ${PRODUCTS} products and ${ORDERS} orders get all triggers, words and numbers anew, and nobody who writes beside fails`,
  { timeout: 20 * MINUTE },
  async () => {
    const serverUrl = String(inject('server')?.url);
    const url = await createDatabaseFromTemplate(serverUrl);
    onTestFinished(() => dropDatabase(serverUrl, url));
    const current = readFunctions();
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    // Without the shop's limits of time, which a busy machine may pass while it builds the indexes.
    const db: Database = drizzle(admin);
    // As an older version would have left it, whose search functions found other words.
    await admin.query(`create or replace function search_stems(input text) returns text[] language sql immutable strict parallel safe
      return tsvector_to_array(to_tsvector('simple', input))`);
    await insertCatalog(db, PRODUCTS);
    await admin.query(INSERT_ORDERS);
    await admin.query(
      `update drizzle.sql_functions set version = 0, hash = 'older', search_hash = 'older'; delete from drizzle.sql_triggers`,
    );
    await admin.query('update drizzle.derived_data set version = 0, target = 0');

    const writers = await startWriters(url);
    const beside = new pg.Client({ connectionString: url });
    await beside.connect();
    await beside.query(`begin; select * from products limit 1; select * from users limit 1`);
    await migrateServerDatabase(url, QUIET);
    const rebuilding = rebuildDerivedData({ url }, { log: QUIET });
    await sleep(SECOND);
    await beside.query('commit');
    await rebuilding;
    await writers.stop();
    const { rows } = await admin.query(`select (select count(*)::int from drizzle.derived_data where version < target) as pending,
      (select count(*)::int from products where name_words is distinct from search_name_vector(name)) as stale,
      (select array_agg(version order by name) from drizzle.derived_data) as versions`);
    const wrong = (await verifyShop(db, new Date())).filter(({ rule }) => /price counts|statistics/.test(rule));
    await Promise.all([beside.end(), admin.end()]);
    if (isFullRun) console.log(`${writers.done} statements beside the upgrade, ${writers.failed.length} failed`);
    expect(writers.failed).toEqual([]);
    expect(wrong).toEqual([]);
    expect(writers.done).toBeGreaterThan(WRITES.length);
    const versions = DERIVED_DATA.map(({ name }) => name)
      .toSorted()
      .map((name) => current.derived[name]);
    expect(rows).toEqual([{ pending: 0, stale: 0, versions }]);
  },
);
