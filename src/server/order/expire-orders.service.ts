/**
 * Scheduled work on pending orders: unpaid ones expire after CHECKOUT_HOLD_MINUTES (config.ts), and those whose webhook event never came
 * are looked up at the provider.
 */
import { MINUTE } from '../../contract/time.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import type { Logger } from '../logger.ts';
import { listOpenSessions } from './checkout-session.repository.ts';
import { expireSession, reconcileSession } from './checkout-session.service.ts';
import type { PaymentOutcome } from './payment.service.ts';
import { lockOrderById } from './row-lock.repository.ts';
import { closeOrder, SYSTEM_ACTOR } from './update-order.service.ts';

/** An event normally takes seconds; after this long the provider is asked instead. */
const EVENT_TIMEOUT = 2 * MINUTE;
const BATCH_SIZE = 50;
const MAX_ORDERS = 500;

const NOT_UPDATED: ReadonlySet<PaymentOutcome> = new Set(['ignored', 'unchanged', 'duplicate']);

type Log = Pick<Logger, 'error'>;

/**
 * Closes checkouts whose time is over: first the session at the provider, which some providers keep open for longer and which reports a
 * payment of the last minute; then the order, which releases its stock. If the provider doesn't answer, the order keeps its stock until the
 * next run. Safe to run concurrently. Returns the number of orders that were closed or found paid.
 */
export async function expireOrders(deps: Deps, log: Log): Promise<number> {
  const expiredBefore = deps.now();
  const seen = new Set<string>();
  let closed = 0;
  while (seen.size < MAX_ORDERS) {
    const sessions = await listOpenSessions(deps.db, { expiredBefore }, BATCH_SIZE + seen.size);
    const expired = sessions.filter(({ id }) => !seen.has(id));
    if (!expired.length) break;
    for (const order of expired) {
      seen.add(order.id);
      try {
        const end = await expireSession(deps, order);
        if (end === 'paid' || (end === 'expired' && (await expireOrder(deps, order.id)))) closed += 1;
      } catch (err) {
        log.error({ err, order: order.id }, 'failed to expire a checkout session, will retry');
      }
    }
  }
  return closed;
}

async function expireOrder(deps: Deps, id: string): Promise<boolean> {
  const cause = { ...SYSTEM_ACTOR, why: 'Payment timed out', at: deps.now() };
  return retryTransaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, id);
    if (order?.status !== 'pending' || order.processingSince) return false;
    await closeOrder(tx, order, 'expire', cause);
    return true;
  });
}

/** Polls the provider for pending orders whose event should have come by now. Returns the number of orders updated. */
export function reconcileOrders(deps: Deps, log: Log): Promise<number> {
  return reconcile(deps, log, { createdBefore: new Date(deps.now().getTime() - EVENT_TIMEOUT) });
}

/** The same for payments that are on their way, which takes days. */
export function reconcileProcessing(deps: Deps, log: Log): Promise<number> {
  return reconcile(deps, log, { isProcessing: true });
}

async function reconcile(deps: Deps, log: Log, filter: Parameters<typeof listOpenSessions>[1]): Promise<number> {
  let updated = 0;
  for (const order of await listOpenSessions(deps.db, filter, MAX_ORDERS)) {
    try {
      if (!NOT_UPDATED.has((await reconcileSession(deps, order)).outcome)) updated += 1;
    } catch (err) {
      log.error({ err, order: order.id }, 'failed to fetch a payment status, will retry');
    }
  }
  return updated;
}
