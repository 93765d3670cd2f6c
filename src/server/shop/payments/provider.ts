/**
 * The port that every payment provider implements: start, read and expire a checkout session, refund a payment, read a webhook
 * event. Call it outside of transactions and through `awaitProvider`. Only files in payments/ know a provider by name.
 */

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import pTimeout, { TimeoutError } from 'p-timeout';
import type { AddressFields } from '../../../contract/address.ts';
import type { DISPUTE_STATUSES } from '../../../contract/order-fields.ts';
import { SECOND } from '../../../contract/values.ts';
import { isUnavailable } from '../../platform/database/pg-errors.ts';
import { AppError, createBusyError } from '../../platform/errors.ts';
import type { CardVault } from './card-vault.ts';

/** In milliseconds. Customers give up on a page that takes longer. */
const DEFAULT_TIMEOUT = 10 * SECOND;

/** Every call to a provider goes through this. The call isn't cancelled; a result that arrives after the timeout is ignored. */
export function awaitProvider<T>({ timeout = DEFAULT_TIMEOUT }: Pick<PaymentProvider, 'timeout'>, call: Promise<T>): Promise<T> {
  // With a message instead, each call would make an error and its stack trace in advance.
  const fallback = () => {
    throw new TimeoutError(`The payment provider took longer than ${timeout} ms`);
  };
  return pTimeout(call, { milliseconds: timeout, fallback });
}

/** For a provider that keeps its payments in the shop's own database: if that is unavailable, the shop is busy, and the provider hasn't failed. */
export async function orBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isUnavailable(error) ? createBusyError({ cause: error }) : error;
  }
}

/** `advice`: what happened to the money, and what to do. `unavailable` errors stay as they are; any other is reported as a failure of the provider. */
export function toProviderError(cause: unknown, advice = 'Please try again in a moment.'): AppError {
  if (cause instanceof AppError && cause.code === 'unavailable') return cause;
  return new AppError('payment_provider_failed', `The payment provider doesn't answer. ${advice}`, { cause });
}

export interface Charge {
  kind: 'shipping' | 'fee' | 'tax';
  /** The shipping rate, or the way to pay, that was chosen; or the name of a local fee. */
  name: string | null;
  amountCents: number;
}

export const CHARGE_LABELS: Record<Charge['kind'], string> = { shipping: 'Shipping', fee: 'Payment fee', tax: 'Tax' };

interface CheckoutLine {
  name: string;
  priceCents: number;
  quantity: number;
  discountCents?: number;
  image: string;
  isUntaxed?: boolean;
}

export interface Checkout {
  /** Also the idempotency key: two calls for one order create one session. */
  orderId: string;
  /** ISO 4217, lower case */
  currency: string;
  totalCents: number;
  /** `image` is an absolute URL. `discountCents` comes off all pieces of a line together; absent in sessions of an earlier version. `isUntaxed`: a voucher. */
  lines: CheckoutLine[];
  /**
   * Amounts besides the lines. Together with the lines, minus their discounts, they add up to `totalCents`. Absent in sessions of an
   * earlier version.
   */
  charges?: Charge[];
  /** Lets the provider calculate the tax by destination; only if it supports that. Absent: `totalCents` is the amount to pay. */
  automaticTax?: AutomaticTax;
  email: string;
  /** The provider's id of the customer, who sees and saves cards there; absent: a guest, or a shop without saved cards. */
  customer?: string;
  /** Where it is sent; absent: nowhere, or to an address that is one text. */
  shipTo?: AddressFields;
  successUrl: string;
  cancelUrl: string;
  /** Origin of the shop: a built-in provider has its pages and its webhook URL there. */
  origin: string;
  /** The session can't be paid after this. */
  expiresAt: Date;
}

interface AutomaticTax {
  /** Prices and shipping include the tax, so the amount stays `totalCents`; otherwise the tax is added. */
  isIncluded: boolean;
  /** Null: there is no structured address, so the provider asks for one. */
  address: AddressFields | null;
}

export interface ProviderSession {
  id: string;
  /** The provider's payment page. */
  url: string;
  /** The provider doesn't know the `customer` any more, so its page has no saved cards. */
  isCustomerUnknown?: true;
}

/**
 * A session's status, as the provider reports it. processing: the customer has paid, and the bank is processing the payment, which takes days
 * for a bank debit.
 */
export interface SessionReport {
  state: 'open' | 'processing' | 'paid' | 'expired';
  sessionId: string;
  orderId: string;
  /** The amount paid or to be paid. */
  amountCents: number;
  /** How much of it is tax, if the provider calculated that. */
  taxCents?: number;
  /** ISO 4217, lower case */
  currency: string;
  /** The provider's id of the payment; null until there is one. */
  paymentId: string | null;
  /** The payment page of an open session. */
  url?: string | undefined;
}

/**
 * approved: the customer has agreed, and the money is there for `readCheckout` to take. paid: the payment succeeded. processing: see SessionReport. expired, failed: the session can't be paid any more. refunded: `amountCents`
 * is the sum of all refunds of the payment so far, whoever made them. refund_failed: a refund of `amountCents`, which had been accepted,
 * didn't reach the customer. dispute: the customer's bank demands `amountCents` back. ignored: it concerns no order.
 */
export interface PaymentEvent {
  /** Unique per provider; an event may be delivered more than once. */
  id: string;
  type: 'approved' | 'paid' | 'processing' | 'expired' | 'failed' | 'refunded' | 'refund_failed' | 'dispute' | 'ignored';
  /** When it happened at the provider: events may arrive in any order. */
  at: Date;
  /** Empty for refunds and disputes, which are identified by `paymentId`. */
  sessionId: string;
  orderId: string;
  amountCents: number;
  /** How much of it is tax, if the provider calculated that. */
  taxCents?: number;
  /** ISO 4217, lower case */
  currency: string;
  paymentId: string | null;
  /** Only for refund_failed. */
  failedRefund?: FailedRefund;
  /** Only for dispute: its state at the time `at`. */
  dispute?: DisputeReport;
}

export interface DisputeReport {
  /** The provider's id of the dispute. */
  id: string;
  status: (typeof DISPUTE_STATUSES)[number];
  /** The provider's reason. */
  reason: string;
  openedAt: Date;
  /** Until when the shop may respond; null: the provider doesn't say. */
  respondBy: Date | null;
  /** The amount is currently withdrawn from the shop's account. */
  isWithdrawn: boolean;
  /** How often money was moved because of it. */
  movements: number;
}

export interface FailedRefund {
  /** The provider's id of the refund. */
  id: string;
  /** The key with which the shop requested it; null: it was made outside of the shop. */
  key: string | null;
  createdAt: Date;
  /** The provider's reason. */
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
  /** Origins of its payment page, besides the shop's own: the browser is never redirected anywhere else. */
  readonly pageOrigins: readonly string[];
  /** How long the shop waits for an answer, in milliseconds. Absent: ten seconds. */
  readonly timeout?: number;
  /**
   * The smallest amount that it accepts in a currency (ISO 4217, lower case); absent: any. If it isn't known, 1, and `startCheckout` throws AppError
   * `amount_too_small`.
   */
  getMinimumCents?(currency: string): number;
  /** Whether it takes exactly this amount of a currency (ISO 4217, in any case); absent: any. */
  canTake?(cents: number, currency: string): boolean;
  /**
   * Throws if no session was created; the shop then cancels the order and responds `payment_provider_failed`, or 503 to AppError `unavailable`,
   * which each of these calls may throw.
   */
  startCheckout(checkout: Checkout): Promise<ProviderSession>;
  /** The header by which its events are told from others'; absent: the shop tries. */
  readonly signatureHeader?: string;
  /** Verifies the signature over the raw body. Throws AppError `invalid_signature`. */
  readEvent(raw: Buffer, headers: IncomingHttpHeaders, now: Date): PaymentEvent | Promise<PaymentEvent>;
  /**
   * Null: the provider doesn't know the session, for example because its keys were changed. Throws if it doesn't respond, or refuses the keys. Where the shop
   * takes the money itself, this takes what the customer has approved, once.
   */
  readCheckout(sessionId: string): Promise<SessionReport | null>;
  /** As `readCheckout`, for a customer who comes back from its page: what couldn't be taken before is tried again. Absent: the page takes the money. */
  resumeCheckout?(sessionId: string): Promise<SessionReport | null>;
  /**
   * Expires an open session, so that it can't be paid any more, and returns its status: `paid` or `processing` if a payment came first. Null and errors:
   * see `readCheckout`.
   */
  expireCheckout(sessionId: string): Promise<SessionReport | null>;
  /**
   * Returns the provider's id of the refund. Throws AppError `refund_refused` if none was made; after any other error it may have been
   * made.
   */
  refund(refund: RefundRequest): Promise<{ id: string }>;
  /** Absent: the provider can't calculate tax. */
  readonly automaticTax?: {
    /** Whether the merchant's account there is set up for it. Throws if the provider doesn't respond in time; it has its own timeout. */
    isReady(): Promise<boolean>;
  };
  readonly cards?: CardVault;
  /** Registers the pages of a built-in provider. */
  routes?(app: FastifyInstance): void;
  /** A built-in provider sends its undelivered events again; returns the number delivered. */
  redeliver?(signal?: AbortSignal): Promise<number>;
}

interface PaymentDeps {
  payment: PaymentProvider | null;
  /** PayPal, beside whoever takes cards. */
  paypal?: PaymentProvider | null;
  /** They take no new payments, and finish what was begun with them. */
  formerPayments?: readonly PaymentProvider[];
  /** Takes what is paid by hand. */
  manualPayment?: PaymentProvider;
}

/** Throws `payment_unavailable` if no provider is configured. */
export function requireProvider({ payment }: PaymentDeps): PaymentProvider {
  if (payment) return payment;
  throw new AppError(
    'payment_unavailable',
    "Checkout isn't available yet. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or DEMO=on for demo payments.",
  );
}

/** The provider that an order was opened with; null: it isn't configured any more. */
export const findProviderByName = (
  { payment, paypal, formerPayments = [], manualPayment }: PaymentDeps,
  name: string,
): PaymentProvider | null => [payment, paypal, ...formerPayments, manualPayment].find((it) => it?.name === name) ?? null;

/** All that have a page of their own, and may report what is paid there. */
export const listPageProviders = ({ payment, paypal, formerPayments = [] }: PaymentDeps): PaymentProvider[] =>
  [payment, paypal, ...formerPayments].filter((it) => it !== null && it !== undefined);

/** The provider that an order was opened with. Throws `payment_unavailable` if a different one is configured by now. */
export function requireProviderByName(deps: PaymentDeps, name: string): PaymentProvider {
  const provider = findProviderByName(deps, name);
  if (provider) return provider;
  throw new AppError('payment_unavailable', `The payment provider ${name} of this order isn't set up any more`);
}

/** The built-in provider, whose pages the shop serves itself. */
export interface DemoProvider extends PaymentProvider {
  /** Pays the session, as the payment page does for a valid card. False if the session isn't open. */
  pay: (sessionId: string) => Promise<boolean>;
  routes: NonNullable<PaymentProvider['routes']>;
  redeliver: NonNullable<PaymentProvider['redeliver']>;
}
