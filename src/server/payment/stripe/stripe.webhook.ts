/** Verifies Stripe's signed events and converts them to the port's. Signed or not, every field is checked. */
import type { IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import { isRecord } from '../../../contract/is-record.ts';
import { AppError } from '../../errors.ts';
import type { PaymentEvent } from '../provider.ts';

/** Seconds, in both directions: outside of it an event may be a replay. */
const TOLERANCE_SECONDS = 300;
/** One timestamp, and a signature per secret: several while the secret is rotated. */
const SIGNATURE = /^t=(\d{1,12})(?:,v\d=[0-9a-f]{64})+$/;

interface WebhookOptions {
  stripe: Stripe;
  /** More than one while the secret is rotated. */
  secrets: readonly string[];
  testMode: boolean;
}

type UnknownRecord = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value);
const isCents = (value: unknown): value is number => Number.isSafeInteger(value);
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const createMissingFieldError = (what: string) => new AppError('invalid_request', `The event lacks ${what}`);

/** Throws `invalid_signature`, or `invalid_request` for a signed body that is no event. */
export function readStripeEvent(options: WebhookOptions, raw: Buffer, headers: IncomingHttpHeaders, now: Date): PaymentEvent {
  const event = verifySignature(options, raw, headers['stripe-signature'], now);
  if (!isRecord(event) || !isText(event.id) || !isText(event.type)) throw createMissingFieldError('its id or type');
  if (typeof event.livemode !== 'boolean') throw createMissingFieldError('its mode');
  const object = isRecord(event.data) ? event.data.object : undefined;
  if (!isRecord(object)) throw createMissingFieldError('its object');
  // A test payment must never pay for an order of a live shop.
  if (event.livemode === options.testMode) return createIgnoredEvent(event.id);
  return readObject(event.id, event.type, object);
}

function verifySignature({ stripe, secrets }: WebhookOptions, raw: Buffer, header: unknown, now: Date): unknown {
  const seconds = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
  if (typeof header !== 'string' || !seconds) throw new AppError('invalid_signature', "The signature is missing, or can't be read");
  // The SDK accepts timestamps from the future, and reports a wrong clock like a wrong secret.
  if (Math.abs(Number(seconds) - now.getTime() / 1000) > TOLERANCE_SECONDS) {
    throw new AppError('invalid_signature', "The signature is too old, or ahead of its time: is this server's clock right?");
  }
  let lastError: unknown;
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(raw, header, secret, TOLERANCE_SECONDS, undefined, now.getTime());
    } catch (error) {
      if (!isSignatureError(error)) throw new AppError('invalid_request', "The event can't be read", { cause: error });
      lastError = error;
    }
  }
  throw new AppError('invalid_signature', "The signature doesn't fit the body", { cause: lastError });
}

const isSignatureError = (error: unknown) => isRecord(error) && error.type === 'StripeSignatureVerificationError';

function createIgnoredEvent(id: string): PaymentEvent {
  return { id, type: 'ignored', sessionId: '', orderId: '', amountCents: 0, currency: '', paymentId: null };
}

function readObject(id: string, type: string, object: UnknownRecord): PaymentEvent {
  switch (type) {
    case 'checkout.session.completed':
      // Asynchronous payment methods: an event of their own reports the payment later.
      return object.payment_status === 'unpaid' ? createIgnoredEvent(id) : readSession(id, 'paid', object);
    case 'checkout.session.async_payment_succeeded':
      return readSession(id, 'paid', object);
    case 'checkout.session.async_payment_failed':
      return readSession(id, 'failed', object);
    case 'checkout.session.expired':
      return readSession(id, 'expired', object);
    case 'charge.refunded':
      return readRefund(id, object);
    default:
      return createIgnoredEvent(id);
  }
}

function readSession(id: string, type: 'paid' | 'failed' | 'expired', object: UnknownRecord): PaymentEvent {
  const { id: sessionId, client_reference_id: orderId, amount_total: amount, currency, payment_intent: payment = null } = object;
  // The Stripe account may serve other shops too: only sessions created here have a client_reference_id.
  if (orderId === null || object.mode !== 'payment') return createIgnoredEvent(id);
  if (!isText(sessionId) || !isText(orderId)) throw createMissingFieldError('its session or reference');
  if (!isCents(amount) || !isText(currency)) throw createMissingFieldError('its amount or currency');
  if (!isTextOrNull(payment)) throw createMissingFieldError('its payment');
  return { id, type, sessionId, orderId, amountCents: amount, currency: currency.toLowerCase(), paymentId: payment };
}

function readRefund(id: string, object: UnknownRecord): PaymentEvent {
  const { payment_intent: paymentId, amount_refunded: amount, currency } = object;
  if (paymentId === null) return createIgnoredEvent(id);
  if (!isText(paymentId) || !isCents(amount) || !isText(currency)) throw createMissingFieldError('its payment, amount or currency');
  return { id, type: 'refunded', sessionId: '', orderId: '', amountCents: amount, currency: currency.toLowerCase(), paymentId };
}
