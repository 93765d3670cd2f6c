/** What becomes of orders that wait: those whose event never came are asked for, those that nobody paid are let go. */
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { endSession, reconcileSession } from './checkout-session.service.ts';
import * as repository from './order.repository.ts';
import { lockOrderById } from './row-lock.repository.ts';
import { closeOrder, SHOP_ACTOR } from './update-order.service.ts';

const MINUTE = 60_000;
/** An event about a payment made in the last minute may still be on its way when the order's time is over. */
const GRACE_PERIOD = 10 * MINUTE;
/** So long an event may take before the provider is asked. */
const EVENT_TIMEOUT = 2 * MINUTE;
const BATCH_SIZE = 50;
const MAX_ORDERS = 500;

interface Log {
  error: (details: object, message: string) => void;
}

const silentLog: Log = { error: () => undefined };

/**
 * Expires the pending orders whose time has long been over: their sessions at the provider first, then the orders, and their
 * stock is back. One whose provider doesn't answer keeps its stock until next time. Any number may run at once. Gives how many ended.
 */
export async function expireOrders(deps: Deps, log: Log = silentLog): Promise<number> {
  const before = new Date(deps.now().getTime() - GRACE_PERIOD);
  const seen = new Set<string>();
  let ended = 0;
  while (seen.size < MAX_ORDERS) {
    const overdue = (await repository.listOpenSessions(deps.db, { expiredBefore: before }, BATCH_SIZE + seen.size)).filter(
      ({ id }) => !seen.has(id),
    );
    if (!overdue.length) break;
    for (const order of overdue) {
      seen.add(order.id);
      try {
        if ((await endSession(deps, order)) || (await expireOrder(deps, order.id))) ended += 1;
      } catch (err) {
        log.error({ err, order: order.id }, "an order's session could not be ended, it is tried again later");
      }
    }
  }
  return ended;
}

async function expireOrder(deps: Deps, id: string): Promise<boolean> {
  const cause = { ...SHOP_ACTOR, why: 'Nobody paid in time', at: deps.now() };
  return retryTransaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, id);
    if (order?.status !== 'pending') return false;
    await closeOrder(tx, order, 'expire', cause);
    return true;
  });
}

/** Asks the provider about pending orders whose event should have come by now. Gives how many it had news of. */
export async function reconcileOrders(deps: Deps, log: Log = silentLog): Promise<number> {
  const pendingOrders = await repository.listOpenSessions(
    deps.db,
    { createdBefore: new Date(deps.now().getTime() - EVENT_TIMEOUT) },
    MAX_ORDERS,
  );
  let updated = 0;
  for (const order of pendingOrders) {
    try {
      const outcome = await reconcileSession(deps, order);
      if (outcome !== 'ignored' && outcome !== 'unchanged' && outcome !== 'repeated') updated += 1;
    } catch (err) {
      log.error({ err, order: order.id }, 'the provider could not be asked about an order, it is asked again later');
    }
  }
  return updated;
}
