/** The door for providers' events, and for the pages that a built-in provider brings. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ErrorResponse } from '../../contract/common.ts';
import { receivePaymentWebhook } from '../../contract/order.ts';
import type { Deps } from '../deps.ts';
import { failpoint } from '../failpoints.ts';
import { type PaymentEvent, type PaymentProvider, requireProvider } from '../payment/provider.ts';
import { type PaymentOutcome, recordPayment } from './payment.service.ts';

const MAX_EVENT_BYTES = 256 * 1024;

/** Money that no order accounts for: a person must look. */
const NEEDS_ATTENTION: ReadonlySet<PaymentOutcome> = new Set(['review', 'unknown_order', 'wrong_session']);

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  app.register(async (webhook) => registerWebhook(webhook, deps));
  const { payment } = deps;
  if (payment?.routes) app.register(async (plugin) => payment.routes?.(plugin));
}

/** Its own plugin: here, and only here, bodies stay the bytes that were signed, whatever type they claim to be. */
function registerWebhook(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.route({
    method: receivePaymentWebhook.method,
    url: receivePaymentWebhook.path,
    bodyLimit: MAX_EVENT_BYTES,
    schema: {
      summary: receivePaymentWebhook.summary,
      tags: ['payment'],
      response: { 200: receivePaymentWebhook.reply, '4xx': ErrorResponse },
    },
    handler: async (request) => {
      const payment = requireProvider(deps);
      const event = readEvent(payment, request, deps.now());
      failpoint('event.heard');
      const outcome = await recordPayment(deps, payment.name, event);
      failpoint('event.committed');
      const details = { event: event.id, order: event.orderId, session: event.sessionId, amountCents: event.amountCents, outcome };
      if (NEEDS_ATTENTION.has(outcome)) request.log.error(details, 'a payment needs a look');
      if (!NEEDS_ATTENTION.has(outcome)) request.log.info(details, 'payment event');
      return { success: true, message: outcome === 'repeated' ? 'Noted before' : 'Noted' };
    },
  });
}

/** A secret that is wrong, or a clock that is off, refuses every event there is: whoever runs the shop must hear of it. */
function readEvent(payment: PaymentProvider, request: FastifyRequest, now: Date): PaymentEvent {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  try {
    return payment.readEvent(raw, request.headers, now);
  } catch (error) {
    request.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'a payment event was refused');
    throw error;
  }
}
