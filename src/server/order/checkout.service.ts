/** Starts a checkout: a pending order that reserves its stock, then a session at the payment provider. */
import { randomUUID } from 'node:crypto';
import type { Caller } from '../caller.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import { imageUrl } from '../images/image-url.ts';
import { type Checkout, type PaymentProvider, type ProviderSession, requireProvider } from '../payment/provider.ts';
import { awaitProvider } from '../payment/timeout.ts';
import { type CartItem, countItems } from './cart-items.ts';
import { listOpenSessions, updateOrderSession } from './checkout-session.repository.ts';
import { expireSession } from './checkout-session.service.ts';
import { cancelUserOrder } from './order.service.ts';
import { createPendingOrder, type NewOrder, type PendingOrder } from './pending-order.service.ts';

/** Each attempt expires the customer's other open sessions; more than this means that other tabs keep opening new ones. */
const MAX_ATTEMPTS = 4;
const MAX_OPEN_SESSIONS = 10;

interface CheckoutInput {
  /** A product bought twice occurs twice, or once with a count. */
  items: CartItem[];
  /** Absent: the address of the account. */
  address?: string | undefined;
  /** Origin of the shop. */
  origin: string;
}

const createOvertakenError = () => new AppError('checkout_replaced', 'You opened a newer checkout in another window. Please go on there.');

/**
 * A customer has one open checkout: older sessions are expired at the provider first. If one of them turns out to be paid, the
 * result leads to that order instead of to a payment page.
 * Throws `payment_unavailable` (no provider is set up), `checkout_too_large`, `quantity_too_large`, `too_many_checkouts`,
 * `product_unavailable` (a product isn't sold any more), `insufficient_stock`, `checkout_replaced` (by a newer one) or `payment_provider_failed`.
 */
export async function startCheckout(deps: Deps, caller: Caller, input: CheckoutInput): Promise<{ id: string; url: string; order: string }> {
  const payment = requireProvider(deps);
  const quantities = countItems(input.items, deps.checkout);
  const id = randomUUID();
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + deps.checkout.hold);
  const order: NewOrder = { id, userId: caller.id, provider: payment.name, createdAt, expiresAt, address: input.address?.trim() };
  let closableIds: ReadonlySet<string> = new Set();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const pending = await retryTransaction(deps.db, (tx) => createPendingOrder(tx, caller, order, quantities, closableIds, deps.checkout));
    if (pending) {
      failpoint('checkout.committed');
      const session = await createSession(deps, payment, caller, toCheckout(order, pending, input.origin));
      return { id: session.id, url: session.url, order: id };
    }
    const previous = await expireOpenSessions(deps, caller.id);
    if (previous.paid)
      return { id: previous.paid.session, url: `${input.origin}/success?order=${previous.paid.id}`, order: previous.paid.id };
    closableIds = previous.expired;
  }
  throw createOvertakenError();
}

/** Expires the customer's open sessions at the provider. `expired`: ids of their orders. `paid`: the first one found paid instead. */
async function expireOpenSessions(deps: Deps, userId: string): Promise<{ expired: Set<string>; paid?: { id: string; session: string } }> {
  const expired = new Set<string>();
  for (const { id, session, provider } of await listOpenSessions(deps.db, { userId }, MAX_OPEN_SESSIONS)) {
    if (await expireSession(deps, { session, provider })) return { expired, paid: { id, session: session ?? '' } };
    expired.add(id);
  }
  return { expired };
}

function toCheckout({ id, expiresAt }: NewOrder, { email, totalCents, lines }: PendingOrder, origin: string): Checkout {
  return {
    orderId: id,
    currency: 'usd',
    totalCents,
    lines: lines.map(({ name, priceCents, quantity, imageId }) => ({
      name,
      priceCents,
      quantity,
      image: `${origin}${imageUrl(imageId)}`,
    })),
    email,
    successUrl: `${origin}/success?order=${id}`,
    cancelUrl: `${origin}/cancel?order=${id}`,
    origin,
    expiresAt,
  };
}

async function createSession(deps: Deps, provider: PaymentProvider, caller: Caller, checkout: Checkout): Promise<ProviderSession> {
  try {
    const session = await awaitProvider(provider.startCheckout(checkout));
    failpoint('checkout.session-created');
    const status = await updateOrderSession(deps.db, checkout.orderId, session.id);
    failpoint('checkout.session-saved');
    if (status === 'pending') return session;
    await awaitProvider(provider.expireCheckout(session.id));
  } catch (error) {
    // The order has no session on record, so it can't be paid: cancelling releases its stock at once.
    await cancelUserOrder(deps, caller, checkout.orderId);
    throw new AppError(
      'payment_provider_failed',
      "The payment provider doesn't answer. Nothing was charged; please try again in a moment.",
      {
        cause: error,
      },
    );
  }
  // A checkout in another tab has closed this order meanwhile. Opening both payment pages would let one cart be paid twice.
  throw createOvertakenError();
}
