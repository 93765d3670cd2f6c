/**
 * The only place that changes balances. Each change writes entries of the ledger in the same statement, so that a balance is always the sum of its entries;
 * the table's check refuses one below zero, whoever writes.
 */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { BalanceEntryKind } from '../../../contract/balance-fields.ts';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { balanceAccounts, balanceEntries } from '../database/schema/balance.ts';

/** What one cent adds to the balance, and to what open checkouts hold of it. */
const EFFECTS = {
  issue: { available: 1, held: 0 },
  adjust: { available: 1, held: 0 },
  hold: { available: -1, held: 1 },
  release: { available: 1, held: -1 },
  spend: { available: 0, held: -1 },
  refund: { available: 1, held: 0 },
  revoke: { available: -1, held: 0 },
  restore: { available: 1, held: 0 },
} as const satisfies Record<BalanceEntryKind, { available: number; held: number }>;

export interface BalanceMove {
  accountId: string;
  kind: BalanceEntryKind;
  /** Negative only for an adjustment. */
  cents: number;
  orderId?: string | null;
  refundId?: string | null;
  /** The same key is booked once. */
  key?: string | null;
}

/** Who moves it and why. */
export interface BalanceCause {
  actorId: string | null;
  by: string;
  why: string;
  at: Date;
}

export type BalanceAccount = typeof balanceAccounts.$inferSelect;

/** Call it with the accounts locked, and only with what they have: the table's check throws otherwise. */
export async function moveBalances(tx: Database, moves: readonly BalanceMove[], { actorId, by, why, at }: BalanceCause): Promise<void> {
  const rows = moves
    .filter(({ cents }) => cents !== 0)
    .map(({ accountId, kind, cents, orderId = null, refundId = null, key = null }) => ({
      ...{ account_id: accountId, kind, available: EFFECTS[kind].available * cents, held: EFFECTS[kind].held * cents },
      ...{ order_id: orderId, refund_id: refundId, key },
    }));
  if (!rows.length) return;
  await tx.execute(sql`
    with moves as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as m (account_id uuid, kind text, available bigint, held bigint, order_id uuid, refund_id uuid, key text)
    ), changed as (
      update balance_accounts a set balance_cents = a.balance_cents + c.available, held_cents = a.held_cents + c.held
      from (select account_id, sum(available)::bigint as available, sum(held)::bigint as held from moves group by 1) c where a.id = c.account_id
      returning a.id
    )
    insert into balance_entries (account_id, kind, available, held, order_id, refund_id, reason, actor_id, by, at, key)
    select m.account_id, m.kind, m.available, m.held, m.order_id, m.refund_id, ${why}::text, ${sql.param(actorId)}::uuid, ${by}::text,
      ${at.toISOString()}::timestamptz, m.key
    from moves m join changed on changed.id = m.account_id`);
}

export async function createAccount(tx: Database, account: typeof balanceAccounts.$inferInsert): Promise<void> {
  await tx.insert(balanceAccounts).values(account);
}

/** Always in the order of ids, after orders and codes and before products: see orders/rows/order-lock.repository.ts. */
export function lockAccounts(tx: Database, condition: SQL | undefined): Promise<BalanceAccount[]> {
  return tx.select().from(balanceAccounts).where(condition).orderBy(asc(balanceAccounts.id)).for('update');
}

export const isOneOfIds = (ids: string[]): SQL => inArray(balanceAccounts.id, ids);

export const lockAccount = async (tx: Database, id: string): Promise<BalanceAccount | null> =>
  (await lockAccounts(tx, eq(balanceAccounts.id, id)))[0] ?? null;

export async function findAccount(db: Database, id: string): Promise<BalanceAccount | null> {
  const [row] = await db.select().from(balanceAccounts).where(eq(balanceAccounts.id, id));
  return row ?? null;
}

export async function findByDigests(db: Database, digests: string[]): Promise<BalanceAccount[]> {
  return digests.length ? db.select().from(balanceAccounts).where(inArray(balanceAccounts.digest, digests)) : [];
}

export async function findCredit(db: Database, userId: string, currency: string): Promise<BalanceAccount | null> {
  const isCredit = and(
    eq(balanceAccounts.kind, sql`'store_credit'`),
    eq(balanceAccounts.userId, userId),
    eq(balanceAccounts.currency, currency),
  );
  const [row] = await db.select().from(balanceAccounts).where(isCredit);
  return row ?? null;
}

/** The customer's store credit, locked; made if there is none yet. */
export async function lockCredit(tx: Database, id: string, userId: string, currency: string, at: Date): Promise<BalanceAccount> {
  await tx.insert(balanceAccounts).values({ id, kind: 'store_credit', currency, userId, createdAt: at }).onConflictDoNothing();
  const found = await findCredit(tx, userId, currency);
  const credit = found && (await lockAccount(tx, found.id));
  if (!credit) throw new Error('the store credit was not written');
  return credit;
}

export async function updateAccount(tx: Database, id: string, change: Partial<BalanceAccount>): Promise<void> {
  await tx.update(balanceAccounts).set(change).where(eq(balanceAccounts.id, id));
}

export async function hasKey(tx: Database, key: string): Promise<boolean> {
  return (await tx.$count(balanceEntries, eq(balanceEntries.key, key))) > 0;
}

/** What an order has of an account, in cents. */
export interface OrderShare {
  accountId: string;
  kind: BalanceAccount['kind'];
  lastFour: string | null;
  /** Of its checkout, of which nobody knows yet whether it is paid. */
  heldCents: number;
  /** The last time that something was held. */
  askedCents: number;
  spentCents: number;
  /** What refunds gave back. */
  refundedCents: number;
}

/** By order id; the first that paid first. */
export async function listOrderShares(db: Database, orderIds: readonly string[]): Promise<Map<string, OrderShare[]>> {
  if (!orderIds.length) return new Map();
  const rows = await query<OrderShare & { orderId: string }>(
    db,
    sql`select e.order_id as "orderId", e.account_id as "accountId", a.kind, a.last_four as "lastFour", sum(e.held)::float8 as "heldCents",
        coalesce((array_agg(-e.available order by e.id desc) filter (where e.kind = 'hold'))[1], 0)::float8 as "askedCents",
        coalesce(sum(-e.held) filter (where e.kind = 'spend'), 0)::float8 as "spentCents",
        coalesce(sum(e.available) filter (where e.kind = 'refund'), 0)::float8 as "refundedCents"
      from balance_entries e join balance_accounts a on a.id = e.account_id
      where e.order_id in (${sql.join(
        orderIds.map((id) => sql`${id}::uuid`),
        sql`, `,
      )}) and e.kind in ('hold', 'release', 'spend', 'refund')
      group by 1, 2, 3, 4 order by min(e.id)`,
  );
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** What open checkouts of an account, or of guests of one network, hold of these, by account. */
export async function sumOwnHolds(
  db: Database,
  accountIds: readonly string[],
  { userId, network }: { userId: string | null; network: string | null },
): Promise<Map<string, number>> {
  const isOwn = userId === null ? sql`o.user_id is null and o.guest_network = ${network}` : sql`o.user_id = ${userId}::uuid`;
  const rows = await query<{ accountId: string; cents: number }>(
    db,
    sql`select e.account_id as "accountId", sum(e.held)::float8 as cents from balance_entries e join orders o on o.id = e.order_id
      where e.account_id in (${sql.join(
        accountIds.map((id) => sql`${id}::uuid`),
        sql`, `,
      )}) and ${isOwn} and o.status = 'pending' and o.number is null and o.processing_since is null group by 1`,
  );
  return new Map(rows.map(({ accountId, cents }) => [accountId, cents]));
}

/** The newest first. */
export async function listEntries(db: Database, accountId: string, limit: number) {
  const rows = await query<{
    at: string;
    kind: BalanceEntryKind;
    available: number;
    held: number;
    orderId: string | null;
    orderNumber: number | null;
    reason: string;
    by: string;
  }>(
    db,
    sql`select to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.kind, e.available::float8, e.held::float8,
        o.id as "orderId", o.number as "orderNumber", e.reason, e.by
      from balance_entries e left join orders o on o.id = e.order_id where e.account_id = ${accountId}::uuid order by e.id desc limit ${limit}`,
  );
  return rows;
}
