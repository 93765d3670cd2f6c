/** The state of the stand-in for PayPal: one merchant's orders, payments, refunds and webhooks, and the events to deliver. */
import { randomUUID } from 'node:crypto';
import { invalid, notFound, unprocessable } from './paypal-error.ts';
import {
  type Capture,
  createId,
  type Money,
  makeOrder,
  type PaypalOrder,
  type Refund,
  type SentOrder,
  showCapture,
  showOrder,
  showRefund,
  toCents,
  toMoney,
} from './paypal-orders.ts';

export interface PaypalEvent {
  id: string;
  event_type: string;
  create_time: string;
  resource: Record<string, unknown>;
}

export interface PaypalWebhook {
  id: string;
  url: string;
  event_types: { name: string }[];
}

/** What becomes of the next payment. instrument: the customer's card is declined, and they may choose another. */
export type CaptureOutcome = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'instrument';

export class FakePaypalState {
  readonly orders = new Map<string, PaypalOrder>();
  readonly captures = new Map<string, Capture>();
  readonly refunds = new Map<string, Refund>();
  readonly webhooks = new Map<string, PaypalWebhook>();
  /** Oldest first. */
  readonly events: PaypalEvent[] = [];
  readonly origin: string;
  nextCapture: CaptureOutcome = 'COMPLETED';
  /** What a customer pays instead of what was asked; null: that. */
  paidInstead: Money | null = null;
  refundStatus = 'COMPLETED';
  /** As if the app lacked the right to see its webhooks. */
  hidesWebhooks = false;
  readonly #now: () => Date;

  constructor(now: () => Date, origin: string) {
    this.#now = now;
    this.origin = origin;
  }

  #emit(type: string, resource: object): void {
    const id = `WH-${randomUUID().toUpperCase()}`;
    this.events.push({ id, event_type: type, create_time: this.#now().toISOString(), resource: { ...resource } });
  }

  createOrder(sent: SentOrder): object {
    const order = makeOrder(sent, this.#now().getTime());
    this.orders.set(order.id, order);
    return showOrder(order, this.origin);
  }

  #findOrder(id: string): PaypalOrder {
    const order = this.orders.get(id);
    if (!order) throw notFound();
    return order;
  }

  readOrder(id: string): object {
    return showOrder(this.#findOrder(id), this.origin);
  }

  /** On PayPal's page. False: there is nothing to approve any more. */
  approve(id: string): boolean {
    const order = this.#findOrder(id);
    if (order.status === 'COMPLETED') return false;
    const isNew = order.status !== 'APPROVED';
    order.status = 'APPROVED';
    if (isNew) this.#emit('CHECKOUT.ORDER.APPROVED', showOrder(order, this.origin));
    return true;
  }

  captureOrder(id: string): object {
    const order = this.#findOrder(id);
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
    if (this.nextCapture === 'instrument') throw unprocessable('INSTRUMENT_DECLINED');
    const [unit] = order.sent.purchase_units;
    if (!unit) throw notFound();
    const { currency_code, value } = this.paidInstead ?? unit.amount;
    const { custom_id } = unit;
    const capture = { id: createId(), status: this.nextCapture, amount: { currency_code, value }, custom_id, orderId: id, refunds: [] };
    this.captures.set(capture.id, capture);
    Object.assign(order, { status: 'COMPLETED', capture });
    this.#emit(`PAYMENT.CAPTURE.${this.nextCapture}`, showCapture(capture, this.origin));
    return showOrder(order, this.origin);
  }

  /** A payment that the bank was processing arrives, or doesn't. */
  endPending(captureId: string, status: 'COMPLETED' | 'DECLINED'): void {
    const capture = this.#findCapture(captureId);
    capture.status = status;
    this.#emit(`PAYMENT.CAPTURE.${status === 'DECLINED' ? 'DENIED' : status}`, showCapture(capture, this.origin));
  }

  #findCapture(id: string): Capture {
    const capture = this.captures.get(id);
    if (!capture) throw notFound();
    return capture;
  }

  readCapture(id: string): object {
    return showCapture(this.#findCapture(id), this.origin);
  }

  readRefund(id: string): object {
    const refund = this.refunds.get(id);
    if (!refund) throw notFound();
    return showRefund(refund, this.origin);
  }

  refund(captureId: string, { amount, custom_id }: { amount: Money; custom_id?: string }): object {
    const capture = this.#findCapture(captureId);
    const cents = toCents(amount);
    if (cents < 1) throw invalid('INVALID_PARAMETER_VALUE');
    const paid = toCents(capture.amount);
    const refunded = capture.refunds.reduce((sum, it) => sum + (it.status === 'FAILED' ? 0 : toCents(it.amount)), 0);
    if (refunded === paid) throw unprocessable('CAPTURE_FULLY_REFUNDED');
    if (refunded + cents > paid) throw unprocessable('REFUND_AMOUNT_EXCEEDED');
    const create_time = this.#now().toISOString();
    const refund = { id: createId(), status: this.refundStatus, amount, custom_id, captureId, create_time, totalCents: refunded + cents };
    this.refunds.set(refund.id, refund);
    capture.refunds.push(refund);
    if (refund.status === 'FAILED') return showRefund(refund, this.origin);
    capture.status = refunded + cents === paid ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    this.#emit('PAYMENT.CAPTURE.REFUNDED', showRefund(refund, this.origin));
    return showRefund(refund, this.origin);
  }

  /** PayPal takes the money back by itself. */
  reverse(captureId: string): void {
    const { amount } = this.#findCapture(captureId);
    const links = [{ rel: 'up', href: `${this.origin}/v2/payments/captures/${captureId}`, method: 'GET' }];
    this.#emit('PAYMENT.CAPTURE.REVERSED', { id: createId(), amount: { ...amount, value: `-${amount.value}` }, links });
  }

  dispute(captureId: string, change: Record<string, unknown> = {}, type = 'CREATED'): void {
    const time = this.#now().toISOString();
    this.#emit(`CUSTOMER.DISPUTE.${type}`, {
      dispute_id: `PP-D-${captureId}`,
      create_time: time,
      update_time: time,
      disputed_transactions: [{ seller_transaction_id: captureId }],
      reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      status: 'WAITING_FOR_SELLER_RESPONSE',
      dispute_life_cycle_stage: 'CHARGEBACK',
      dispute_amount: this.#findCapture(captureId).amount,
      seller_response_due_date: new Date(this.#now().getTime() + 864_000_000).toISOString(),
      ...change,
    });
  }

  createWebhook({ url, event_types }: Omit<PaypalWebhook, 'id'>): PaypalWebhook {
    if ([...this.webhooks.values()].some((it) => it.url === url)) throw invalid('WEBHOOK_URL_ALREADY_EXISTS');
    const webhook = { id: createId(), url, event_types };
    this.webhooks.set(webhook.id, webhook);
    return webhook;
  }

  findWebhook(id: string): PaypalWebhook {
    const webhook = this.webhooks.get(id);
    if (!webhook) throw notFound();
    return webhook;
  }

  /** Sums, for comparing shop and PayPal. */
  sumRefunds = (captureId: string): number =>
    this.#findCapture(captureId).refunds.reduce((sum, { amount, status }) => sum + (status === 'FAILED' ? 0 : toCents(amount)), 0);

  toMoney = toMoney;
}
