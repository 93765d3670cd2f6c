/** Limits how often somebody may check out without paying, because each checkout reserves stock for a while. */
import { HOUR, MINUTE, SECOND } from '../../contract/time.ts';
import { requireAttempt } from '../auth/attempt-limits.ts';
import { normalizeEmail } from '../auth/user.repository.ts';
import type { CheckoutConfig } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { AppError } from '../errors.ts';
import type { Buyer } from './buyer.repository.ts';
import { listNetworkCheckouts } from './checkout-session.repository.ts';
import type { LockedCheckout } from './row-lock.repository.ts';

export type CheckoutLimits = Pick<CheckoutConfig, 'perHour' | 'guestsOpen' | 'guestsPerHour'>;

function createWaitError(until: number, at: Date, toMessage: (minutes: string) => string): AppError {
  const wait = Math.max(SECOND, until - at.getTime());
  const minutes = Math.ceil(wait / MINUTE);
  return new AppError('too_many_checkouts', toMessage(minutes === 1 ? 'a minute' : `${minutes} minutes`), {
    retryAfter: Math.ceil(wait / SECOND),
  });
}

/** Checkouts from before this time don't count. */
export const toFrequencyStart = (at: Date): Date => new Date(at.getTime() - HOUR);

/**
 * When they started checkouts without paying, newest first. Checkouts that the provider failed to open don't count, because that wasn't the
 * customer's fault.
 */
function listUnpaid(checkouts: LockedCheckout[], since: Date): Date[] {
  return checkouts
    .filter(({ createdAt, providerSession, status }) => createdAt > since && (providerSession !== null || status === 'pending'))
    .filter(({ createdAt, lastPaidAt }) => !lastPaidAt || createdAt > lastPaidAt)
    .map(({ createdAt }) => createdAt)
    .toSorted((a, b) => b.getTime() - a.getTime());
}

/**
 * Throws `too_many_checkouts` if the buyer started `perHour` of these checkouts within the last hour and (an account) paid none since, or
 * if guests of the buyer's network started, or have open, too many. Call it with the buyer locked.
 */
export async function checkFrequency(
  tx: Database,
  buyer: Buyer,
  checkouts: LockedCheckout[],
  at: Date,
  limits: CheckoutLimits,
): Promise<void> {
  const { perHour } = limits;
  const earliest = listUnpaid(checkouts, toFrequencyStart(at)).at(perHour - 1);
  if (earliest) {
    const waiting = buyer.guest ? 'the one that waits' : 'the one that waits under Orders';
    throw createWaitError(
      earliest.getTime() + HOUR,
      at,
      (minutes) => `You have started ${perHour} checkouts in the last hour without paying. Pay ${waiting}, or try again in ${minutes}.`,
    );
  }
  if (buyer.guest) await checkNetwork(tx, buyer.guest, at, limits);
}

/** Guests are easy to make up, so they are counted by network. Their own open checkout doesn't count, because it will be replaced. */
async function checkNetwork(
  tx: Database,
  { network, email }: NonNullable<Buyer['guest']>,
  at: Date,
  { guestsOpen, guestsPerHour }: CheckoutLimits,
): Promise<void> {
  const checkouts = await listNetworkCheckouts(tx, network, toFrequencyStart(at), guestsPerHour);
  const isOpen = (it: (typeof checkouts)[number]) => it.status === 'pending' && !it.processingSince;
  const others = checkouts.filter((it) => isOpen(it) && it.email?.toLowerCase() !== email.toLowerCase());
  const earliest = checkouts.at(guestsPerHour - 1);
  const freeAt = earliest ? earliest.createdAt.getTime() + HOUR : Math.min(...others.map(({ expiresAt }) => expiresAt.getTime()));
  if (!earliest && others.length < guestsOpen) return;
  throw createWaitError(
    freeAt,
    at,
    (minutes) => `Too many guests of your network are checking out. Please log in to check out, or try again in ${minutes}.`,
  );
}

/** A free order costs nothing, and sends an email to whatever address a guest enters. */
const FREE_ORDER_LIMIT = { name: 'guest-free', maxAttempts: 5, windowMs: HOUR };

/** Throws `too_many_attempts` if guests of a network, or with an email, placed too many free orders within an hour. */
export async function checkFreeOrder(tx: Database, { guest }: Buyer, at: Date): Promise<void> {
  if (!guest) return;
  const context = { db: tx, now: () => at };
  for (const subject of [guest.network, normalizeEmail(guest.email)]) await requireAttempt(context, FREE_ORDER_LIMIT, subject);
}
