/**
 * The port to whoever takes the money: start a checkout, say how it stands, end it, give money back, and read a signed event.
 * No verb is ever called inside a transaction, and each has a time limit where it is called.
 * Only files in this room know a provider's name.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

export interface Checkout {
  /** Also the idempotency key: asking twice for one order opens one session. */
  orderId: string;
  orderNumber: number;
  /** ISO 4217, lower case */
  currency: string;
  totalCents: number;
  /** `image` is a whole address, origin included. */
  lines: { name: string; priceCents: number; quantity: number; image: string }[];
  email: string;
  successUrl: string;
  cancelUrl: string;
  /** Origin of the shop: where the provider's own pages and the webhook stand for a provider that is built in. */
  origin: string;
  /** After this nobody can pay any more. */
  expiresAt: Date;
}

export interface ProviderSession {
  id: string;
  /** Where the browser goes to pay. */
  url: string;
}

/** How a session stands at the provider. */
export interface SessionReport {
  state: 'open' | 'paid' | 'expired';
  sessionId: string;
  orderId: string;
  /** What was or would be paid. */
  amountCents: number;
  /** ISO 4217, lower case */
  currency: string;
  /** The provider's name for the payment, once there is one. */
  paymentId: string | null;
}

/**
 * paid: the money is there. expired, failed: it never came, and never will for this session. refunded: `amountCents` went back
 * in all, by whomever. ignored: nothing that concerns an order.
 */
export interface PaymentEvent {
  /** Unique for the provider: the same event may come many times. */
  id: string;
  type: 'paid' | 'expired' | 'failed' | 'refunded' | 'ignored';
  /** Empty for a refund: that bears only its payment. */
  sessionId: string;
  orderId: string;
  amountCents: number;
  /** ISO 4217, lower case */
  currency: string;
  paymentId: string | null;
}

export interface RefundRequest {
  paymentId: string;
  amountCents: number;
  currency: string;
  /** The same key asks for the same refund: it is made once. */
  key: string;
}

export interface PaymentProvider {
  readonly name: string;
  /** Does it take no real money? */
  readonly testMode: boolean;
  /** Throws where no session could be made; the shop then gives the order up and answers `provider_failed`. */
  startCheckout(checkout: Checkout): Promise<ProviderSession>;
  /** Checks the signature over the raw body. Throws AppError `bad_signature`. */
  readEvent(raw: Buffer, headers: IncomingHttpHeaders, now: Date): PaymentEvent;
  /** Throws where the provider doesn't answer or doesn't know the session. */
  readCheckout(sessionId: string): Promise<SessionReport>;
  /** Ends an open session, so that nobody can pay it any more, and says how it stands then: `paid` where somebody was faster. */
  expireCheckout(sessionId: string): Promise<SessionReport>;
  /** Gives the provider's name for the refund. Throws where it isn't made; asked again with the same key it is made once. */
  refund(refund: RefundRequest): Promise<{ id: string }>;
  /** A provider that is built in brings its own pages. */
  routes?(app: FastifyInstance): void;
  /** A provider that is built in sends its undelivered events again when asked, and gives how many arrived. */
  redeliver?(): Promise<number>;
}

interface PaymentDeps {
  payment: PaymentProvider | null;
}

/** The one that is set up. Throws `unavailable`, which names the settings, where there is none. */
export function requireProvider({ payment }: PaymentDeps): PaymentProvider {
  if (payment) return payment;
  throw new AppError(
    'unavailable',
    "Paying isn't set up yet. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or DEMO=on for demo payments.",
  );
}

/** The one that an order was opened with. Throws `unavailable` where another is set up since. */
export function requireProviderByName({ payment }: PaymentDeps, name: string): PaymentProvider {
  if (payment?.name === name) return payment;
  throw new AppError('unavailable', `The payment provider ${name} of this order isn't set up any more`);
}
