/**
 * Limits what one network may ask of this process: uncached responses, and checkouts. A cached response costs almost nothing and isn't
 * counted. Counts are in memory, because it is this process's time that they share out; password guesses are counted in the database
 * (auth/).
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { receivePaymentWebhook, startCheckout } from '../../contract/order.ts';
import { HOUR, MINUTE } from '../../contract/time.ts';
import { AppError } from '../errors.ts';
import { isRenewal } from '../response-cache/renewal-context.ts';
import { listHooks } from '../route-hooks.ts';

/** A limit of 0 means unlimited. */
export interface NetworkBudgets {
  uncachedPerMinute: number;
  checkoutsPerHour: number;
}

/** The remote address of calls that the shop makes to itself, for a page that has been counted already. No real socket has it. */
export const IN_PROCESS_ADDRESS = 'in-process';

/** The most networks that are counted at a time; with more, the counts of those that were idle the longest are dropped. */
const MAX_NETWORKS = 20_000;
/** Health checks and the payment provider's events must not be refused; files cost little, and a page has many. */
const UNCOUNTED = ['/livez', '/readyz', '/uploads/', '/assets/', receivePaymentWebhook.path];

type Check = (request: FastifyRequest) => Promise<void>;

const isUncounted = ({ url }: RouteOptions) => UNCOUNTED.some((path) => url === path || (path.endsWith('/') && url.startsWith(path)));

/** Whether it is a call that a page makes to the shop's own API. */
export const isInProcess = ({ raw }: Pick<FastifyRequest, 'raw'>) => raw.socket.remoteAddress === IN_PROCESS_ADDRESS;

function createCheck(app: FastifyInstance, max: number, timeWindow: number): Check {
  const consume = app.createRateLimit({ max, timeWindow });
  return async (request) => {
    if (isInProcess(request) || isRenewal()) return;
    const result = await consume(request);
    if (result.isAllowed || !result.isExceeded) return;
    const wait = timeWindow === MINUTE ? `${result.ttlInSeconds} seconds` : `${Math.ceil(result.ttlInSeconds / 60)} minutes`;
    throw new AppError('too_many_requests', `Too many requests came from your network. Please try again in ${wait}`, {
      retryAfter: result.ttlInSeconds,
    });
  };
}

/** Call it before the response cache is registered: the cache then puts its hook before this one, so what it answers isn't counted. */
export async function registerNetworkBudgets(app: FastifyInstance, budgets: NetworkBudgets): Promise<void> {
  // An IPv6 address counts as its /64 network.
  await app.register(rateLimit, { global: false, cache: MAX_NETWORKS });
  const checkWork = budgets.uncachedPerMinute ? createCheck(app, budgets.uncachedPerMinute, MINUTE) : null;
  const checkCheckout = budgets.checkoutsPerHour ? createCheck(app, budgets.checkoutsPerHour, HOUR) : null;
  app.addHook('onRoute', (route) => {
    if (checkWork && !isUncounted(route)) route.onRequest = [checkWork, ...listHooks(route.onRequest)];
    // Counted once it is known that the caller may check out.
    if (checkCheckout && route.url === startCheckout.path) route.preHandler = [checkCheckout, ...listHooks(route.preHandler)];
  });
}
