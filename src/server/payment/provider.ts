/**
 * The port that every payment provider implements: start, read and expire a checkout session, refund a payment, read a webhook
 * event. Call it outside of transactions and through `awaitProvider`. Only files in payment/ know a provider by name.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { AddressFields } from '../../contract/address.ts';
import type { DISPUTE_STATUSES } from '../../contract/order-status.ts';
import { AppError } from '../errors.ts';

export interface Charge {
  kind: 'shipping' | 'tax';
  /** The shipping rate that was chosen. */
  name: string | null;
  amountCents: number;
}

export const CHARGE_LABELS: Record<Charge['kind'], string> = { shipping: 'Shipping', tax: 'Tax' };

export interface Checkout {
  /** Also the idempotency key: two calls for one order create one session. */
  orderId: string;
  /** ISO 4217, lower case */
  currency: string;
  totalCents: number;
  /** `image` is an absolute URL. `discountCents` comes off all pieces of a line together; absent in sessions of a version before. */
  lines: { name: string; priceCents: number; quantity: number; discountCents?: number; image: string }[];
  /** What is paid besides. With the lines, less their discounts, it adds up to `totalCents`. Absent in sessions of a version before. */
  charges?: Charge[];
  /** The provider calculates the tax of what is charged, by where it goes; only of a provider that can. Absent: `totalCents` is the sum. */
  automaticTax?: AutomaticTax;
  email: string;
  successUrl: string;
  cancelUrl: string;
  /** Origin of the shop: a built-in provider has its pages and its webhook URL there. */
  origin: string;
  /** The session can't be paid after this. */
  expiresAt: Date;
}

interface AutomaticTax {
  /** Prices and shipping hold it, so the sum stays `totalCents`; otherwise it is added. */
  isIncluded: boolean;
  /** Null: it isn't known in fields, and the provider asks for one. */
  address: AddressFields | null;
}

export interface ProviderSession {
  id: string;
  /** The provider's payment page. */
  url: string;
}

/** A session's status, as the provider reports it. processing: the customer is done, and the money is on its way, as a bank debit is for days. */
export interface SessionReport {
  state: 'open' | 'processing' | 'paid' | 'expired';
  sessionId: string;
  orderId: string;
  /** The amount paid or to be paid. */
  amountCents: number;
  /** What of it is tax, where the provider has calculated that. */
  taxCents?: number;
  /** ISO 4217, lower case */
  currency: string;
  /** The provider's id of the payment; null until there is one. */
  paymentId: string | null;
  /** The payment page of an open session. */
  url?: string | undefined;
}

/**
 * paid: the payment succeeded. processing: see SessionReport. expired, failed: the session can't be paid any more. refunded:
 * `amountCents` is the sum of all refunds of the payment so far, whoever made them. refund_failed: a refund that was accepted before, of
 * `amountCents`, didn't reach the customer. dispute: `amountCents` is what the customer's bank asks back. ignored: nothing that concerns an order.
 */
export interface PaymentEvent {
  /** Unique per provider; an event may be delivered more than once. */
  id: string;
  type: 'paid' | 'processing' | 'expired' | 'failed' | 'refunded' | 'refund_failed' | 'dispute' | 'ignored';
  /** When it happened at the provider: events may arrive in any order. */
  at: Date;
  /** Empty for refunds and disputes, which are identified by `paymentId`. */
  sessionId: string;
  orderId: string;
  amountCents: number;
  /** What of it is tax, where the provider has calculated that. */
  taxCents?: number;
  /** ISO 4217, lower case */
  currency: string;
  paymentId: string | null;
  /** Of refund_failed. */
  failedRefund?: FailedRefund;
  /** Of dispute: what it is at `at`. */
  dispute?: DisputeReport;
}

export interface DisputeReport {
  /** The provider's id of it. */
  id: string;
  status: (typeof DISPUTE_STATUSES)[number];
  /** The provider's word for why. */
  reason: string;
  openedAt: Date;
  /** Until when the shop may answer; null: the provider doesn't say. */
  respondBy: Date | null;
  /** The amount is taken from the shop's account now. */
  isWithdrawn: boolean;
  /** How often money moved for it. */
  movements: number;
}

export interface FailedRefund {
  /** The provider's id of the refund. */
  id: string;
  /** The key that the shop asked for it by; null: it was made elsewhere. */
  key: string | null;
  createdAt: Date;
  /** The provider's word for why. */
  reason: string;
}

export interface RefundRequest {
  paymentId: string;
  amountCents: number;
  currency: string;
  /** The idempotency key: two calls with one key make one refund. */
  key: string;
}

export interface PaymentProvider {
  readonly name: string;
  /** True: no real money is charged. */
  readonly testMode: boolean;
  /** How long the shop waits for an answer, in milliseconds. Absent: ten seconds. */
  readonly timeout?: number;
  /** Throws where no session was created; the shop then cancels the order and responds `payment_provider_failed`. */
  startCheckout(checkout: Checkout): Promise<ProviderSession>;
  /** Verifies the signature over the raw body. Throws AppError `invalid_signature`. */
  readEvent(raw: Buffer, headers: IncomingHttpHeaders, now: Date): PaymentEvent;
  /** Throws where the provider doesn't respond or doesn't know the session. */
  readCheckout(sessionId: string): Promise<SessionReport>;
  /** Expires an open session, so that it can't be paid any more, and returns its status: `paid` or `processing` where a payment came first. */
  expireCheckout(sessionId: string): Promise<SessionReport>;
  /** Returns the provider's id of the refund. Throws AppError `refund_refused` where none was made; any other error: it may have been. */
  refund(refund: RefundRequest): Promise<{ id: string }>;
  /** Absent: it calculates no tax. */
  readonly automaticTax?: {
    /** Whether the merchant's account there is set up for it. Throws where the provider doesn't respond in time, which it sees to itself. */
    isReady(): Promise<boolean>;
  };
  /** Registers the pages of a built-in provider. */
  routes?(app: FastifyInstance): void;
  /** A built-in provider sends its undelivered events again; returns the number delivered. */
  redeliver?(): Promise<number>;
}

interface PaymentDeps {
  payment: PaymentProvider | null;
}

/** Throws `payment_unavailable`, naming the missing settings, where no provider is configured. */
export function requireProvider({ payment }: PaymentDeps): PaymentProvider {
  if (payment) return payment;
  throw new AppError(
    'payment_unavailable',
    "Paying isn't set up yet. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or DEMO=on for demo payments.",
  );
}

/** The provider an order was opened with. Throws `payment_unavailable` where a different one is configured by now. */
export function requireProviderByName({ payment }: PaymentDeps, name: string): PaymentProvider {
  if (payment?.name === name) return payment;
  throw new AppError('payment_unavailable', `The payment provider ${name} of this order isn't set up any more`);
}
