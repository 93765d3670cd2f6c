/** Calls that admins and customers make in a shop after years of sales, one after the other, and the statements of its jobs. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { listUsers, readCustomer } from '../../src/contract/account.ts';
import { listEmails, readWaiting } from '../../src/contract/email.ts';
import { listOrders } from '../../src/contract/order.ts';
import { listAllOrders, readOrderNeighbors } from '../../src/contract/order-admin.ts';
import { listBestProducts, readDashboardStats } from '../../src/contract/reports.ts';
import { DAY } from '../../src/contract/values.ts';
import { type Database, openServer } from '../../src/server/platform/database/connect.ts';
import { query } from '../../src/server/platform/database/query.ts';
import { listJobStates } from '../../src/server/platform/jobs/job-state.repository.ts';
import { listOrderedImageIds, listShownImageIds } from '../../src/server/shop/content/media/image.repository.ts';
import { verifyShop } from '../../src/server/shop/integrity/verify.service.ts';
import { claimNextEmail } from '../../src/server/shop/messages/emails/email.repository.ts';
import { claimSession } from '../../src/server/shop/orders/checkout/checkout-session.repository.ts';
import { listPendingRefunds } from '../../src/server/shop/orders/refunds/refund.repository.ts';
import { createLedgerCheck } from '../../src/server/shop/reports/metrics/database-state.ts';
import { readOrdersOnHold, readUnsentEmails } from '../../src/server/shop/reports/metrics/metrics.repository.ts';
import { cleanUpSessions } from '../../src/server/shop/team/login/auth.service.ts';
import { hashToken } from '../../src/server/shop/team/sessions/session.service.ts';
import { startShop } from '../../tests/support/shop-process.ts';

const REPEATS = Number(process.env.REPEATS ?? 100);

export interface Timing {
  /** Milliseconds */
  median: number;
  p99: number;
}

async function time(run: () => Promise<unknown>, repeats = REPEATS): Promise<Timing> {
  const times: number[] = [];
  for (let n = 0; n < repeats + 3; n += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  // The first ones compile and read from disk.
  const sorted = times.slice(3).sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, p99: sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN };
}

/** Somebody with many orders, and an admin; both logged in. */
async function logIn(db: Database) {
  const [customer] = await query<{ id: string; email: string }>(
    db,
    sql`select users.id, email from orders join users on users.id = user_id where number is not null order by orders.created_at desc nulls last limit 1`,
  );
  const [admin] = await query<{ id: string }>(
    db,
    sql`insert into users (id, name, email, phone, address, password_hash, answer_hash, role)
      values (gen_random_uuid(), 'Boss', 'boss@shop.example', '1', '', '-', '-', 1) returning id`,
  );
  const openSession = async (userId = '') => {
    const token = randomBytes(32).toString('base64url');
    await db.execute(sql`insert into sessions values (${hashToken(token)}, ${userId}, now(), now())`);
    return token;
  };
  return {
    customer: await openSession(customer?.id),
    admin: await openSession(admin?.id),
    email: String(customer?.email),
    customerId: String(customer?.id),
  };
}

interface Row {
  id: string;
  number: number;
}

/** So many days ago, as a day. */
const toDay = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
const days = (count: number) => ({ from: toDay(count - 1), to: toDay(0) });

/** The order at this position of the list. */
async function findOrder(db: Database, offset: number): Promise<Row> {
  const [row] = await query<Row>(
    db,
    sql`select id, number from orders where not status in ('pending', 'cancelled', 'expired') order by created_at desc nulls last, id offset ${offset} limit 1`,
  );
  return row ?? { id: '', number: 0 };
}

async function measureCalls(origin: string, db: Database): Promise<Map<string, Timing>> {
  const { customer, admin, email, customerId } = await logIn(db);
  const count = await db.$count(sql`orders`);
  const [middle, far] = [await findOrder(db, Math.floor(count / 3)), await findOrder(db, Math.floor(count * 0.7))];
  const get = async (path: string, token: string, search: Record<string, string>) => {
    const response = await fetch(`${origin}${path}?${new URLSearchParams(search)}`, { headers: { authorization: token } });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path} ${JSON.stringify(search)}: ${response.status} ${body.slice(0, 200)}`);
  };
  const orders = (search: Record<string, string>) => () => get(listAllOrders.path, admin, search);
  const users = (search: Record<string, string>) => () => get(listUsers.path, admin, search);
  const calls: [string, () => Promise<unknown>][] = [
    ['orders, first page', orders({})],
    ['orders, page 100', orders({ page: '100' })],
    ['orders, page 500', orders({ page: '500' })],
    ['orders, far back, by key', orders({ page: '9999', after: far.id })],
    ['orders, far back, Prev', orders({ page: '9999', before: far.id })],
    ['orders delivered', orders({ status: 'delivered' })],
    ['orders on hold', orders({ status: 'review' })],
    ['checkouts', orders({ status: 'unpaid' })],
    ['checkouts expired, far back, by key', orders({ status: 'expired', after: far.id })],
    ['orders by number', orders({ keyword: `#${middle.number}` })],
    ['orders by id', orders({ keyword: middle.id })],
    ['orders by email', orders({ keyword: email })],
    ['orders by a rare name', orders({ keyword: 'zebulon' })],
    ['orders by a rare name, refunded', orders({ keyword: 'quixwick', status: 'refunded' })],
    ['orders by a common name', orders({ keyword: 'hopper' })],
    ['orders by a common name, page 100', orders({ keyword: 'hopper', page: '100' })],
    ['orders by what all have', orders({ keyword: 'example.com' })],
    ['orders by three digits', orders({ keyword: '777' })],
    ['orders by what nobody has', orders({ keyword: 'xylophone' })],
    ['orders by two letters', orders({ keyword: 'zq' })],
    ['orders of thirty days', orders(days(30))],
    ['orders of thirty days, far back', orders({ from: toDay(600), to: toDay(570) })],
    ['orders of all years', orders(days(3000))],
    ['orders of a day without any', orders({ from: '2001-01-01', to: '2001-01-01' })],
    ['orders of thirty days, delivered, page 50', orders({ ...days(30), status: 'delivered', page: '50' })],
    ['orders of thirty days, on hold', orders({ ...days(30), status: 'review' })],
    ['orders of thirty days by a common name', orders({ ...days(30), keyword: 'hopper' })],
    ['orders of a day long ago by a rare name', orders({ from: toDay(800), to: toDay(800), keyword: 'zebulon' })],
    ['orders with a request', orders({ status: 'requested' })],
    ['neighbors of an order', () => get(readOrderNeighbors.path.replace('{id}', middle.id), admin, {})],
    ['overview', () => get(readDashboardStats.path, admin, {})],
    ['overview of all years', () => get(readDashboardStats.path, admin, days(3000))],
    ['what waits', () => get(readWaiting.path, admin, {})],
    ['best products of thirty days', () => get(listBestProducts.path, admin, {})],
    ['best products of ninety days', () => get(listBestProducts.path, admin, days(90))],
    ['best products of all years', () => get(listBestProducts.path, admin, days(3000))],
    ['users, first page', users({})],
    ['users, page 100', users({ page: '100' })],
    ['users who bought', users({ filter: 'ordered' })],
    ['users who bought, page 100', users({ filter: 'ordered', page: '100' })],
    ['users disabled', users({ filter: 'disabled' })],
    ['users of the team', users({ filter: 'team' })],
    ['users by a rare name', users({ keyword: 'zebulon' })],
    ['users by a common name', users({ keyword: 'hopper' })],
    ['users by two letters', users({ keyword: 'zq' })],
    ['a customer', () => get(readCustomer.path.replace('{id}', customerId), admin, {})],
    ['emails, first page', () => get(listEmails.path, admin, {})],
    ["a customer's orders", () => get(listOrders.path, customer, {})],
    ["a customer's checkouts", () => get(listOrders.path, customer, { status: 'unpaid' })],
  ];
  const timings = new Map<string, Timing>();
  for (const [label, run] of calls) timings.set(label, await time(run));
  return timings;
}

/** What each scheduled job queries when nothing is due; with images that no product shows any more, some of them in no order either. */
async function measureJobs(db: Database): Promise<Map<string, Timing>> {
  const now = new Date();
  const images = Array.from({ length: 100 }, () => randomBytes(16).toString('hex'));
  const jobs: [string, () => Promise<unknown>][] = [
    ['job expire-orders', () => claimSession(db, { expiredBefore: new Date(0) }, { now, until: now, seen: [] })],
    ['job reconcile-payments', () => claimSession(db, { createdBefore: new Date(0) }, { now, until: now, seen: [] })],
    ['job retry-refunds', () => listPendingRefunds(db, now, now)],
    ['job send-emails', () => claimNextEmail(db, now)],
    ['job cleanup-sessions', () => cleanUpSessions(db, now)],
    ['job cleanup-images', async () => [await listShownImageIds(db, images), await listOrderedImageIds(db, images)]],
  ];
  const timings = new Map<string, Timing>();
  for (const [label, run] of jobs) timings.set(label, await time(run));
  return timings;
}

/** What metrics query every 15 seconds. */
async function measureMetrics(db: Database): Promise<Map<string, Timing>> {
  const ledgerCheck = createLedgerCheck(db);
  const questions: [string, () => Promise<unknown>][] = [
    ['metrics: unsent emails', () => readUnsentEmails(db)],
    ['metrics: orders on hold', () => readOrdersOnHold(db)],
    ['metrics: jobs', () => listJobStates(db)],
    ['metrics: stock and ledger', () => ledgerCheck.checkNext()],
  ];
  const timings = new Map<string, Timing>();
  for (const [label, run] of questions) timings.set(label, await time(run));
  return timings;
}

export async function measureOrders(url: string): Promise<Map<string, Timing>> {
  const { db, close } = await openServer(url, console, 4);
  const shop = await startShop({ env: { LOG_LEVEL: 'error', DATABASE_URL: url } });
  try {
    const timings = new Map([...(await measureCalls(shop.origin, db)), ...(await measureJobs(db)), ...(await measureMetrics(db))]);
    const startedAt = performance.now();
    const findings = await verifyShop(db, new Date());
    if (findings.length) throw new Error(`verify found: ${JSON.stringify(findings.slice(0, 5))}`);
    const milliseconds = performance.now() - startedAt;
    return timings.set('verify', { median: milliseconds, p99: milliseconds });
  } finally {
    await shop.stop();
    await close();
  }
}
