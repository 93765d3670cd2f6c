/** Limits how often somebody may check out without paying, because each checkout reserves stock for a while. */
import { HOUR, MINUTE, SECOND } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CheckoutConfig } from '../../../platform/settings/config.ts';
import { getTargetId, listStock } from '../../inventory/stock.repository.ts';
import { requireAttempt } from '../../team/login/attempt-limits.ts';
import { normalizeEmail } from '../../team/login/user.repository.ts';
import { type Buyer, hasPaidBefore } from '../lifecycle/buyer.repository.ts';
import type { LockedCheckout } from '../lifecycle/row-lock.repository.ts';
import type { CountedItem } from './cart-items.ts';
import { countNetworkCheckouts, listHeldByNetwork } from './checkout-session.repository.ts';

export type CheckoutLimits = Pick<CheckoutConfig, 'perHour' | 'guestsOpen' | 'guestsPerHour' | 'networkPerHour'>;

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

/** A network in which many have checked out without paying. */
export interface Crowd {
  network: string;
  /** When the first of their checkouts ends; null: none is open. */
  freeAt: Date | null;
}

/** In a crowd, this many times the limit is too many, whatever they hold. */
const MAX_CROWD = 10;

/**
 * Throws `too_many_checkouts` if the buyer started `perHour` of these checkouts within the last hour and (an account) paid none since. Of a
 * buyer in a crowd, `checkCrowdStock` asks more. Call it with the buyer locked.
 */
export async function checkFrequency(
  tx: Database,
  buyer: Buyer,
  checkouts: LockedCheckout[],
  at: Date,
  limits: CheckoutLimits,
): Promise<Crowd | null> {
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
  return findCrowd(tx, buyer, at, limits);
}

/**
 * Guests and accounts are easy to make up, so those who never paid are counted by network, too. Thousands of customers may share a carrier's
 * address with somebody who makes them up: so paid, refused and unopened checkouts don't count, an account that has paid before is never in
 * a crowd, and whoever is may go on as long as a crowd doesn't empty the shelves.
 */
async function findCrowd(tx: Database, buyer: Buyer, at: Date, { guestsOpen, guestsPerHour, networkPerHour }: CheckoutLimits) {
  const started = await countNetworkCheckouts(tx, buyer, toFrequencyStart(at));
  if (!started) return null;
  const { total, guests, open, firstAt, freeAt } = started;
  const isOver = (count: number) => networkPerHour > 0 && count >= networkPerHour;
  const isCrowd = isOver(total) || (buyer.guest && (open >= guestsOpen || guests >= guestsPerHour));
  if (!isCrowd || (await hasPaidBefore(tx, buyer))) return null;
  if (isOver(total / MAX_CROWD)) throw createCrowdError(new Date(firstAt.getTime() + HOUR), at);
  return { network: buyer.network, freeAt };
}

function createCrowdError(until: Date | null, at: Date): AppError {
  return createWaitError(
    until?.getTime() ?? 0,
    at,
    (minutes) =>
      `Too many people in your network are checking out. Please take fewer, log in to an account that has bought here, or try again in ${minutes}.`,
  );
}

/**
 * Throws `too_many_checkouts` if a crowd would hold more of a product than it leaves to everybody else. Call it once the stock is reserved: its
 * rows are locked then, so that no two of a crowd count at once.
 */
export async function checkCrowdStock(tx: Database, { network, freeAt }: Crowd, items: CountedItem[], at: Date): Promise<void> {
  const [stock, held] = [await listStock(tx, items), await listHeldByNetwork(tx, network, items.map(getTargetId))];
  const left = new Map(stock.map(({ targetId, quantity }) => [targetId, quantity]));
  const isGreedy = (item: CountedItem) => item.quantity + (held.get(getTargetId(item)) ?? 0) > (left.get(getTargetId(item)) ?? 0);
  if (items.some(isGreedy)) throw createCrowdError(freeAt, at);
}

/** A free order costs nothing, and sends an email to whatever address a guest enters. */
const FREE_ORDER_LIMIT = { name: 'guest-free', maxAttempts: 5, windowMs: HOUR };

/** Throws `too_many_attempts` if guests of a network, or with an email, placed too many free orders within an hour. */
export async function checkFreeOrder(tx: Database, { network, guest }: Buyer, at: Date): Promise<void> {
  if (!guest) return;
  const context = { db: tx, now: () => at };
  for (const subject of [network, normalizeEmail(guest.email)]) await requireAttempt(context, FREE_ORDER_LIMIT, subject);
}
