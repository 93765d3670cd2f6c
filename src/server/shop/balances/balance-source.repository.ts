/** The balances that a customer wants to pay with: gift cards by their codes, then their store credit. */
import { eq, or } from 'drizzle-orm';
import type { Database } from '../../platform/database/connect.ts';
import { balanceAccounts } from '../database/schema/balance.ts';
import { type BalanceAccount, findByDigests, findCredit, isOneOfIds, lockAccounts, sumOwnHolds } from './balance.repository.ts';
import { digestCodes } from './gift-code.ts';

export interface BalanceInput {
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

export const usesBalance = ({ giftCards = [], storeCredit = false }: BalanceInput): boolean => giftCards.length > 0 || storeCredit;

export const isUsable = ({ disabledAt, expiresAt, balanceCents }: BalanceAccount, now: Date): boolean =>
  disabledAt === null && (expiresAt === null || expiresAt > now) && balanceCents > 0;

interface Context {
  userId: string | null;
  /** Of a cart of a guest: where they are, in the form that orders store. */
  network?: string | null;
  /** ISO 4217, in any case. */
  currency: string;
  now: Date;
}

async function withOwnHolds(
  db: Database,
  accounts: BalanceAccount[],
  userId: string | null,
  network: string | null,
): Promise<BalanceAccount[]> {
  const held = accounts.filter(({ heldCents }) => heldCents > 0).map(({ id }) => id);
  if (!held.length || (userId === null && network === null)) return accounts;
  const own = await sumOwnHolds(db, held, { userId, network });
  return accounts.map((it) => ({ ...it, balanceCents: it.balanceCents + (own.get(it.id) ?? 0) }));
}

/** A code that is there twice counts once. `isLocked`: nobody else spends them until the transaction ends. */
export async function findSources(
  db: Database,
  { giftCards = [], storeCredit = false }: BalanceInput,
  { userId, network = null, currency, now }: Context,
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
  // What their own open checkout holds is theirs: a newer one gives it back first.
  const there = isLocked ? locked : await withOwnHolds(db, locked, userId, network);
  const cards = digests.map((digest, index) => {
    const card = digest !== null && digests.indexOf(digest) === index ? there.find((it) => it.digest === digest) : undefined;
    return card && card.currency === code && isUsable(card, now) ? card : null;
  });
  const ownCredit = credit && (there.find(({ id }) => id === credit.id) ?? credit);
  return {
    accounts: [...cards.filter((it) => it !== null), ...(ownCredit && storeCredit && isUsable(ownCredit, now) ? [ownCredit] : [])],
    refused: cards.flatMap((card, index) => (card ? [] : [index])),
    credit: ownCredit,
  };
}

/** Those of older checkouts too, which give theirs back in the same transaction: locked at once, in the order of ids. */
export async function lockSources(tx: Database, input: BalanceInput, context: Context, heldIds: readonly string[]): Promise<void> {
  const { accounts } = await findSources(tx, input, context);
  const ids = [...new Set([...accounts.map(({ id }) => id), ...heldIds])];
  if (ids.length) await lockAccounts(tx, or(...ids.map((id) => eq(balanceAccounts.id, id))));
}
