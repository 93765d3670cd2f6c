/** How often an account may check out without paying: each checkout takes stock from everybody else for a while. */
import { HOUR, MINUTE, SECOND } from '../../contract/time.ts';
import type { CheckoutConfig } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { AppError } from '../errors.ts';
import { listUnpaidCheckouts } from './checkout-session.repository.ts';

/**
 * Throws `too_many_checkouts` where the account started `perHour` checkouts within the last hour and paid none since. Those that the
 * provider didn't open don't count: that wasn't the customer's fault. Call it with the user locked.
 */
export async function checkFrequency(tx: Database, userId: string, at: Date, { perHour }: Pick<CheckoutConfig, 'perHour'>): Promise<void> {
  const times = await listUnpaidCheckouts(tx, userId, new Date(at.getTime() - HOUR), perHour);
  const earliest = times.at(perHour - 1);
  if (!earliest) return;
  const wait = earliest.getTime() + HOUR - at.getTime();
  const minutes = Math.ceil(wait / MINUTE);
  throw new AppError(
    'too_many_checkouts',
    `You have started ${perHour} checkouts in the last hour without paying. Pay the one that waits under Orders, or try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { retryAfter: Math.ceil(wait / SECOND) },
  );
}
