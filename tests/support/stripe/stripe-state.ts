/** The state of the fake Stripe: sessions, payments, refunds, and the events to deliver. */
import { randomBytes } from 'node:crypto';
import { FakeTax } from './automatic-tax.ts';
import { type FakeSession, makeSession } from './checkout-sessions.ts';
import { asForm, asInteger, asText, type Form } from './form-encoding.ts';
import { FakeCards } from './saved-cards.ts';
import { type AccountProfile, FakeWebhooks, makeAccount } from './stripe-account-profile.ts';
import { notFound, StripeApiError } from './stripe-error.ts';

interface Payment {
  id: string;
  object: 'payment_intent';
  status: 'processing' | 'succeeded' | 'requires_payment_method';
  amount: number;
  refunded: number;
}

interface FakeRefund {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  metadata: Form;
  payment_intent: string;
  status: string;
  created: number;
  failure_reason?: string;
}

interface FakeDispute {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  currency: string;
  created: number;
  payment_intent: string;
  reason: string;
  status: string;
  evidence_details: { due_by: number; has_evidence: boolean };
  balance_transactions: { amount: number }[];
}

export interface StripeEvent {
  id: string;
  object: 'event';
  type: string;
  /** Unix time, in seconds. */
  created: number;
  livemode: boolean;
  data: { object: Record<string, unknown> };
}

const createId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export class FakeStripeState {
  readonly sessions = new Map<string, FakeSession>();
  readonly payments = new Map<string, Payment>();
  readonly refunds: FakeRefund[] = [];
  readonly disputes: FakeDispute[] = [];
  /** Oldest first. */
  readonly events: StripeEvent[] = [];
  readonly tax = new FakeTax();
  readonly cards = new FakeCards(this.tax);
  /** The status of the next refunds. */
  refundStatus = 'succeeded';
  /** The host of the payment pages; different if the account has its own domain. */
  pageOrigin = 'https://checkout.stripe.com';
  /** Whether sessions are too small in the account's own currency. */
  tooSmall = false;
  /** The merchant's account, as Stripe tells it. */
  readonly account: AccountProfile;
  readonly webhooks = new FakeWebhooks();
  readonly #now: () => Date;

  constructor(now: () => Date, profile: Partial<AccountProfile> = {}) {
    this.#now = now;
    this.account = makeAccount(profile);
  }

  get seconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }

  #emit(type: string, object: object): void {
    this.events.push({
      id: createId('evt'),
      object: 'event',
      type,
      created: this.seconds,
      livemode: this.account.livemode,
      data: { object: { ...object } },
    });
  }

  #currencyOf(paymentId: string): string {
    return [...this.sessions.values()].find((it) => it.payment_intent === paymentId)?.currency ?? 'usd';
  }

  createSession(form: Form): FakeSession {
    this.tax.check(form);
    if (this.tooSmall) throw new StripeApiError(400, 'The amount must convert to at least 50 cents.', { code: 'amount_too_small' });
    const session = makeSession(form, this.seconds, this.pageOrigin);
    this.tax.open(session, form);
    this.sessions.set(session.id, session);
    return session;
  }

  /** Its current state: a session past its expiry has expired. */
  findSession(id: string): FakeSession {
    const session = this.sessions.get(id);
    if (!session) throw notFound('checkout.session', id);
    if (session.status === 'open' && session.expires_at <= this.seconds) this.#expire(session);
    return session;
  }

  #expire(session: FakeSession): void {
    Object.assign(session, { status: 'expired', url: null });
    this.#emit('checkout.session.expired', session);
  }

  expireSession(id: string): FakeSession {
    const session = this.findSession(id);
    if (session.status !== 'open') {
      throw new StripeApiError(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    this.#expire(session);
    return session;
  }

  /** Pays on the hosted page. False: the session isn't open. `isAsync`: by a method that confirms the payment later. */
  pay(id: string, isAsync = false): boolean {
    const session = this.findSession(id);
    if (session.status !== 'open') return false;
    this.tax.settle(session);
    const { amount_total: amount } = session;
    const payment: Payment = {
      id: createId('pi'),
      object: 'payment_intent',
      status: isAsync ? 'processing' : 'succeeded',
      amount,
      refunded: 0,
    };
    this.payments.set(payment.id, payment);
    Object.assign(session, { status: 'complete', url: null, payment_intent: payment.id, payment_status: isAsync ? 'unpaid' : 'paid' });
    this.#emit('checkout.session.completed', session);
    return true;
  }

  /** Confirms or fails an asynchronous payment. */
  completeAsyncPayment(id: string, outcome: 'succeeded' | 'failed'): void {
    const session = this.findSession(id);
    const payment = this.payments.get(session.payment_intent ?? '');
    if (payment) payment.status = outcome === 'succeeded' ? 'succeeded' : 'requires_payment_method';
    if (outcome === 'succeeded') session.payment_status = 'paid';
    this.#emit(`checkout.session.async_payment_${outcome}`, session);
  }

  createRefund(form: Form): FakeRefund {
    const id = asText(form.payment_intent) ?? '';
    const payment = this.payments.get(id);
    if (!payment) throw notFound('payment_intent', id);
    const amount = asInteger(form.amount) ?? payment.amount - payment.refunded;
    const charge = `ch_${id.slice(3)}`;
    if (amount < 1) throw new StripeApiError(400, 'Invalid positive integer', { param: 'amount', code: 'parameter_invalid_integer' });
    if (payment.refunded === payment.amount) {
      throw new StripeApiError(400, `Charge ${charge} has already been refunded.`, { code: 'charge_already_refunded' });
    }
    const refundableAmount = payment.amount - payment.refunded;
    if (amount > refundableAmount) {
      throw new StripeApiError(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundableAmount})`, {
        param: 'amount',
      });
    }
    const refund: FakeRefund = {
      id: createId('re'),
      object: 'refund',
      amount,
      currency: this.#currencyOf(id),
      metadata: asForm(form.metadata),
      payment_intent: id,
      status: this.refundStatus,
      created: this.seconds,
    };
    this.refunds.push(refund);
    if (refund.status === 'failed') return refund;
    payment.refunded += amount;
    this.#emit('charge.refunded', {
      id: charge,
      object: 'charge',
      amount: payment.amount,
      amount_refunded: payment.refunded,
      currency: this.#currencyOf(id),
      payment_intent: id,
    });
    return refund;
  }

  /** The customer's bank returns it. */
  failRefund(id: string): void {
    const refund = this.refunds.find((it) => it.id === id);
    const payment = this.payments.get(refund?.payment_intent ?? '');
    if (!refund || !payment) throw notFound('refund', id);
    payment.refunded -= refund.amount;
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated']) this.#emit(type, refund);
  }

  /** The customer's bank disputes the payment. An inquiry takes no money yet. */
  openDispute(paymentId: string, { isInquiry = false, reason = 'product_not_received' } = {}): FakeDispute {
    const payment = this.payments.get(paymentId);
    if (!payment) throw notFound('payment_intent', paymentId);
    const dispute: FakeDispute = {
      id: createId('du'),
      object: 'dispute',
      amount: payment.amount,
      charge: `ch_${paymentId.slice(3)}`,
      currency: this.#currencyOf(paymentId),
      created: this.seconds,
      payment_intent: paymentId,
      reason,
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
      evidence_details: { due_by: this.seconds + 9 * 86_400, has_evidence: false },
      balance_transactions: [],
    };
    this.disputes.push(dispute);
    this.#emit('charge.dispute.created', dispute);
    if (!isInquiry) this.#moveDisputedMoney(dispute, 'funds_withdrawn');
    return dispute;
  }

  #moveDisputedMoney(dispute: FakeDispute, type: 'funds_withdrawn' | 'funds_reinstated'): void {
    const amount = type === 'funds_withdrawn' ? -dispute.amount : dispute.amount;
    dispute.balance_transactions = [...dispute.balance_transactions, { amount }];
    this.#emit(`charge.dispute.${type}`, dispute);
  }

  /** The merchant has responded, or an inquiry has become a dispute. */
  updateDispute(id: string, status: string): void {
    const dispute = this.#findDispute(id);
    Object.assign(dispute, { status });
    this.#emit('charge.dispute.updated', dispute);
  }

  closeDispute(id: string, status: 'won' | 'lost' | 'warning_closed'): void {
    const dispute = this.#findDispute(id);
    dispute.status = status;
    this.#emit('charge.dispute.closed', dispute);
    if (status === 'won') this.#moveDisputedMoney(dispute, 'funds_reinstated');
  }

  #findDispute(id: string): FakeDispute {
    const dispute = this.disputes.find((it) => it.id === id);
    if (!dispute) throw notFound('dispute', id);
    return dispute;
  }
}
