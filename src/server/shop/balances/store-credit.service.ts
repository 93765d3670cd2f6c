/** Customers' store credit: a balance of an account, given by refunds or by the team. */
import { randomUUID } from 'node:crypto';
import type { BalanceEntry } from '../../../contract/balance-fields.ts';
import type { AdminBalanceEntry } from '../../../contract/gift-card.ts';
import { toDollars } from '../../../contract/money.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { retryTransaction } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/authorize.ts';
import { readCurrency } from '../settings/whole-amounts.service.ts';
import { findUser } from '../team/login/user.repository.ts';
import { type BalanceCause, findCredit, lockCredit, moveBalances } from './balance.repository.ts';
import { switchBalancesOn } from './balance-settings.ts';
import { adjustAccount, toAdminEntries } from './gift-card.service.ts';

type Context = Pick<Deps, 'db' | 'now' | 'memoize'>;

interface Credit {
  balance: number;
  held: number;
  currency: string;
  entries: AdminBalanceEntry[];
}

async function readCredit(db: Database, userId: string, currency: string): Promise<Credit> {
  const credit = await findCredit(db, userId, currency.toLowerCase());
  return {
    balance: toDollars(credit?.balanceCents ?? 0),
    held: toDollars(credit?.heldCents ?? 0),
    currency: currency.toUpperCase(),
    entries: credit ? await toAdminEntries(db, credit.id) : [],
  };
}

/** Nothing of what the team wrote, or who of it did it. What only ends a hold changes nothing for them. */
export async function readOwnCredit(
  deps: Context,
  userId: string,
): Promise<Omit<Credit, 'held' | 'entries'> & { entries: BalanceEntry[] }> {
  const { entries, held: _held, ...credit } = await readCredit(deps.db, userId, await readCurrency(deps));
  const shown = entries.filter(({ amount }) => amount !== 0);
  return { ...credit, entries: shown.map(({ reason: _reason, by: _by, held: _of, ...entry }) => entry) };
}

/** Throws `customer_not_found`. */
async function requireCustomer(db: Database, id: string): Promise<void> {
  if (!(await findUser(db, id))) throw new AppError('customer_not_found', 'There is no such customer');
}

export async function readCustomerCredit(deps: Context, userId: string): Promise<Credit> {
  await requireCustomer(deps.db, userId);
  return readCredit(deps.db, userId, await readCurrency(deps));
}

/** Throws `customer_not_found`, `invalid_request` and `insufficient_balance`. */
export async function adjustCredit(
  deps: Context,
  actor: Pick<Caller, 'id' | 'name'>,
  userId: string,
  adjustment: { amount: number; reason: string; key?: string | undefined },
): Promise<Credit> {
  const currency = await readCurrency(deps);
  const at = deps.now();
  return retryTransaction(deps.db, async (tx) => {
    await requireCustomer(tx, userId);
    const credit = await lockCredit(tx, randomUUID(), userId, currency.toLowerCase(), at);
    await adjustAccount(tx, credit, actor, adjustment, at);
    await switchBalancesOn(tx);
    return readCredit(tx, userId, currency);
  });
}

/** A refund that the merchant gives as store credit. */
export async function creditRefund(
  tx: Database,
  { userId, currency, orderId, refundId, cents }: { userId: string; currency: string; orderId: string; refundId: string; cents: number },
  cause: BalanceCause,
): Promise<void> {
  const credit = await lockCredit(tx, randomUUID(), userId, currency, cause.at);
  await moveBalances(tx, [{ accountId: credit.id, kind: 'refund', cents, orderId, refundId }], cause);
  await switchBalancesOn(tx);
}
