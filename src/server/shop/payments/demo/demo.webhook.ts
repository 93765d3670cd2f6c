/** The demo provider's webhook events: serialized by the provider, verified and parsed by the shop. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isRecord, SECOND } from '../../../../contract/values.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PaymentEvent } from '../provider.ts';
import type { DemoEvent } from './demo.repository.ts';

/** Signatures as card providers use them: HMAC-SHA256 over `<timestamp>.<body>`, sent in a header with the timestamp. */

export const SIGNATURE_HEADER = 'demo-signature';
/** Seconds, in both directions: outside of it an event may be a replay. */
const TOLERANCE_SECONDS = 300;

function computeDigest(secret: string, seconds: string, raw: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest();
}

/** The header's value: `t=<Unix time>,v1=<hex>`. */
export function signPayload(secret: string, raw: string | Buffer, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / SECOND));
  return `t=${seconds},v1=${computeDigest(secret, seconds, raw).toString('hex')}`;
}

/** Null if the signature is valid for the body. */
export function findSignatureError(secret: string, raw: Buffer, header: unknown, now: Date): string | null {
  if (typeof header !== 'string') return 'The signature is missing';
  const [, seconds, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!seconds || !signature) return "The signature can't be read";
  if (!timingSafeEqual(computeDigest(secret, seconds, raw), Buffer.from(signature, 'hex'))) return "The signature doesn't fit the body";
  if (Math.abs(now.getTime() / SECOND - Number(seconds)) > TOLERANCE_SECONDS) {
    return "The signature is too old, or ahead of its time: is this server's clock right?";
  }
  return null;
}

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

/** `secrets`: more than one while the secret is rotated. Throws `invalid_signature`, or `invalid_request` for a signed body that isn't an event. */
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
