/** The webhook that receives the payment provider's events, and the pages that a built-in provider serves itself. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { receivePaymentWebhook } from '../../../../contract/order.ts';
import { KILOBYTE, MINUTE } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { buildDocumentation, getSchemas } from '../../../platform/http/route.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { paymentPageRoutes } from '../../payments/demo/payment-page-routes.ts';
import { readSignedEvent } from '../../payments/join-accounts.ts';
import { awaitProvider, listPageProviders, type PaymentEvent, type PaymentProvider, requireProvider } from '../../payments/provider.ts';
import { type PaymentOutcome, recordPayment, recordReport } from './payment.service.ts';
import { registerPaymentReturn } from './payment-return.ts';

const MAX_EVENT_BYTES = 256 * KILOBYTE;

/** Payments that don't fit an order are logged as errors, so that somebody looks at them. */
const NEEDS_ATTENTION: ReadonlySet<PaymentOutcome> = new Set(['review', 'refund_failed', 'disputed', 'unknown_order', 'wrong_session']);

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  app.register(async (webhook) => registerWebhook(webhook, deps));
  registerPaymentReturn(app, deps);
  const builtIn = deps.connections.demo ?? deps.payment;
  // An owner may switch test orders on at any time, and no route can be added later. Without a session they answer 404.
  const payTest = (id: string) => deps.connections.demo?.pay(id) ?? Promise.resolve(false);
  app.register(async (plugin) =>
    builtIn?.routes ? builtIn.routes(plugin) : paymentPageRoutes(plugin, { db: deps.db, now: deps.now, pay: payTest }),
  );
}

/** A Fastify plugin of its own, in which every body is read as a buffer, because signatures cover the raw bytes. */
function registerWebhook(app: FastifyInstance, deps: Deps): void {
  const warnings = new LRUCache<string, true>({ max: MAX_WARNINGS, ttl: MINUTE, ttlAutopurge: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.route({
    method: receivePaymentWebhook.method,
    url: receivePaymentWebhook.path,
    // A closed shop goes on with the calls that it knows: without this, payments would be answered by a 404.
    config: { endpoint: receivePaymentWebhook },
    bodyLimit: MAX_EVENT_BYTES,
    schema: buildDocumentation(receivePaymentWebhook, getSchemas(receivePaymentWebhook)),
    // The body isn't parsed; its schema is for the documentation only.
    validatorCompiler: () => () => true,
    handler: async (request) => {
      const { payment, event } = await readEvent(deps, request, warnings);
      failpoint('event.verified');
      const outcome = await recordEvent(deps, payment, event);
      failpoint('event.committed');
      const details = { event: event.id, order: event.orderId, session: event.sessionId, amountCents: event.amountCents, outcome };
      if (NEEDS_ATTENTION.has(outcome)) request.log.error(details, 'payment needs manual review');
      else request.log.info(details, 'payment event');
      return { success: true, message: outcome === 'duplicate' ? 'Already received' : 'Received' };
    },
  });
}

/** What is approved is taken now, as far as it belongs to an order of this shop. */
async function recordEvent(deps: Deps, payment: PaymentProvider, event: PaymentEvent): Promise<PaymentOutcome> {
  if (event.type !== 'approved') return recordPayment(deps, payment.name, event);
  const report = await awaitProvider(payment, payment.readCheckout(event.sessionId));
  return report ? recordReport(deps, payment.name, report) : 'unknown_order';
}

/** Anybody can send forged events, so a warning isn't repeated for a minute, and only so many are logged in that time. */
const MAX_WARNINGS = 10;

/** Logs rejected events: with a wrong secret or clock every event is rejected, and the operator should know before customers notice. */
async function readEvent(
  deps: Deps,
  request: FastifyRequest,
  warnings: LRUCache<string, true>,
): Promise<{ payment: PaymentProvider; event: PaymentEvent }> {
  const { headers, body } = request;
  const providers = listPageProviders(deps);
  if (!providers.length) requireProvider(deps);
  const named = providers.filter(({ signatureHeader }) => signatureHeader !== undefined && signatureHeader in headers);
  const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  try {
    return await readSignedEvent(named.length ? named : providers, async (it) => ({
      payment: it,
      event: await it.readEvent(raw, headers, deps.now()),
    }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isFirst = warnings.size < MAX_WARNINGS && !warnings.has(reason);
    if (isFirst) warnings.set(reason, true);
    request.log[isFirst ? 'warn' : 'info']({ reason }, 'payment event rejected');
    throw error;
  }
}
