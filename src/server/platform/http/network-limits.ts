/**
 * Limits what may be asked of this process in uncached responses. A cached response costs almost nothing and isn't counted. Counts are in
 * memory, because it is this process's time that they share out; checkouts, passwords and codes are counted in the database.
 *
 *   network: four budgets in all ─▶ an account or API key: a budget of its own, wherever it calls from
 *                               └▶ a visitor: a budget for each browser in the network
 *
 * Thousands of people share the address of a carrier, so whoever uses up a budget is distinguished from the others as far as possible: by a
 * valid token, else by what the browser says of itself (docs/decisions/0040-shared-addresses.md).
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { receivePaymentWebhook } from '../../../contract/order.ts';
import { MINUTE } from '../../../contract/values.ts';
import { listHooks } from '../cache/response-cache.ts';
import { AppError } from '../errors.ts';
import type { NetworkBudgets } from '../settings/config.ts';
import { findCallerId } from './authorize.ts';

/** Whom a request counts for, as shop/team/login/rate-limits.ts tells them apart. */
export interface Senders {
  getIpNetwork: (ip: string) => string;
  getBrowserKey: (request: Pick<FastifyRequest, 'ip' | 'headers'>) => string;
}

/** The remote address of calls that the shop makes to itself, for a page that has been counted already. No real socket has it. */
export const IN_PROCESS_ADDRESS = 'in-process';

/** The most networks, browsers and accounts that are counted at a time; with more, the counts of the longest idle ones are dropped. */
const MAX_COUNTS = 20_000;
/** How many budgets a network has in all, however many browsers and accounts call from it. */
const BUDGETS_OF_NETWORK = 4;
/** Health checks and the payment provider's events must not be refused; files cost little, and a page has many. */
const UNCOUNTED = ['/livez', '/readyz', '/uploads/', '/assets/', receivePaymentWebhook.path];

type Check = (request: FastifyRequest) => Promise<void>;

const isUncounted = ({ url }: RouteOptions) => UNCOUNTED.some((path) => url === path || (path.endsWith('/') && url.startsWith(path)));

/** Whether it is a call that a page makes to the shop's own API. */
export const isInProcess = ({ raw }: Pick<FastifyRequest, 'raw'>) => raw.socket.remoteAddress === IN_PROCESS_ADDRESS;

function createCheck(app: FastifyInstance, max: number, { getIpNetwork, getBrowserKey }: Senders): Check {
  const createLimit = (limit: number, keyGenerator: (request: FastifyRequest) => string | Promise<string>) =>
    app.createRateLimit({ max: limit, timeWindow: MINUTE, keyGenerator });
  const consumeNetwork = createLimit(max * BUDGETS_OF_NETWORK, ({ ip }) => getIpNetwork(ip));
  const consumeOwn = createLimit(max, async (request) => (await findCallerId(request)) ?? getBrowserKey(request));
  return async (request) => {
    if (isInProcess(request)) return;
    // The network first, so that invented tokens cost no more queries than the network has requests.
    for (const consume of [consumeNetwork, consumeOwn]) {
      const result = await consume(request);
      if (result.isAllowed || !result.isExceeded) continue;
      throw new AppError(
        'too_many_requests',
        `Too many requests came from your network. Please try again in ${result.ttlInSeconds} seconds`,
        {
          retryAfter: result.ttlInSeconds,
        },
      );
    }
  };
}

/** Call it before the response cache is registered: the cache then puts its hook before this one, so what it answers isn't counted. */
export async function registerNetworkBudgets(app: FastifyInstance, { uncachedPerMinute }: NetworkBudgets, senders: Senders): Promise<void> {
  await app.register(rateLimit, { global: false, cache: MAX_COUNTS });
  if (!uncachedPerMinute) return;
  const check = createCheck(app, uncachedPerMinute, senders);
  app.addHook('onRoute', (route) => {
    if (!isUncounted(route)) route.onRequest = [check, ...listHooks(route.onRequest)];
  });
}
