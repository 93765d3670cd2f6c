/** Stripe's signed events, as the shop's port has them. Signed or not, nothing in them is taken for granted. */
import type { IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import { AppError } from '../../errors.ts';
import type { PaymentEvent } from '../provider.ts';

/** Seconds. An older signature, or one from further ahead, may be someone's recording. */
const TOLERANCE = 300;
/** One time and one signature or more: there are several while a secret is changed. */
const SIGNATURE = /^t=(\d{1,12})(?:,v\d=[0-9a-f]{64})+$/;

interface Reader {
  stripe: Stripe;
  /** More than one while a secret is changed. */
  secrets: readonly string[];
  testMode: boolean;
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value);
const isCents = (value: unknown): value is number => Number.isSafeInteger(value);
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const strange = (what: string) => new AppError('invalid', `The event lacks ${what}`);

/** Throws `bad_signature`, or `invalid` for an event that is signed and yet no event. */
export function readStripeEvent(reader: Reader, raw: Buffer, headers: IncomingHttpHeaders, now: Date): PaymentEvent {
  const event = verify(reader, raw, headers['stripe-signature'], now);
  if (!isFields(event) || !isText(event.id) || !isText(event.type)) throw strange('its id or type');
  if (typeof event.livemode !== 'boolean') throw strange('its mode');
  const object = isFields(event.data) ? event.data.object : undefined;
  if (!isFields(object)) throw strange('its object');
  // What was paid with test cards never pays for goods.
  if (event.livemode === reader.testMode) return ignored(event.id);
  return readObject(event.id, event.type, object);
}

function verify({ stripe, secrets }: Reader, raw: Buffer, header: unknown, now: Date): unknown {
  const seconds = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
  if (typeof header !== 'string' || !seconds) throw new AppError('bad_signature', "The signature is missing, or can't be read");
  // The SDK minds only the past, and doesn't tell a wrong clock from a wrong secret.
  if (Math.abs(Number(seconds) - now.getTime() / 1000) > TOLERANCE) {
    throw new AppError('bad_signature', "The signature is too old, or ahead of its time: is this server's clock right?");
  }
  let fault: unknown;
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(raw, header, secret, TOLERANCE, undefined, now.getTime());
    } catch (error) {
      if (!isSignatureFault(error)) throw new AppError('invalid', "The event can't be read", { cause: error });
      fault = error;
    }
  }
  throw new AppError('bad_signature', "The signature doesn't fit the body", { cause: fault });
}

const isSignatureFault = (error: unknown) => isFields(error) && error.type === 'StripeSignatureVerificationError';

function ignored(id: string): PaymentEvent {
  return { id, type: 'ignored', sessionId: '', orderId: '', amountCents: 0, currency: '', paymentId: null };
}

function readObject(id: string, type: string, object: Fields): PaymentEvent {
  switch (type) {
    case 'checkout.session.completed':
      // By slow means the money comes later, and with it an event of its own.
      return object.payment_status === 'unpaid' ? ignored(id) : readSession(id, 'paid', object);
    case 'checkout.session.async_payment_succeeded':
      return readSession(id, 'paid', object);
    case 'checkout.session.async_payment_failed':
      return readSession(id, 'failed', object);
    case 'checkout.session.expired':
      return readSession(id, 'expired', object);
    case 'charge.refunded':
      return readRefund(id, object);
    default:
      return ignored(id);
  }
}

function readSession(id: string, type: 'paid' | 'failed' | 'expired', object: Fields): PaymentEvent {
  const { id: sessionId, client_reference_id: orderId, amount_total: amount, currency, payment_intent: payment = null } = object;
  // The merchant's account may take money for more than this shop: every session of ours says whose it is.
  if (orderId === null || object.mode !== 'payment') return ignored(id);
  if (!isText(sessionId) || !isText(orderId)) throw strange('its session or reference');
  if (!isCents(amount) || !isText(currency)) throw strange('its amount or currency');
  if (!isTextOrNull(payment)) throw strange('its payment');
  return { id, type, sessionId, orderId, amountCents: amount, currency: currency.toLowerCase(), paymentId: payment };
}

function readRefund(id: string, object: Fields): PaymentEvent {
  const { payment_intent: paymentId, amount_refunded: amount, currency } = object;
  if (paymentId === null) return ignored(id);
  if (!isText(paymentId) || !isCents(amount) || !isText(currency)) throw strange('its payment, amount or currency');
  return { id, type: 'refunded', sessionId: '', orderId: '', amountCents: amount, currency: currency.toLowerCase(), paymentId };
}
