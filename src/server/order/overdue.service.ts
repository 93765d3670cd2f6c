/** What becomes of orders that wait: those whose event never came are asked for, those that nobody paid are let go. */
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { BY_SHOP, closeOrder } from './change.service.ts';
import { lockAnyOrder } from './lock.repository.ts';
import * as repository from './order.repository.ts';
import { askSession, endSession } from './session.service.ts';

const MINUTE = 60_000;
/** An event about a payment made in the last minute may still be on its way when the order's time is over. */
const GRACE = 10 * MINUTE;
/** So long an event may take before the provider is asked. */
const PATIENCE = 2 * MINUTE;
const BATCH = 50;
const MOST = 500;

interface Log {
  error: (details: object, message: string) => void;
}

const silent: Log = { error: () => undefined };

/**
 * Expires the pending orders whose time has long been over: their sessions at the provider first, then the orders, and their
 * stock is back. One whose provider doesn't answer keeps its stock until next time. Any number may run at once. Gives how many ended.
 */
export async function sweepOrders(deps: Deps, log: Log = silent): Promise<number> {
  const before = new Date(deps.now().getTime() - GRACE);
  const seen = new Set<string>();
  let ended = 0;
  while (seen.size < MOST) {
    const overdue = (await repository.listOpenSessions(deps.db, { expiredBefore: before }, BATCH + seen.size)).filter(
      ({ id }) => !seen.has(id),
    );
    if (!overdue.length) break;
    for (const order of overdue) {
      seen.add(order.id);
      try {
        if ((await endSession(deps, order)) || (await expire(deps, order.id))) ended += 1;
      } catch (err) {
        log.error({ err, order: order.id }, "an order's session could not be ended, it is tried again later");
      }
    }
  }
  return ended;
}

async function expire(deps: Deps, id: string): Promise<boolean> {
  const cause = { ...BY_SHOP, why: 'Nobody paid in time', at: deps.now() };
  return retryTransaction(deps.db, async (tx) => {
    const order = await lockAnyOrder(tx, id);
    if (order?.status !== 'pending') return false;
    await closeOrder(tx, order, 'expire', cause);
    return true;
  });
}

/** Asks the provider about pending orders whose event should have come by now. Gives how many it had news of. */
export async function reconcileOrders(deps: Deps, log: Log = silent): Promise<number> {
  const waiting = await repository.listOpenSessions(deps.db, { createdBefore: new Date(deps.now().getTime() - PATIENCE) }, MOST);
  let news = 0;
  for (const order of waiting) {
    try {
      const outcome = await askSession(deps, order);
      if (outcome !== 'ignored' && outcome !== 'unchanged' && outcome !== 'repeated') news += 1;
    } catch (err) {
      log.error({ err, order: order.id }, 'the provider could not be asked about an order, it is asked again later');
    }
  }
  return news;
}
