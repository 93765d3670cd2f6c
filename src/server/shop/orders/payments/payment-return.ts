/**
 * Where customers come back from the page of a provider that leaves it to the shop to take the money: it is taken here, so that the order's page finds it paid
 * though no event has come yet. Whatever goes wrong, the order's page says how things are, and a job asks again.
 */
import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { RETURN_PATH } from '../../payments/paypal/paypal-order.ts';
import { awaitProvider, findProviderByName } from '../../payments/provider.ts';
import { recordReport } from './payment.service.ts';

interface ReturnRoute {
  /** `order`: ours. `token`: PayPal's id of its own, which it adds. */
  Querystring: { order?: unknown; token?: unknown };
}

/** Where to go on: PayPal's page once more if the payment was declined, otherwise the order's. */
async function takePayment(deps: Deps, orderId: string, session: string): Promise<string | null> {
  const provider = findProviderByName(deps, 'paypal');
  const report = provider?.resumeCheckout && (await awaitProvider(provider, provider.resumeCheckout(session)));
  if (!provider || !report || report.orderId !== orderId) return null;
  failpoint('session.status-fetched');
  await recordReport(deps, provider.name, report);
  return report.state === 'open' ? (report.url ?? null) : null;
}

export function registerPaymentReturn(app: FastifyInstance, deps: Deps): void {
  app.get<ReturnRoute>(RETURN_PATH, { schema: { hide: true } }, async ({ query: { order, token }, log }, reply) => {
    reply.header('cache-control', 'no-store');
    if (typeof order !== 'string' || !isUuid(order)) return reply.redirect('/', 303);
    let next: string | null = null;
    try {
      if (typeof token === 'string' && /^[\w-]{1,100}$/.test(token)) next = await takePayment(deps, order, token);
    } catch (err) {
      log.warn({ err, order }, 'an approved payment was not taken yet, will be asked about again');
    }
    return reply.redirect(next ?? `/success?order=${order}`, 303);
  });
}
