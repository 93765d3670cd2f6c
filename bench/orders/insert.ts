/** Fills an empty shop with years of orders, made in SQL: a million take some minutes, since the indexes are built at the end. */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { SECOND } from '../../src/contract/values.ts';
import { type Database, openServer } from '../../src/server/platform/database/connect.ts';
import { query } from '../../src/server/platform/database/query.ts';

export interface OrderCounts {
  orders: number;
  users: number;
  /** Rows of the ledger: at least four an order, the rest are edits of stock; beside them, the first stock of each product. */
  movements: number;
}

const PRODUCTS = 1000;
const TABLES = [
  'users',
  'sessions',
  'known_devices',
  'login_attempts',
  'orders',
  'order_lines',
  'order_history',
  'refunds',
  'payment_events',
  'stock_movements',
  'emails',
  'customers_with_orders',
  'customers',
];
const FIRST_NAMES = 'Ada,Grace,Alan,Edsger,Barbara,Donald,Margaret,Linus,Radia,Ken,Frances,Dennis,Hedy,Tim,Katherine,Niklaus'.split(',');
const LAST_NAMES =
  'Lovelace,Hopper,Turing,Dijkstra,Liskov,Knuth,Hamilton,Perlman,Thompson,Allen,Ritchie,Lamarr,Johnson,Wirth,Cerf,Kay'.split(',');

/** Turns a number into an id, different for each `kind` and spread over the whole range like random ids. */
const toId = (kind: string, number: string) => sql.raw(`md5('${kind}' || ${number})::uuid`);
const pickName = (names: string[], number: string) =>
  sql`(${sql.param(names)}::text[])[1 + ${sql.raw(number)} % ${sql.raw(String(names.length))}]`;

/** Most are delivered, a fifth are unpaid checkouts, and few are on hold. */
const STATUS = sql.raw(`case when n % 5000 = 7 then 'review' when n % 50 = 9 then 'refunded' when n % 10 in (3, 6) then
  case when n % 20 < 10 then 'expired' else 'cancelled' end when n > orders * 0.999 then 'paid' when n > orders * 0.998 then 'shipped' else 'delivered' end`);
const IS_UNPAID = sql.raw(`status in ('expired', 'cancelled')`);

const insertShop = sql`with category as (insert into categories (id, name, slug) values (${toId('category', '0')}, 'Shoes', 'shoes') returning id)
  insert into products (id, name, slug, description, price_cents, quantity, category_id, image_id)
  select ${toId('product', 'n')}, 'Product ' || n, 'product-' || n, 'Well made', 500 + n, 0, category.id, md5(n::text)
  from category, generate_series(0, ${PRODUCTS - 1}) n`;

/** Over three years; one account in 10,000 has a rare name. Fills the search text too, since its trigger doesn't run here. */
const insertUsers = ({
  users,
}: OrderCounts) => sql`insert into users (id, name, email, phone, address, password_hash, answer_hash, role, created_at, search_text)
  select *, lower(name || E'\\n' || email) from (select ${toId('user', 'n')},
    case when n % 10000 = 77 then 'Zebulon Quixwick' else ${pickName(FIRST_NAMES, 'n')} || ' ' || ${pickName(LAST_NAMES, '(n / 16)')} end as name,
    'customer' || n || '@example.com' as email, '1', n || ' Market Street', '-', '-', 0, now() - (${users}::float8 - n) / ${users} * interval '1000 days'
  from generate_series(0, ${users - 1}) n) made`;

const insertOrders = ({
  orders,
  users,
}: OrderCounts) => sql`insert into orders (id, number, user_id, status, total_cents, address, provider,
    provider_session, created_at, expires_at, paid_at, stock, payment_id, refunded_cents)
  select ${toId('order', 'n')}, case when not ${IS_UNPAID} then nextval('orders_number_seq') end, ${toId('user', `(n * 7919::bigint % users)`)}, status,
    total, '1 Market Street', 'bench', 'session-' || n, at, at + interval '15 minutes', case when not ${IS_UNPAID} then at + interval '1 minute' end,
    case when ${IS_UNPAID} then 'none' else 'sold' end, case when not ${IS_UNPAID} then 'payment-' || n end, case when status = 'refunded' then total else 0 end
  from (
    select n, users, ${STATUS} as status, (1000 + n % ${PRODUCTS} + (n * 31::bigint + 7) % ${PRODUCTS})::int as total,
      now() - interval '1 hour' - (orders - n)::float8 / orders * interval '900 days' as at
    from generate_series(1, ${orders}) n, (values (${orders}::int, ${users}::int)) counts(orders, users)
  ) made order by n`;

/** Two lines an order, whose prices are those of `insertOrders`. */
const insertLines = ({
  orders,
}: OrderCounts) => sql`insert into order_lines (order_id, position, product_id, slug, name, price_cents, image_id, quantity)
  select ${toId('order', 'n')}, position, ${toId('product', 'product')}, 'product-' || product, 'Product ' || product, 500 + product,
    md5(product::text), 1
  from generate_series(1, ${orders}) n, lateral (values (0, n % ${PRODUCTS}), (1, ((n * 31::bigint + 7) % ${PRODUCTS})::int)) line(position, product)`;

const insertHistory = sql`insert into order_history (order_id, at, by, from_status, to_status, why)
  select o.id, o.created_at + step * interval '1 minute', case when step = 0 then 'Ada' else 'System' end, was, became, 'Bench'
  from orders o, lateral (values (0, null, 'pending'), (1, 'pending', case when o.status in ('expired', 'cancelled', 'review') then o.status else 'paid' end),
    (2, 'paid', o.status)) change(step, was, became)
  where step < 2 or o.status in ('shipped', 'delivered', 'refunded')`;

const insertPayments = sql`insert into payment_events (id, provider, type, payload, received_at)
  select 'event-' || id, provider, 'paid', jsonb_build_object('sessionId', provider_session), paid_at from orders where paid_at is not null`;

const insertRefunds = sql`insert into refunds (id, order_id, amount_cents, reason, restock, status, provider_refund, at)
  select id, id, total_cents, 'Bench', false, 'succeeded', 'refund-' || id, paid_at from orders where status = 'refunded'`;

const insertEmails = sql`insert into emails (id, kind, recipient, subject, text, html, created_at, next_attempt_at, attempts, sent_at)
  select o.id, 'order paid', u.email, 'Your order', 'Thank you', '<p>Thank you</p>', o.paid_at, o.paid_at, 1, o.paid_at
  from orders o join users u on u.id = o.user_id where o.paid_at is not null`;

const insertMovements = sql`insert into stock_movements (product_id, order_id, kind, available, reserved, at)
  select l.product_id, o.id, kind, available, reserved, o.created_at from orders o join order_lines l on l.order_id = o.id,
    lateral (values ('reserve', -1, 1), (case when o.stock = 'sold' then 'sell' else 'release' end, case when o.stock = 'sold' then 0 else 1 end, -1))
      movement(kind, available, reserved)`;

/** Sessions and devices of each account's last logins, none of them expired. */
const insertSessions = sql`insert into sessions select 'token-' || id, id, now(), now() from users`;
const insertDevices = sql`insert into known_devices select id, kind || id, now() from users, (values ('device:'), ('network:')) kinds(kind)`;
const insertAttempts = sql`insert into login_attempts select 'account:' || id, 1, now() + interval '1 day' from users`;

/** The first stock of what was sold. */
const insertOpeningStock = sql`insert into stock_movements (product_id, kind, available, reserved, at)
  select product_id, 'edit', -sum(available), 0, min(at) from stock_movements group by 1 having sum(available) < 0`;

/** The rest of the ledger: stock that was added. */
const insertEdits = ({ orders, movements }: OrderCounts) => sql`insert into stock_movements (product_id, kind, available, reserved, at)
  select ${toId('product', `(n % ${PRODUCTS})`)}, 'edit', 10, 0, now() from generate_series(1, ${movements - 4 * orders}) n`;

/** As the trigger does, which doesn't run here. */
const insertBuyers = sql`insert into customers_with_orders select id, created_at from users
  where exists (select from orders where user_id = users.id and number is not null)`;

/** As functions/customers.sql keeps them, in one statement. */
const insertCustomers = sql`insert into customers (id, user_id, kind, name, email, search_text, created_at, orders, spent_cents, last_order_at)
  select u.id, u.id, case u.role when 1 then 'team' else 'account' end, u.name, u.email, lower(u.name || E'\\n' || u.email), u.created_at,
    coalesce(o.orders, 0), coalesce(o.cents, 0), coalesce(o.last_order_at, '-infinity')
  from users u left join (
    select user_id, count(*) as orders, sum(case when is_sale(status, paid_at) then total_cents - refunded_cents else 0 end) as cents, max(created_at) as last_order_at
    from orders where number is not null group by user_id
  ) o on o.user_id = u.id`;

const setStock = sql`update products set quantity = ledger.sum from (select product_id, sum(available) as sum from stock_movements group by 1) ledger
  where ledger.product_id = products.id`;

/** Drops the indexes that would be updated row by row; returns how to create them again. */
async function dropIndexes(db: Database): Promise<() => Promise<void>> {
  const indexes = await query<{ name: string; definition: string }>(
    db,
    sql`select indexname as name, indexdef as definition from pg_indexes where tablename = any(${sql.param(TABLES)}::text[])
      and indexname not in (select conname from pg_constraint)`,
  );
  for (const { name } of indexes) await db.execute(sql`drop index ${sql.identifier(name)}`);
  return async () => {
    for (const { definition } of indexes) await db.execute(sql.raw(definition));
  };
}

/** One connection without a statement timeout, and without triggers and foreign keys. Returns how many seconds it took. */
export async function insertOrdersIntoPostgres(url: string, counts: OrderCounts): Promise<number> {
  const migrationConnection = await openServer(url, console, 1);
  await migrationConnection.close();
  const startedAt = performance.now();
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await pool.query("set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set session_replication_role = replica");
  const db: Database = drizzle(pool);
  try {
    const createIndexes = await dropIndexes(db);
    const statements = [
      insertShop,
      insertUsers(counts),
      insertOrders(counts),
      insertBuyers,
      insertLines(counts),
      insertHistory,
      insertPayments,
      insertRefunds,
    ];
    for (const statement of [
      ...statements,
      insertSessions,
      insertDevices,
      insertAttempts,
      insertEmails,
      insertMovements,
      insertOpeningStock,
      insertEdits(counts),
      setStock,
    ])
      await db.execute(statement);
    await db.execute(insertCustomers);
    await createIndexes();
    await db.execute(sql`select rebuild_price_counts()`);
    await db.execute(sql`select rebuild_daily_stats()`);
    await db.execute(sql`select rebuild_product_stats()`);
    await pool.query('vacuum (analyze)');
  } finally {
    await pool.end();
  }
  return (performance.now() - startedAt) / SECOND;
}
