/** Stripe's signed events, as the shop's port has them. Signed or not, nothing in them is taken for granted. */
import type { IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import { AppError } from '../../errors.ts';
import type { PaymentEvent } from '../provider.ts';

/** Seconds. An older signature, or one from further ahead, may be someone's recording. */
const TOLERANCE_SECONDS = 300;
/** One time and one signature or more: there are several while a secret is changed. */
const SIGNATURE = /^t=(\d{1,12})(?:,v\d=[0-9a-f]{64})+$/;

interface WebhookOptions {
  stripe: Stripe;
  /** More than one while a secret is changed. */
  secrets: readonly string[];
  testMode: boolean;
}

type UnknownRecord = Record<string, unknown>;

const isRecord = (value: unknown): value is UnknownRecord => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value);
const isCents = (value: unknown): value is number => Number.isSafeInteger(value);
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const createMissingFieldError = (what: string) => new AppError('invalid', `The event lacks ${what}`);

/** Throws `bad_signature`, or `invalid` for an event that is signed and yet no event. */
export function readStripeEvent(options: WebhookOptions, raw: Buffer, headers: IncomingHttpHeaders, now: Date): PaymentEvent {
  const event = verifySignature(options, raw, headers['stripe-signature'], now);
  if (!isRecord(event) || !isText(event.id) || !isText(event.type)) throw createMissingFieldError('its id or type');
  if (typeof event.livemode !== 'boolean') throw createMissingFieldError('its mode');
  const object = isRecord(event.data) ? event.data.object : undefined;
  if (!isRecord(object)) throw createMissingFieldError('its object');
  // What was paid with test cards never pays for goods.
  if (event.livemode === options.testMode) return createIgnoredEvent(event.id);
  return readObject(event.id, event.type, object);
}

function verifySignature({ stripe, secrets }: WebhookOptions, raw: Buffer, header: unknown, now: Date): unknown {
  const seconds = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
  if (typeof header !== 'string' || !seconds) throw new AppError('bad_signature', "The signature is missing, or can't be read");
  // The SDK minds only the past, and doesn't tell a wrong clock from a wrong secret.
  if (Math.abs(Number(seconds) - now.getTime() / 1000) > TOLERANCE_SECONDS) {
    throw new AppError('bad_signature', "The signature is too old, or ahead of its time: is this server's clock right?");
  }
  let lastError: unknown;
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(raw, header, secret, TOLERANCE_SECONDS, undefined, now.getTime());
    } catch (error) {
      if (!isSignatureError(error)) throw new AppError('invalid', "The event can't be read", { cause: error });
      lastError = error;
    }
  }
  throw new AppError('bad_signature', "The signature doesn't fit the body", { cause: lastError });
}

const isSignatureError = (error: unknown) => isRecord(error) && error.type === 'StripeSignatureVerificationError';

function createIgnoredEvent(id: string): PaymentEvent {
  return { id, type: 'ignored', sessionId: '', orderId: '', amountCents: 0, currency: '', paymentId: null };
}

function readObject(id: string, type: string, object: UnknownRecord): PaymentEvent {
  switch (type) {
    case 'checkout.session.completed':
      // By slow means the money comes later, and with it an event of its own.
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
  // The merchant's account may take money for more than this shop: every session of ours says whose it is.
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
