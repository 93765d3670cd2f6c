/** Limits how often somebody may check out without paying, because each checkout reserves stock for a while. */
import { HOUR, MINUTE, SECOND } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CheckoutConfig } from '../../../platform/settings/config.ts';
import { getTargetId, type StockTarget } from '../../inventory/stock.repository.ts';
import { listStock } from '../../inventory/stock-levels.repository.ts';
import { requireAttempt } from '../../team/login/rate-limits.ts';
import { normalizeEmail } from '../../team/login/user.repository.ts';
import { type Buyer, hasPaidBefore, type LockedCheckout } from '../rows/order-lock.repository.ts';
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

/** When the unpaid checkouts were started, newest first. Those that the provider failed to open don't count: that wasn't the customer's fault. */
function listUnpaid(checkouts: LockedCheckout[], since: Date): Date[] {
  return checkouts
    .filter(({ createdAt, providerSession, status }) => createdAt > since && (providerSession !== null || status === 'pending'))
    .filter(({ isTest }) => !isTest)
    .filter(({ createdAt, lastPaidAt }) => !lastPaidAt || createdAt > lastPaidAt)
    .map(({ createdAt }) => createdAt)
    .toSorted((a, b) => b.getTime() - a.getTime());
}

/** A network with many unpaid checkouts. */
export interface BusyNetwork {
  network: string;
  /** When the first of its open checkouts expires; null: none is open. */
  freeAt: Date | null;
}

/** Orders that one buyer may have placed to be paid by hand, and not paid yet: each holds its stock for days. */
const MAX_UNPAID_ORDERS = 10;

/** Throws `too_many_checkouts`. */
export function checkUnpaidOrders(checkouts: LockedCheckout[]): void {
  const unpaid = checkouts.filter(({ status, number }) => status === 'pending' && number !== null);
  if (unpaid.length < MAX_UNPAID_ORDERS) return;
  throw new AppError('too_many_checkouts', `You have ${unpaid.length} orders that aren't paid yet. Please pay one of them first.`);
}

/** A busy network with this many times the limit is refused, however little stock it reserves. */
const MAX_TIMES_LIMIT = 10;

/**
 * Throws `too_many_checkouts` if the buyer started `perHour` of these checkouts within the last hour and (an account) paid none since. Returns
 * the buyer's network if it is a busy one: then call `checkNetworkStock` too. Call it with the buyer locked.
 */
export async function checkFrequency(
  tx: Database,
  buyer: Buyer,
  checkouts: LockedCheckout[],
  at: Date,
  limits: CheckoutLimits,
): Promise<BusyNetwork | null> {
  const { perHour } = limits;
  const earliest = listUnpaid(checkouts, toFrequencyStart(at)).at(perHour - 1);
  if (earliest) {
    const waiting = buyer.guest ? 'the open one' : 'the open one under Orders';
    throw createWaitError(
      earliest.getTime() + HOUR,
      at,
      (minutes) => `You have started ${perHour} checkouts in the last hour without paying. Pay ${waiting}, or try again in ${minutes}.`,
    );
  }
  return findBusyNetwork(tx, buyer, at, limits);
}

/**
 * Fake guests and accounts are easy to create, so unpaid checkouts are counted by network, too. Thousands of customers may share a mobile
 * carrier's IP address with whoever creates them: so paid, refused and unopened checkouts don't count, accounts that have paid before are
 * exempt, and all others may check out as long as their network doesn't reserve most of the stock.
 */
async function findBusyNetwork(tx: Database, buyer: Buyer, at: Date, { guestsOpen, guestsPerHour, networkPerHour }: CheckoutLimits) {
  const started = await countNetworkCheckouts(tx, buyer, toFrequencyStart(at));
  if (!started) return null;
  const { total, guests, open, firstAt, freeAt } = started;
  const isOver = (count: number) => networkPerHour > 0 && count >= networkPerHour;
  const isBusy = isOver(total) || (buyer.guest && (open >= guestsOpen || guests >= guestsPerHour));
  if (!isBusy || (await hasPaidBefore(tx, buyer))) return null;
  if (isOver(total / MAX_TIMES_LIMIT)) throw createBusyError(new Date(firstAt.getTime() + HOUR), at);
  return { network: buyer.network, freeAt };
}

function createBusyError(until: Date | null, at: Date): AppError {
  return createWaitError(
    until?.getTime() ?? 0,
    at,
    (minutes) =>
      `Too many people in your network are checking out. Please take fewer, log in to an account that has bought here, or try again in ${minutes}.`,
  );
}

/**
 * Throws `too_many_checkouts` if a busy network would reserve more of a product than it leaves to everybody else. Call it once the stock is
 * reserved: its rows are locked then, so that no two checkouts of the network count at once.
 */
export async function checkNetworkStock(
  tx: Database,
  { network, freeAt }: BusyNetwork,
  targets: (StockTarget & { quantity: number })[],
  at: Date,
): Promise<void> {
  const [stock, held] = [await listStock(tx, targets), await listHeldByNetwork(tx, network, targets.map(getTargetId))];
  const left = new Map(stock.map(({ targetId, quantity }) => [targetId, quantity]));
  const exceedsHalf = (it: StockTarget & { quantity: number }) =>
    it.quantity + (held.get(getTargetId(it)) ?? 0) > (left.get(getTargetId(it)) ?? 0);
  if (targets.some(exceedsHalf)) throw createBusyError(freeAt, at);
}

/** An order that is free, or paid by hand, sends an email to whatever address a guest enters, before anybody pays. */
const FREE_ORDER_LIMIT = { name: 'guest-free', maxAttempts: 5, windowMs: HOUR };

/** Throws `too_many_attempts` if guests of a network, or with an email, placed too many such orders within an hour. */
export async function checkGuestOrder(tx: Database, { network, guest }: Buyer, at: Date): Promise<void> {
  if (!guest) return;
  const context = { db: tx, now: () => at };
  for (const subject of [network, normalizeEmail(guest.email)]) await requireAttempt(context, FREE_ORDER_LIMIT, subject);
}
