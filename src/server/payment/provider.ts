/**
 * The port to whoever takes the money: two verbs, start a checkout and read a signed event.
 * Only files in this room know a provider's name.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

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

export interface PaymentEvent {
  /** Unique for the provider: the same event may come many times. */
  id: string;
  type: 'paid' | 'ignored';
  sessionId: string;
  orderId: string;
  amountCents: number;
  /** ISO 4217, lower case */
  currency: string;
}

export interface PaymentProvider {
  readonly name: string;
  /** Does it take no real money? */
  readonly testMode: boolean;
  /** Throws where no session could be made; the shop then gives the order up and answers `provider_failed`. */
  startCheckout(checkout: Checkout): Promise<ProviderSession>;
  /** Checks the signature over the raw body. Throws AppError `bad_signature`. */
  readEvent(raw: Buffer, headers: IncomingHttpHeaders, now: Date): PaymentEvent;
  /** A provider that is built in brings its own pages. */
  routes?(app: FastifyInstance): void;
  /** A provider that is built in sends its undelivered events again when asked, and gives how many arrived. */
  redeliver?(): Promise<number>;
}
