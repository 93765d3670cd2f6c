/** The balances that a customer wants to pay with: gift cards by their codes, then their store credit. */
import { eq, or } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { balanceAccounts } from '../database/schema/balance.ts';
import { type BalanceAccount, findByDigests, findCredit, isOneOfIds, lockAccounts } from './balance.repository.ts';
import { digestCodes } from './gift-code.ts';

export interface BalanceWish {
  giftCards?: readonly string[] | undefined;
  storeCredit?: boolean | undefined;
}

export interface FoundSources {
  /** In the order in which they pay. */
  accounts: BalanceAccount[];
  /** Positions of codes that pay nothing: one answer for all reasons, so that nobody learns which codes there are. */
  refused: number[];
  /** Whether it is asked for or not; null: the customer has none, or nobody is logged in. */
  credit: BalanceAccount | null;
}

export const isWished = ({ giftCards = [], storeCredit = false }: BalanceWish): boolean => giftCards.length > 0 || storeCredit;

export const isUsable = ({ disabledAt, expiresAt, balanceCents }: BalanceAccount, now: Date): boolean =>
  disabledAt === null && (expiresAt === null || expiresAt > now) && balanceCents > 0;

interface Context {
  userId: string | null;
  /** ISO 4217, in any case. */
  currency: string;
  now: Date;
}

/** A code that is there twice counts once. `isLocked`: nobody else spends them until the transaction ends. */
export async function findSources(
  db: Database,
  { giftCards = [], storeCredit = false }: BalanceWish,
  { userId, currency, now }: Context,
  { isLocked = false } = {},
): Promise<FoundSources> {
  const code = currency.toLowerCase();
  const digests = await digestCodes(db, giftCards);
  const found = await findByDigests(
    db,
    digests.filter((it) => it !== null),
  );
  const credit = userId === null ? null : await findCredit(db, userId, code);
  const ids = [...found.map(({ id }) => id), ...(credit && storeCredit ? [credit.id] : [])];
  const locked = isLocked && ids.length ? await lockAccounts(db, isOneOfIds(ids)) : [...found, ...(credit ? [credit] : [])];
  const cards = digests.map((digest, index) => {
    const card = digest !== null && digests.indexOf(digest) === index ? locked.find((it) => it.digest === digest) : undefined;
    return card && card.currency === code && isUsable(card, now) ? card : null;
  });
  const own = credit && (locked.find(({ id }) => id === credit.id) ?? credit);
  return {
    accounts: [...cards.filter((it) => it !== null), ...(own && storeCredit && isUsable(own, now) ? [own] : [])],
    refused: cards.flatMap((card, index) => (card ? [] : [index])),
    credit: own,
  };
}

/** Those of older checkouts too, which give theirs back in the same transaction: locked at once, in the order of ids. */
export async function lockSources(tx: Database, wish: BalanceWish, context: Context, heldIds: readonly string[]): Promise<void> {
  const { accounts } = await findSources(tx, wish, context);
  const ids = [...new Set([...accounts.map(({ id }) => id), ...heldIds])];
  if (ids.length) await lockAccounts(tx, or(...ids.map((id) => eq(balanceAccounts.id, id))));
}
