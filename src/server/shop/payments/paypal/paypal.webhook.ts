/**
 * Reads PayPal's events, once their signature is verified. It covers the body by a checksum that isn't made against forgers, so an event about money only
 * says what to look at: what counts is what PayPal's API answers. So an event that comes late reports how things are now.
 */
import { isRecord, isUuid } from '../../../../contract/values.ts';
import { AppError } from '../../../platform/errors.ts';
import type { DisputeReport, PaymentEvent } from '../provider.ts';
import { fromPaypalMoney } from './paypal-amounts.ts';
import { isUnknownAtPaypal, type PaypalClient } from './paypal-client.ts';
import { readCapture, toPaymentState } from './paypal-order.ts';

type UnknownRecord = Record<string, unknown>;
type EventHead = Pick<PaymentEvent, 'id' | 'at'>;

const NOTHING = { sessionId: '', orderId: '', amountCents: 0, currency: '', paymentId: null } as const;
const createIgnoredEvent = (head: EventHead): PaymentEvent => ({ ...head, ...NOTHING, type: 'ignored' });
const createMissingFieldError = (what: string) => new AppError('invalid_request', `The event lacks ${what}`);

const isText = (value: unknown): value is string => typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value);

function readTime(value: unknown): Date | null {
  const time = typeof value === 'string' ? new Date(value) : null;
  return time && time.getTime() > 0 && time.getUTCFullYear() <= 9999 ? time : null;
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch (cause) {
    throw new AppError('invalid_request', "The event can't be read", { cause });
  }
}

/** Throws `invalid_request` for a body that is no event, and PayPal's error if it doesn't say what is true: then the event comes again. */
export async function readPaypalEvent(paypal: PaypalClient, raw: Buffer, now: Date): Promise<PaymentEvent> {
  const event = parse(raw);
  if (!isRecord(event) || !isText(event.id) || !isText(event.event_type)) throw createMissingFieldError('its id or type');
  const { resource } = event;
  if (!isRecord(resource)) throw createMissingFieldError('its resource');
  const head = { id: event.id, at: readTime(event.create_time) ?? now };
  switch (event.event_type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return readApproval(head, resource);
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.PENDING':
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return readPayment(paypal, head, resource);
    case 'PAYMENT.CAPTURE.REFUNDED':
      return readRefund(paypal, head, resource);
    case 'PAYMENT.CAPTURE.REVERSED':
      return readReversal(head, resource);
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return readDispute(head, resource);
    default:
      return createIgnoredEvent(head);
  }
}

function readApproval(head: EventHead, { id, purchase_units: units }: UnknownRecord): PaymentEvent {
  const [unit]: unknown[] = Array.isArray(units) ? units : [];
  const orderId = isRecord(unit) ? unit.custom_id : null;
  if (!isText(id)) throw createMissingFieldError('its order');
  // The account may serve other shops too: only orders made here have an id of ours.
  if (!isText(orderId) || !isUuid(orderId)) return createIgnoredEvent(head);
  return { ...head, ...NOTHING, type: 'approved', sessionId: id, orderId };
}

/** Null: PayPal doesn't know it. */
async function ask(paypal: PaypalClient, path: string): Promise<UnknownRecord | null> {
  try {
    return await paypal.call(path);
  } catch (error) {
    if (isUnknownAtPaypal(error)) return null;
    throw error;
  }
}

const TYPES = { paid: 'paid', processing: 'processing', expired: 'failed' } as const;

async function readPayment(paypal: PaypalClient, head: EventHead, { id }: UnknownRecord): Promise<PaymentEvent> {
  if (!isText(id)) throw createMissingFieldError('its payment');
  const found = await ask(paypal, `/v2/payments/captures/${encodeURIComponent(id)}`);
  const capture = readCapture(found);
  const { custom_id: orderId, supplementary_data: data } = found ?? {};
  const ids = isRecord(data) ? data.related_ids : null;
  const sessionId = isRecord(ids) ? ids.order_id : null;
  if (!capture || !isText(orderId) || !isUuid(orderId) || !isText(sessionId)) return createIgnoredEvent(head);
  const { amountCents, currency, status } = capture;
  return { ...head, type: TYPES[toPaymentState(status)], sessionId, orderId, amountCents, currency, paymentId: capture.id };
}

/** The payment that it belongs to. */
function findPaymentId({ links }: UnknownRecord): string | null {
  const link: unknown = Array.isArray(links) ? links.find((it) => isRecord(it) && it.rel === 'up') : null;
  const href = isRecord(link) && typeof link.href === 'string' ? link.href : '';
  return /\/v2\/payments\/captures\/([\w-]{1,100})$/.exec(href)?.[1] ?? null;
}

async function readRefund(paypal: PaypalClient, head: EventHead, { id }: UnknownRecord): Promise<PaymentEvent> {
  if (!isText(id)) throw createMissingFieldError('its refund');
  const found = await ask(paypal, `/v2/payments/refunds/${encodeURIComponent(id)}`);
  const paymentId = found && findPaymentId(found);
  const money = fromPaypalMoney(found?.amount);
  if (!found || !paymentId || !money) return createIgnoredEvent(head);
  if (found.status === 'FAILED' || found.status === 'CANCELLED') {
    const failedRefund = { id, key: isText(found.custom_id) ? found.custom_id : null, createdAt: readTime(found.create_time) ?? head.at };
    const reason = String(found.status).toLowerCase();
    return { ...head, ...NOTHING, ...money, paymentId, type: 'refund_failed', failedRefund: { ...failedRefund, reason } };
  }
  const breakdown = isRecord(found.seller_payable_breakdown) ? found.seller_payable_breakdown : {};
  const total = fromPaypalMoney(breakdown.total_refunded_amount) ?? money;
  return { ...head, ...NOTHING, ...total, paymentId, type: 'refunded' };
}

/** PayPal has given the money back by itself: nobody is asked any more. */
function readReversal(head: EventHead, resource: UnknownRecord): PaymentEvent {
  const money = fromPaypalMoney(resource.amount);
  const paymentId = findPaymentId(resource) ?? resource.id;
  if (!money || !isText(paymentId)) throw createMissingFieldError('its payment or amount');
  const dispute = { id: `reversal-${paymentId}`, status: 'lost', reason: 'reversed', openedAt: head.at, respondBy: null } as const;
  return { ...head, ...NOTHING, ...money, paymentId, type: 'dispute', dispute: { ...dispute, isWithdrawn: true, movements: 1 } };
}

function toDisputeStatus(status: unknown, outcome: unknown): DisputeReport['status'] {
  if (status === 'WAITING_FOR_SELLER_RESPONSE' || status === 'OPEN') return 'needs_response';
  if (status !== 'RESOLVED') return 'under_review';
  if (outcome === 'RESOLVED_BUYER_FAVOUR' || outcome === 'ACCEPTED') return 'lost';
  return outcome === 'RESOLVED_SELLER_FAVOUR' || outcome === 'DENIED' ? 'won' : 'closed';
}

/** An event has all of the dispute, and its state books nothing. PayPal holds the money back from the claim on. */
function readDispute(head: EventHead, resource: UnknownRecord): PaymentEvent {
  const [transaction]: unknown[] = Array.isArray(resource.disputed_transactions) ? resource.disputed_transactions : [];
  const paymentId = isRecord(transaction) ? transaction.seller_transaction_id : null;
  const money = fromPaypalMoney(resource.dispute_amount);
  const { dispute_id: id, reason } = resource;
  if (!isText(id) || !money) throw createMissingFieldError('its dispute or amount');
  if (!isText(paymentId)) return createIgnoredEvent(head);
  const outcome = isRecord(resource.dispute_outcome) ? resource.dispute_outcome.outcome_code : null;
  const status = toDisputeStatus(resource.status, outcome);
  const isClaim = resource.dispute_life_cycle_stage !== 'INQUIRY';
  const isWithdrawn = status === 'lost' || (isClaim && status !== 'won' && status !== 'closed');
  const dispute: DisputeReport = {
    ...{ id, status, isWithdrawn },
    reason: isText(reason) && /^\w{1,100}$/.test(reason) ? reason.toLowerCase() : 'general',
    openedAt: readTime(resource.create_time) ?? head.at,
    respondBy: readTime(resource.seller_response_due_date),
    movements: isClaim ? (isWithdrawn ? 1 : 2) : 0,
  };
  const at = readTime(resource.update_time) ?? head.at;
  return { ...head, at, ...NOTHING, ...money, paymentId, type: 'dispute', dispute };
}
