/** The demo provider's webhook events: serialized by the provider, verified and parsed by the shop. */
import type { IncomingHttpHeaders } from 'node:http';
import { isRecord } from '../../../../contract/values.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PaymentEvent } from '../provider.ts';
import type { DemoEvent } from './demo.repository.ts';
import { findSignatureError, SIGNATURE_HEADER } from './webhook-signature.ts';

const EVENT_TYPES: Record<DemoEvent['type'], PaymentEvent['type']> = {
  'checkout.paid': 'paid',
  'checkout.expired': 'expired',
  'payment.refunded': 'refunded',
};

/** A session has one payment at most, so the payment's id is derived from the session's. */
export const toPaymentId = (sessionId: string): string => sessionId.replace(/^demo_/, 'demo_pay_');
export const toSessionId = (paymentId: string): string => paymentId.replace(/^demo_pay_/, 'demo_');

/** Only stored values: every delivery of an event has the same body. */
export function serializeEvent({ id, type, amountCents: amount, session: { id: session, checkout } }: DemoEvent): string {
  return JSON.stringify({ id, type, object: { session, reference: checkout.orderId, amount, currency: checkout.currency } });
}

const isText = (value: unknown): value is string => typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value);

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch (cause) {
    throw new AppError('invalid_request', "The event isn't valid JSON", { cause });
  }
}

const toEventType = (type: string) => (Object.hasOwn(EVENT_TYPES, type) ? EVENT_TYPES[type as DemoEvent['type']] : 'ignored');

/** `secrets`: more than one while the secret is rotated. Throws `invalid_signature`, or `invalid_request` for a signed body that is no event. */
export function readDemoEvent(secrets: readonly string[], raw: Buffer, headers: IncomingHttpHeaders, now: Date): PaymentEvent {
  const signatureErrors = secrets.map((secret) => findSignatureError(secret, raw, headers[SIGNATURE_HEADER], now));
  if (!signatureErrors.includes(null))
    throw new AppError('invalid_signature', signatureErrors[0] ?? 'There is no secret to verify it with');
  const event = parseJson(raw);
  if (!isRecord(event) || !isText(event.id) || !isText(event.type) || !isRecord(event.object)) {
    throw new AppError('invalid_request', 'The event lacks its id, type or object');
  }
  const { session, reference, amount, currency } = event.object;
  if (!isText(session) || !isText(reference) || !isText(currency) || typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw new AppError('invalid_request', 'The event lacks its session, reference, amount or currency');
  }
  const type = toEventType(event.type);
  return {
    id: event.id,
    type,
    at: now,
    sessionId: type === 'refunded' ? '' : session,
    orderId: type === 'refunded' ? '' : reference,
    amountCents: amount,
    currency: currency.toLowerCase(),
    paymentId: toPaymentId(session),
  };
}
