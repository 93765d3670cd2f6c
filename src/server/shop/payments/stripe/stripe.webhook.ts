/** Verifies Stripe's signed events and converts them to the port's. Signed or not, every field is checked. */

import type { IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import { isRecord, SECOND } from '../../../../contract/values.ts';
import { AppError } from '../../../platform/errors.ts';
import type { DisputeReport, PaymentEvent } from '../provider.ts';
import { readTax } from './checkout-session.ts';
import { FAILED_REFUND_STATUSES, fromStripeAmount } from './stripe-amounts.ts';

/** Converts Stripe's disputes to the shop's form. Every event of a dispute contains its whole current state. */

/** A status that Stripe adds later needs nobody's action until it is added here. */
const STATUSES: Readonly<Record<string, DisputeReport['status']>> = {
  // An inquiry: the bank asks, and takes no money yet.
  warning_needs_response: 'needs_response',
  warning_under_review: 'under_review',
  warning_closed: 'closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
};

/**
 * Stripe records a dispute's money as up to two transactions of the account: withdrawn, and given back. They are in the account's currency,
 * so only their sign is used.
 */
function readMovements(transactions: unknown): Pick<DisputeReport, 'isWithdrawn' | 'movements'> {
  const amounts = Array.isArray(transactions)
    ? transactions.flatMap((it) => (isRecord(it) && typeof it.amount === 'number' ? [it.amount] : []))
    : [];
  return { isWithdrawn: amounts.reduce((sum, amount) => sum + amount, 0) < 0, movements: amounts.length };
}

/** Null for an unknown status. `readTime` reads Unix time. */
export function readDispute(
  id: string,
  object: Record<string, unknown>,
  readTime: (value: unknown) => Date | null,
  at: Date,
): DisputeReport | null {
  const { status, reason, created, evidence_details: evidence, balance_transactions: transactions } = object;
  if (typeof status !== 'string' || !Object.hasOwn(STATUSES, status)) return null;
  return {
    id,
    status: STATUSES[status] ?? 'needs_response',
    reason: typeof reason === 'string' && /^[\w ]{1,100}$/.test(reason) ? reason : 'general',
    openedAt: readTime(created) ?? at,
    respondBy: isRecord(evidence) ? readTime(evidence.due_by) : null,
    ...readMovements(transactions),
  };
}

/** Seconds, in both directions: outside of it an event may be a replay. */
const TOLERANCE_SECONDS = 300;
/** The year 9999, the last one that both a PostgreSQL timestamp and an ISO date can hold. */
const MAX_SECONDS = 253_402_300_800;
/** One timestamp, and a signature per secret: several while the secret is rotated. */
const SIGNATURE = /^t=(\d{1,12})(?:,v\d=[0-9a-f]{64})+$/;

interface WebhookOptions {
  stripe: Stripe;
  /** More than one while the secret is rotated. */
  secrets: readonly string[];
  testMode: boolean;
}

type UnknownRecord = Record<string, unknown>;
type EventHead = Pick<PaymentEvent, 'id' | 'at'>;

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
  const head = { id: event.id, at: readTime(event.created) ?? now };
  // A test payment must never pay for an order of a live shop.
  if (event.livemode === options.testMode) return createIgnoredEvent(head);
  return readObject(head, event.type, object);
}

/** Unix time, in seconds. */
const readTime = (value: unknown): Date | null => (isCents(value) && value > 0 && value < MAX_SECONDS ? new Date(value * SECOND) : null);

function verifySignature({ stripe, secrets }: WebhookOptions, raw: Buffer, header: unknown, now: Date): unknown {
  const seconds = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
  if (typeof header !== 'string' || !seconds) throw new AppError('invalid_signature', "The signature is missing, or can't be read");
  // The SDK accepts timestamps from the future, and reports a wrong clock like a wrong secret.
  if (Math.abs(Number(seconds) - now.getTime() / SECOND) > TOLERANCE_SECONDS) {
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

const NOTHING = { sessionId: '', orderId: '', amountCents: 0, currency: '', paymentId: null } as const;

const createIgnoredEvent = (head: EventHead): PaymentEvent => ({ ...head, ...NOTHING, type: 'ignored' });

function readObject(head: EventHead, type: string, object: UnknownRecord): PaymentEvent {
  switch (type) {
    case 'checkout.session.completed':
      // Asynchronous payment methods: an event of their own reports the payment later.
      return readSession(head, object.payment_status === 'unpaid' ? 'processing' : 'paid', object);
    case 'checkout.session.async_payment_succeeded':
      return readSession(head, 'paid', object);
    case 'checkout.session.async_payment_failed':
      return readSession(head, 'failed', object);
    case 'checkout.session.expired':
      return readSession(head, 'expired', object);
    case 'charge.refunded':
      return readRefundedCharge(head, object);
    // Depending on the account's API version, several of these events report the same failure.
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated':
      return readRefund(head, object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return readDisputeEvent(head, object);
    default:
      return createIgnoredEvent(head);
  }
}

function readSession(head: EventHead, type: 'paid' | 'processing' | 'failed' | 'expired', object: UnknownRecord): PaymentEvent {
  const { id: sessionId, client_reference_id: orderId, amount_total: amount, currency, payment_intent: payment = null } = object;
  // The Stripe account may serve other shops too: only sessions created here have a client_reference_id.
  if (orderId === null || object.mode !== 'payment') return createIgnoredEvent(head);
  if (!isText(sessionId) || !isText(orderId)) throw createMissingFieldError('its session or reference');
  if (!isCents(amount) || !isText(currency)) throw createMissingFieldError('its amount or currency');
  if (!isTextOrNull(payment)) throw createMissingFieldError('its payment');
  return {
    ...head,
    type,
    sessionId,
    orderId,
    amountCents: fromStripeAmount(amount, currency),
    ...readTax(object),
    currency: currency.toLowerCase(),
    paymentId: payment,
  };
}

/** Null for a payment without an intent, which this shop can't have made. */
function readMoney({ payment_intent: paymentId, currency }: UnknownRecord, amount: unknown) {
  if (paymentId === null) return null;
  if (!isText(paymentId) || !isCents(amount) || !isText(currency)) throw createMissingFieldError('its payment, amount or currency');
  return { ...NOTHING, amountCents: fromStripeAmount(amount, currency), currency: currency.toLowerCase(), paymentId };
}

function readRefundedCharge(head: EventHead, object: UnknownRecord): PaymentEvent {
  const money = readMoney(object, object.amount_refunded);
  return money ? { ...head, ...money, type: 'refunded' } : createIgnoredEvent(head);
}

function readRefund(head: EventHead, object: UnknownRecord): PaymentEvent {
  const { id, status, metadata, failure_reason: reason } = object;
  if (!FAILED_REFUND_STATUSES.some((it) => it === status)) return createIgnoredEvent(head);
  const money = readMoney(object, object.amount);
  if (!money) return createIgnoredEvent(head);
  if (!isText(id) || money.amountCents < 1) throw createMissingFieldError('its refund or amount');
  const key = isRecord(metadata) && isText(metadata.key) ? metadata.key : null;
  const createdAt = readTime(object.created) ?? head.at;
  const failedRefund = { id, key, createdAt, reason: isText(reason) ? reason : String(status) };
  return { ...head, ...money, type: 'refund_failed', failedRefund };
}

function readDisputeEvent(head: EventHead, object: UnknownRecord): PaymentEvent {
  const money = readMoney(object, object.amount);
  if (!money) return createIgnoredEvent(head);
  if (!isText(object.id) || money.amountCents < 0) throw createMissingFieldError('its dispute or amount');
  const dispute = readDispute(object.id, object, readTime, head.at);
  return dispute ? { ...head, ...money, type: 'dispute', dispute } : createIgnoredEvent(head);
}
