/** What an order does with balances: held with its checkout, spent with its payment, released where it ends unpaid, given back by its refunds. */
import type { Database } from '../../platform/database/connect.ts';
import {
  type BalanceCause,
  type BalanceMove,
  isOneOfIds,
  listOrderShares,
  lockAccounts,
  moveBalances,
  type OrderShare,
  updateAccount,
} from './balance.repository.ts';
import { isUsable } from './balance-source.repository.ts';
import type { PlannedPart } from './plan-balance.ts';

const sharesOf = async (tx: Database, orderId: string): Promise<OrderShare[]> => (await listOrderShares(tx, [orderId])).get(orderId) ?? [];

const lockShares = (tx: Database, shares: readonly OrderShare[]) => lockAccounts(tx, isOneOfIds(shares.map(({ accountId }) => accountId)));

/** The accounts of these orders, in the order of ids: before stock, as codes are. */
export async function lockOrderAccounts(tx: Database, orderIds: readonly string[]): Promise<void> {
  const shares = [...(await listOrderShares(tx, orderIds)).values()].flat();
  if (shares.length) await lockShares(tx, shares);
}

export const listHeldIds = async (tx: Database, orderIds: readonly string[]): Promise<string[]> =>
  [...(await listOrderShares(tx, orderIds)).values()].flat().map(({ accountId }) => accountId);

export async function holdBalance(tx: Database, orderId: string, parts: readonly PlannedPart[], cause: BalanceCause): Promise<void> {
  const moves = parts.map(({ accountId, cents }): BalanceMove => ({ accountId, kind: 'hold', cents, orderId }));
  await moveBalances(tx, moves, cause);
}

const toMoves = (shares: readonly OrderShare[], kind: 'hold' | 'release' | 'spend', orderId: string): BalanceMove[] =>
  shares.map(({ accountId, heldCents, askedCents }) => ({ accountId, kind, cents: kind === 'hold' ? askedCents : heldCents, orderId }));

/** The checkout has ended unpaid. Nothing where nothing is held any more. */
export async function releaseBalance(tx: Database, orderId: string, cause: BalanceCause): Promise<void> {
  const held = (await sharesOf(tx, orderId)).filter(({ heldCents }) => heldCents > 0);
  if (!held.length) return;
  await lockShares(tx, held);
  await moveBalances(tx, toMoves(held, 'release', orderId), cause);
}

/**
 * The order is paid: what it holds is spent. Of one that had ended before its payment came, it is taken once more. False if that is no longer there, or a card
 * was disabled meanwhile: nothing is taken then.
 */
export async function spendBalance(tx: Database, orderId: string, cause: BalanceCause): Promise<boolean> {
  const shares = await sharesOf(tx, orderId);
  const held = shares.filter(({ heldCents }) => heldCents > 0);
  if (held.length) {
    await lockShares(tx, held);
    await moveBalances(tx, toMoves(held, 'spend', orderId), cause);
    return true;
  }
  if (shares.some(({ spentCents }) => spentCents > 0)) return true;
  const accounts = new Map((await lockShares(tx, shares)).map((it) => [it.id, it]));
  const isThere = shares.every(({ accountId, askedCents }) => {
    const account = accounts.get(accountId);
    return account !== undefined && isUsable(account, cause.at) && account.balanceCents >= askedCents;
  });
  if (!isThere) return false;
  await moveBalances(tx, toMoves(shares, 'hold', orderId), cause);
  await moveBalances(
    tx,
    toMoves(
      shares.map((it) => ({ ...it, heldCents: it.askedCents })),
      'spend',
      orderId,
    ),
    cause,
  );
  return true;
}

/** What balances have paid of an order, and what refunds gave back of that. */
export async function sumOrderBalance(db: Database, orderId: string): Promise<{ spentCents: number; refundedCents: number }> {
  const shares = await sharesOf(db, orderId);
  const add = (read: (share: OrderShare) => number) => shares.reduce((sum, it) => sum + read(it), 0);
  return { spentCents: add((it) => it.spentCents), refundedCents: add((it) => it.refundedCents) };
}

interface GiveBack {
  orderId: string;
  refundId: string;
  cents: number;
}

/**
 * Back to where it came from, the first that paid first. A gift card whose time is over gets its money all the same, and no longer ends: otherwise the refund
 * would give back nothing. Returns what is more than they had paid.
 */
export async function giveBackBalance(tx: Database, { orderId, refundId, cents }: GiveBack, cause: BalanceCause): Promise<number> {
  const shares = await sharesOf(tx, orderId);
  const accounts = shares.length ? await lockShares(tx, shares) : [];
  let rest = cents;
  const moves = shares.flatMap(({ accountId, spentCents, refundedCents }): BalanceMove[] => {
    const part = Math.min(rest, Math.max(0, spentCents - refundedCents));
    rest -= part;
    return part > 0 ? [{ accountId, kind: 'refund', cents: part, orderId, refundId }] : [];
  });
  await moveBalances(tx, moves, cause);
  for (const { id, expiresAt } of accounts) {
    const isBack = moves.some(({ accountId }) => accountId === id);
    if (isBack && expiresAt !== null && expiresAt <= cause.at) await updateAccount(tx, id, { expiresAt: null });
  }
  return rest;
}
