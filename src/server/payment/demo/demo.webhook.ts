/** The demo provider's events: how they are written, and how the shop reads them. */
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors.ts';
import type { PaymentEvent } from '../provider.ts';
import type { DemoEvent } from './demo.repository.ts';
import { findSignatureError, SIGNATURE_HEADER } from './webhook-signature.ts';

const EVENT_TYPES: Record<DemoEvent['type'], PaymentEvent['type']> = {
  'checkout.paid': 'paid',
  'checkout.expired': 'expired',
  'payment.refunded': 'refunded',
};

/** A payment is named after its session: there is one at most. */
export const toPaymentId = (sessionId: string): string => sessionId.replace(/^demo_/, 'demo_pay_');
export const toSessionId = (paymentId: string): string => paymentId.replace(/^demo_pay_/, 'demo_');

/** The same bytes however often it is sent: made of nothing but what stands in the books. */
export function serializeEvent({ id, type, amountCents: amount, session: { id: session, checkout } }: DemoEvent): string {
  return JSON.stringify({ id, type, object: { session, reference: checkout.orderId, amount, currency: checkout.currency } });
}

const isText = (value: unknown): value is string => typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch (cause) {
    throw new AppError('invalid', "The event isn't valid JSON", { cause });
  }
}

const toEventType = (type: string) => (Object.hasOwn(EVENT_TYPES, type) ? EVENT_TYPES[type as DemoEvent['type']] : 'ignored');

/** `secrets`: more than one while the secret is changed. Throws `bad_signature`, or `invalid` for an event that is signed and yet no event. */
export function readDemoEvent(secrets: readonly string[], raw: Buffer, headers: IncomingHttpHeaders, now: Date): PaymentEvent {
  const signatureErrors = secrets.map((secret) => findSignatureError(secret, raw, headers[SIGNATURE_HEADER], now));
  if (!signatureErrors.includes(null)) throw new AppError('bad_signature', signatureErrors[0] ?? 'There is no secret to read it with');
  const event = parseJson(raw);
  if (!isRecord(event) || !isText(event.id) || !isText(event.type) || !isRecord(event.object)) {
    throw new AppError('invalid', 'The event lacks its id, type or object');
  }
  const { session, reference, amount, currency } = event.object;
  if (!isText(session) || !isText(reference) || !isText(currency) || typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw new AppError('invalid', 'The event lacks its session, reference, amount or currency');
  }
  const type = toEventType(event.type);
  return {
    id: event.id,
    type,
    sessionId: type === 'refunded' ? '' : session,
    orderId: type === 'refunded' ? '' : reference,
    amountCents: amount,
    currency: currency.toLowerCase(),
    paymentId: toPaymentId(session),
  };
}
