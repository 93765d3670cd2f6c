/** Checkouts as Stripe wants them, and Stripe's sessions as the shop's port has them. */
import type Stripe from 'stripe';
import type { Checkout, SessionReport } from '../provider.ts';

const MINUTE = 60_000;
/** Stripe keeps a session open for half an hour at least, counted from when it gets the call. */
const MIN_SESSION_TTL = 31 * MINUTE;
/**
 * So much longer than the shop holds the goods: enough for a slow call, less than the shop waits before it ends the session
 * itself. A fixed time, because the same order must ask with the same words.
 */
const EXPIRY_MARGIN = 5 * MINUTE;
const MAX_NAME_LENGTH = 250;
const MAX_IMAGE_URL_LENGTH = 2000;
/** Plain addresses only: Stripe turns the whole session down for one that it doesn't like, and asks for it on its page then. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i;

/** A character is never cut in two. */
function truncate(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** Only what the shop itself says has a price: no codes, no taxes and no exchange, so that the sum is the order's to the cent. */
export function toSessionParams(checkout: Checkout, now: Date): Stripe.Checkout.SessionCreateParams {
  const { orderId, orderNumber, currency, lines, email, successUrl, cancelUrl, expiresAt } = checkout;
  const metadata = { order: orderId, number: String(orderNumber) };
  const expiryTime = Math.max(expiresAt.getTime() + EXPIRY_MARGIN, now.getTime() + MIN_SESSION_TTL);
  return {
    mode: 'payment',
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata, description: `Order ${orderNumber}` },
    line_items: lines.map(({ name, priceCents, quantity, image }) => ({
      quantity,
      price_data: {
        currency,
        unit_amount: priceCents,
        product_data: {
          name: truncate(name, MAX_NAME_LENGTH),
          // Stripe fetches pictures from outside: it can't from a shop that has no public address.
          ...(image.startsWith('https://') && image.length <= MAX_IMAGE_URL_LENGTH && { images: [image] }),
        },
      },
    })),
    adaptive_pricing: { enabled: false },
    ...(EMAIL.test(email) && { customer_email: email }),
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(expiryTime / 1000),
  };
}

/**
 * A session is complete as soon as the shopper is done; by slow means the money comes days later, or never. Until it is known
 * which, the session counts as open.
 */
function toSessionState({
  status,
  payment_status: paymentStatus,
  payment_intent: payment,
}: Stripe.Checkout.Session): SessionReport['state'] {
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'open';
  if (paymentStatus !== 'unpaid') return 'paid';
  const hasFailed = typeof payment === 'object' && (payment?.status === 'requires_payment_method' || payment?.status === 'canceled');
  return hasFailed ? 'expired' : 'open';
}

export function toReport(session: Stripe.Checkout.Session): SessionReport {
  const { id, client_reference_id: orderId, amount_total: amount, currency, payment_intent: payment } = session;
  if (!orderId || amount === null || !currency) throw new Error(`Stripe's session ${id} is none of this shop's`);
  return {
    state: toSessionState(session),
    sessionId: id,
    orderId,
    amountCents: amount,
    currency: currency.toLowerCase(),
    paymentId: typeof payment === 'string' ? payment : (payment?.id ?? null),
  };
}
