/**
 * Scheduled work on pending orders: unpaid ones expire after CHECKOUT_HOLD_MINUTES (config.ts), and those whose webhook event never came
 * are looked up at the provider. A run claims each order before it asks about it, so two never ask about the same one; an order that fails waits longer
 * each time and comes after those that don't, so it never keeps others from their turn.
 */
import { MINUTE, SECOND } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { endCheckout } from '../lifecycle/admin-order.service.ts';
import { lockOrderById } from '../lifecycle/row-lock.repository.ts';
import { closeOrder, SYSTEM_ACTOR } from '../lifecycle/update-order.service.ts';
import type { PaymentOutcome } from '../payments/payment.service.ts';
import {
  type ClaimedSession,
  claimSession,
  listPendingIds,
  MAX_PROCESSING,
  releaseSession,
  type SessionFilter,
} from './checkout-session.repository.ts';
import { expireSession, isSessionLost, reconcileSession, type SessionDeps } from './checkout-session.service.ts';

/** For an operator: ends checkouts that wait for a payment which can't come any more, without waiting until they end by themselves. */

export interface EndedCheckouts {
  ended: string[];
  /** What is left, and why in words. */
  kept: { id: string; why: string }[];
}

const OPERATOR = { id: null, name: 'Operator' };
const WHY = "Ended by the operator: its payment provider doesn't know it any more";

async function endOne(deps: SessionDeps, id: string, why: string): Promise<string | null> {
  try {
    await endCheckout(deps, OPERATOR, id, why);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/**
 * `ids`: these checkouts; one whose provider still knows it is ended there first, like an admin does. Null: all whose provider isn't set up any more, or
 * doesn't know them. What a reachable provider knows, or one that doesn't answer, is never touched then.
 */
export async function endLostCheckouts(deps: SessionDeps, ids: string[] | null, signal?: AbortSignal): Promise<EndedCheckouts> {
  const result: EndedCheckouts = { ended: [], kept: [] };
  for (const id of ids ?? (await listPendingIds(deps.db))) {
    if (signal?.aborted) break;
    if (ids === null) {
      const isLost = await isSessionLost(deps, id).catch((error: unknown) => (error instanceof AppError ? error : Promise.reject(error)));
      if (isLost instanceof AppError) result.kept.push({ id, why: isLost.message });
      if (isLost !== true) continue;
    }
    const why = await endOne(deps, id, ids === null ? WHY : 'Ended by the operator');
    if (why === null) result.ended.push(id);
    else result.kept.push({ id, why });
  }
  return result;
}

/** An event normally takes seconds; after this long the provider is asked instead. */
const EVENT_TIMEOUT = 2 * MINUTE;
const MAX_ORDERS = 500;
/** Longer than an answer may take; after a crash another run asks then. */
const CLAIM_MARGIN = 20 * SECOND;
const DEFAULT_TIMEOUT = 10 * SECOND;
const MAX_BACKOFF = 30 * MINUTE;
/**
 * How long after its time a checkout ends whose provider is gone, or doesn't know it since its keys were changed. By then nobody can pay it any more:
 * providers end their sessions sooner. Until then a mistake in the settings can be mended.
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

/** open: asked without a change. lost: see expireSession. */
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

/** After 1, 2, 4, 8, 16 minutes, and from then on each half hour. */
async function postpone(deps: Deps, { id, failures }: ClaimedSession): Promise<void> {
  const wait = Math.min(MINUTE * 2 ** failures, MAX_BACKOFF);
  await releaseSession(deps.db, id, failures + 1, new Date(deps.now().getTime() + wait));
}

/**
 * Closes checkouts whose time is over: first the session at the provider, which some providers keep open for longer and which reports a
 * payment of the last minute; then the order, which releases its stock. If the provider doesn't answer, the order keeps its stock until a
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
    return true;
  });
}

/** Polls the provider for pending orders whose event should have come by now. Returns the number of orders updated. */
export function reconcileOrders(deps: Deps, log: Log, options: RunOptions = {}): Promise<number> {
  const filter = { createdBefore: new Date(deps.now().getTime() - EVENT_TIMEOUT) };
  return askAboutEach(deps, log, filter, options, (order) => reconcileOrder(deps, order));
}

/** The same for payments that are on their way, which takes days. Where the provider is gone, they end after a month. */
export function reconcileProcessing(deps: Deps, log: Log, options: RunOptions = {}): Promise<number> {
  return askAboutEach(deps, log, { isProcessing: true }, options, async (order) => {
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
