/**
 * One provider over several accounts of the same company: new checkouts go to the first, and what was begun with another account is still found,
 * refunded and heard of there. So an owner can change keys, or go from tests to real money, while people are paying.
 */
import { AppError } from '../../platform/errors.ts';
import type { PaymentProvider, SessionReport } from './provider.ts';

export interface JoinedAccount extends PaymentProvider {
  /** Whether the error says that this account doesn't have what was asked for. */
  isElsewhere(error: unknown): boolean;
  /** Whether the error says that the account's key isn't valid any more. */
  isKeyRefused(error: unknown): boolean;
}

type Find = (account: PaymentProvider) => Promise<SessionReport | null>;

export function joinAccounts(current: JoinedAccount, others: readonly JoinedAccount[]): PaymentProvider {
  /** What another account than the current one says; an account whose key was taken back can say nothing. */
  async function findElsewhere(find: Find): Promise<SessionReport | null> {
    for (const account of others) {
      try {
        const report = await find(account);
        if (report) return report;
      } catch (error) {
        if (!account.isKeyRefused(error)) throw error;
      }
    }
    return null;
  }
  const findAnywhere = async (find: Find) => (await find(current)) ?? findElsewhere(find);

  return {
    ...current,
    readCheckout: (id) => findAnywhere((account) => account.readCheckout(id)),
    expireCheckout: (id) => findAnywhere((account) => account.expireCheckout(id)),
    ...(current.cards && {
      cards: {
        ...current.cards,
        deleteCustomer: async (customer, account) => {
          for (const { cards } of [current, ...others]) if (await cards?.deleteCustomer(customer, account)) return true;
          return false;
        },
      },
    }),
    ...(current.resumeCheckout && {
      resumeCheckout: (id) => findAnywhere((account) => account.resumeCheckout?.(id) ?? Promise.resolve(null)),
    }),
    readEvent: (raw, headers, now) => readSignedEvent([current, ...others], (account) => account.readEvent(raw, headers, now)),
    refund: async (refund) => {
      for (const [index, account] of [current, ...others].entries()) {
        try {
          return await account.refund(refund);
        } catch (error) {
          const mayTryNext = account.isElsewhere(error) || (index > 0 && account.isKeyRefused(error));
          if (!mayTryNext || index === others.length) throw error;
        }
      }
      throw new AppError('refund_refused', 'No connected account knows this payment');
    },
  };
}

/** Of the first whose secret signed it; the last one's refusal if it was nobody's. */
export async function readSignedEvent<Account, Event>(
  accounts: readonly Account[],
  read: (account: Account) => Event | Promise<Event>,
): Promise<Event> {
  let refusal: unknown;
  for (const account of accounts) {
    try {
      return await read(account);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_signature') throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}
