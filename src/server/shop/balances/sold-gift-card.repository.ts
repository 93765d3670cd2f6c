/** What becomes of gift cards when the order that bought them is refunded: only what nobody has spent can be given back. */
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { query } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import { balanceAccounts } from '../database/schema/balance.ts';
import { type BalanceAccount, type BalanceCause, lockAccounts, moveBalances } from './balance.repository.ts';

/** Those that an order bought, locked. */
const lockSoldCards = (tx: Database, orderId: string): Promise<BalanceAccount[]> => lockAccounts(tx, eq(balanceAccounts.orderId, orderId));

/** Nothing of it was spent, and no checkout holds it. */
const isUnspent = ({ balanceCents, initialCents }: BalanceAccount): boolean => balanceCents === initialCents && initialCents > 0;

const createSpentError = (missing: number): AppError =>
  new AppError(
    'gift_card_spent',
    missing === 1
      ? "A gift card of this order has been spent, in full or in part, so it can't be refunded. Refund the other items by themselves."
      : `${missing} gift cards of this order have been spent, in full or in part, so they can't be refunded. Refund the other items by themselves.`,
  );

/**
 * Takes the cards back before the provider is asked, so that nobody spends them meanwhile. `pieces`: how many of each line; null: all of the order's.
 * Throws `gift_card_spent`.
 */
export async function revokeCards(
  tx: Database,
  orderId: string,
  refundId: string,
  pieces: ReadonlyMap<number, number> | null,
  cause: BalanceCause,
): Promise<void> {
  const cards = await lockSoldCards(tx, orderId);
  const revoked = await listRevokedIds(tx, orderId);
  const left = cards.filter(({ id }) => !revoked.has(id));
  const lines = pieces ?? new Map([...Map.groupBy(left, (it) => it.line ?? 0)].map(([line, of]) => [line, of.length]));
  const chosen = [...lines].map(([line, count]) => ({
    count,
    cards: left.filter((it) => it.line === line && isUnspent(it)).slice(0, count),
  }));
  const missing = chosen.reduce((sum, it) => sum + it.count - it.cards.length, 0);
  if (missing > 0) throw createSpentError(missing);
  await takeBack(
    tx,
    chosen.flatMap((it) => it.cards),
    { orderId, refundId },
    cause,
  );
}

/** A refund that was made at the provider can't be refused: what is left of the cards is taken. Returns what was spent of them. */
export async function revokeWhatIsLeft(tx: Database, orderId: string, cause: BalanceCause): Promise<number> {
  const revoked = await listRevokedIds(tx, orderId);
  const cards = (await lockSoldCards(tx, orderId)).filter(({ id }) => !revoked.has(id));
  await takeBack(tx, cards, { orderId, refundId: null }, cause);
  return cards.reduce((sum, it) => sum + it.initialCents - it.balanceCents, 0);
}

async function takeBack(
  tx: Database,
  cards: readonly BalanceAccount[],
  of: { orderId: string; refundId: string | null },
  cause: BalanceCause,
): Promise<void> {
  await moveBalances(
    tx,
    cards.map(({ id, balanceCents }) => ({ accountId: id, kind: 'revoke', cents: balanceCents, ...of })),
    cause,
  );
}

/** The provider has refused the refund, or it failed later: the cards are worth again what they were. */
export async function restoreCards(tx: Database, orderId: string, refundId: string, cause: BalanceCause): Promise<void> {
  await lockSoldCards(tx, orderId);
  const rows = await query<{ accountId: string; cents: number }>(
    tx,
    sql`select account_id as "accountId", -sum(available)::float8 as cents from balance_entries
      where order_id = ${orderId}::uuid and refund_id = ${refundId}::uuid and kind in ('revoke', 'restore') group by 1 having sum(available) < 0`,
  );
  await moveBalances(
    tx,
    rows.map((it) => ({ ...it, kind: 'restore' as const, orderId, refundId })),
    cause,
  );
}

async function listRevokedIds(tx: Database, orderId: string): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    tx,
    sql`select account_id as id from balance_entries where order_id = ${orderId}::uuid and kind in ('revoke', 'restore')
      group by 1 having sum(available) < 0`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** What the cards of an order are worth that no refund has taken back: an amount that is refunded without naming lines is not theirs. */
export async function sumSoldCards(tx: Database, orderId: string): Promise<number> {
  const revoked = await listRevokedIds(tx, orderId);
  return (await lockSoldCards(tx, orderId)).filter(({ id }) => !revoked.has(id)).reduce((sum, it) => sum + it.initialCents, 0);
}
