/**
 * Scheduled work on pending orders: unpaid ones expire after CHECKOUT_HOLD_MINUTES (config.ts), and those whose webhook event never came
 * are looked up at the provider. A run claims each order before it asks about it, so that two runs never ask about the same one. After a failure
 * an order waits longer each time and comes after all others, so that it doesn't hold them up.
 */
import { MINUTE, SECOND } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { notifyBuyer } from '../lifecycle/order-emails.ts';
import { closeOrder, SYSTEM_ACTOR } from '../lifecycle/update-order.service.ts';
import type { PaymentOutcome } from '../payments/payment.service.ts';
import { lockOrderById } from '../rows/order-lock.repository.ts';
import { type ClaimedSession, claimSession, MAX_PROCESSING, releaseSession, type SessionFilter } from './checkout-session.repository.ts';
import { expireSession, reconcileSession } from './checkout-session.service.ts';

/** An event normally takes seconds; after this long the provider is asked instead. */
const EVENT_TIMEOUT = 2 * MINUTE;
const MAX_ORDERS = 500;
/** Added to the longest time an answer may take. If the process crashes, another run may claim the order after that. */
const CLAIM_MARGIN = 20 * SECOND;
const DEFAULT_TIMEOUT = 10 * SECOND;
const MAX_BACKOFF = 30 * MINUTE;
/**
 * A lost checkout (see expireSession) ends this long after it has expired. By then nobody can pay it any more, because providers end their
 * sessions sooner; until then a mistake in the provider's settings can be corrected.
 */
const LOST_GRACE = 30 * MINUTE;

const NOT_UPDATED: ReadonlySet<PaymentOutcome> = new Set(['ignored', 'unchanged', 'duplicate']);

type Log = Pick<Logger, 'error'>;

interface RunOptions {
  /** Aborted when the process stops: then no further order is asked about. */
  signal?: AbortSignal;
  /** How many orders one run asks about. */
  limit?: number;
}

/** open: the order is unchanged. lost: as in expireSession. */
type Asked = 'changed' | 'open' | 'lost';

/** `ask` must not ask about an order for longer than the claim lasts. Returns how many changed. */
async function askAboutEach(
  deps: Deps,
  log: Log,
  filter: SessionFilter,
  { signal, limit = MAX_ORDERS }: RunOptions,
  ask: (order: ClaimedSession) => Promise<Asked>,
): Promise<number> {
  const claimTime = (deps.payment?.timeout ?? DEFAULT_TIMEOUT) + CLAIM_MARGIN;
  const seen: string[] = [];
  let changed = 0;
  while (seen.length < limit && !signal?.aborted) {
    const now = deps.now();
    const order = await claimSession(deps.db, filter, { now, until: new Date(now.getTime() + claimTime), seen });
    if (!order) break;
    seen.push(order.id);
    try {
      const asked = await ask(order);
      if (asked === 'changed') changed += 1;
      if (asked !== 'lost') await releaseSession(deps.db, order.id, 0, null);
      else await postpone(deps, order);
    } catch (err) {
      log.error({ err, order: order.id, failures: order.failures + 1 }, 'failed to ask the payment provider about a checkout, will retry');
      await postpone(deps, order);
    }
  }
  return changed;
}

/** Waits 1, 2, 4, 8 and 16 minutes, and then half an hour each time. */
async function postpone(deps: Deps, { id, failures }: ClaimedSession): Promise<void> {
  const wait = Math.min(MINUTE * 2 ** failures, MAX_BACKOFF);
  await releaseSession(deps.db, id, failures + 1, new Date(deps.now().getTime() + wait));
}

/**
 * Closes expired checkouts: first the session at the provider, which some keep open for longer, and which reports a last-minute payment; then
 * the order, which releases its stock. If the provider doesn't answer, the order keeps its stock until a
 * later run. Safe to run concurrently. Returns the number of orders that were closed or found paid.
 */
export function expireOrders(deps: Deps, log: Log, options: RunOptions = {}): Promise<number> {
  return askAboutEach(deps, log, { expiredBefore: deps.now() }, options, async (order) => {
    const end = await expireSession(deps, order);
    if (end === 'paid') return 'changed';
    if (end === 'processing') return 'open';
    const isLost = end === 'lost';
    if (isLost && deps.now().getTime() < order.expiresAt.getTime() + LOST_GRACE) return 'lost';
    return (await expireOrder(deps, order.id, isLost)) ? 'changed' : 'open';
  });
}

const WHY_LOST = "Payment timed out; the payment provider doesn't know this checkout any more";

async function expireOrder(deps: Deps, id: string, isLost: boolean, { isProcessing = false } = {}): Promise<boolean> {
  const cause = { ...SYSTEM_ACTOR, why: isLost ? WHY_LOST : 'Payment timed out', at: deps.now() };
  return retryTransaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, id);
    if (order?.status !== 'pending' || (order.processingSince !== null) !== isProcessing) return false;
    await closeOrder(tx, order, 'expire', cause);
    if (order.number !== null) await notifyBuyer(tx, deps, id, 'ended', cause.at);
    return true;
  });
}

/** Polls the provider for pending orders whose event should have come by now. Returns the number of orders updated. */
export function reconcileOrders(deps: Deps, log: Log, options: RunOptions = {}): Promise<number> {
  const filter = { isAsked: true, createdBefore: new Date(deps.now().getTime() - EVENT_TIMEOUT) };
  return askAboutEach(deps, log, filter, options, (order) => reconcileOrder(deps, order));
}

/** The same for payments that the bank is processing, which takes days. If the session is lost, the order expires after a month. */
export function reconcileProcessing(deps: Deps, log: Log, options: RunOptions = {}): Promise<number> {
  return askAboutEach(deps, log, { isAsked: true, isProcessing: true }, options, async (order) => {
    const asked = await reconcileOrder(deps, order);
    const isOver = (order.processingSince?.getTime() ?? 0) + MAX_PROCESSING < deps.now().getTime();
    if (asked !== 'lost' || !isOver) return asked;
    return (await expireOrder(deps, order.id, true, { isProcessing: true })) ? 'changed' : 'open';
  });
}

async function reconcileOrder(deps: Deps, order: ClaimedSession): Promise<Asked> {
  const { outcome } = await reconcileSession(deps, order);
  if (outcome === 'lost') return 'lost';
  return NOT_UPDATED.has(outcome) ? 'open' : 'changed';
}
