import type { BodyOf } from '../../../../contract/endpoint.ts';
import type { GuestOrder } from '../../../../contract/guest-order.ts';
import type { startCheckout as contract } from '../../../../contract/order.ts';
import { cutText } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueNotice } from '../../messages/emails/outbox.ts';
import { readSettings } from '../../settings/settings.service.ts';
import { registerUser } from '../../team/login/auth.service.ts';
import { requireConfirmedEmail } from '../../team/login/email-confirmation.service.ts';
import { consumeAttempt, EMAIL_IP_LIMIT, getIpNetwork, requireWithinLimit } from '../../team/login/rate-limits.ts';
import { normalizeEmail } from '../../team/login/user.repository.ts';
import { type CheckoutInput, startCheckout } from '../checkout/checkout.service.ts';
import { resumeCheckout } from '../checkout/checkout-session.service.ts';
import { cancelOwnOrder } from '../checkout/end-checkout.service.ts';
import {
  CLAIM_DURATION,
  createClaimToken,
  hashNetwork,
  isClaimToken,
  isOrderSignature,
  loadGuestSecret,
  signOrder,
} from '../lifecycle/guest-link.ts';
import { createOwnNotFoundError, readOwnOrder } from '../lifecycle/order.service.ts';
import { assignOrderTo } from '../lifecycle/update-order.service.ts';
import { withOwnParts } from '../payments/own-order-parts.ts';
import { requestChange } from '../requests/order-request.service.ts';
import { findGuest } from '../rows/order.repository.ts';
import { type LockedOrder, lockOwnOrder, lockUnclaimedOrders } from '../rows/order-lock.repository.ts';
import { createHistoryEntry } from '../rows/order-write.repository.ts';

/** Checkout and orders of guests: an order is opened by the signature in its link, and can be added to an account. */
type Guest = NonNullable<BodyOf<typeof contract>['guest']>;

/**
 * Whether the email belongs to an account makes no difference, so that nobody can find that out here. Throws `unauthorized` without a guest, `guest_checkout_off`, and what `startCheckout` throws.
 */
export async function startGuestCheckout(
  deps: Deps,
  guest: Guest | undefined,
  cart: Omit<CheckoutInput, 'address' | 'shipTo'>,
  ip: string,
) {
  if (!guest) throw new AppError('unauthorized', 'Please log in');
  const { address, shipTo, acceptsOffers } = guest;
  const { settings } = await readSettings(deps);
  if (!settings.guestCheckout)
    throw new AppError('guest_checkout_off', 'This shop takes no orders from guests. Please log in to check out.');
  const secret = await loadGuestSecret(deps.db);
  const buyer = {
    userId: null,
    name: guest.name.trim(),
    network: hashNetwork(secret, ip),
    guest: { email: guest.email.trim() },
  };
  const started = await startCheckout(deps, buyer, { ...cart, address, shipTo, acceptsOffers: acceptsOffers && settings.asksForConsent });
  // An older order that was paid meanwhile can only be opened by its own link: anybody could have typed this email.
  return started.isPrevious ? started : { ...started, signature: signOrder(secret, started.order) };
}

/** What an account's address may hold. */
const ADDRESS_TEXT_MAX_LENGTH = 500;

const BY_LINK = { hasGuestLink: true } as const;

/** Throws `order_not_found` if the order doesn't exist, isn't a guest's, or the signature isn't its own. */
async function requireGuest(db: Database, id: string, signature: string) {
  const guest = isOrderSignature(await loadGuestSecret(db), id, signature) ? await findGuest(db, id) : null;
  if (!guest) throw createOwnNotFoundError();
  return guest;
}

/** Throws `order_not_found`. */
export async function requireOrderLink(db: Database, id: string, signature: string): Promise<void> {
  await requireGuest(db, id, signature);
}

async function readByLink(db: Database, id: string): Promise<GuestOrder> {
  const guest = await findGuest(db, id);
  if (!guest) throw createOwnNotFoundError();
  return { ...(await readOwnOrder(db, BY_LINK, id)), name: guest.name, email: guest.email, isClaimed: guest.userId !== null };
}

export async function readGuestOrder(deps: Deps, id: string, signature: string): Promise<GuestOrder> {
  await requireGuest(deps.db, id, signature);
  return withOwnParts(deps, await readByLink(deps.db, id));
}

export async function cancelGuestOrder(deps: Deps, id: string, signature: string): Promise<GuestOrder> {
  const guest = await requireGuest(deps.db, id, signature);
  await cancelOwnOrder(deps, BY_LINK, guest.name, id);
  return readByLink(deps.db, id);
}

export async function resumeGuestCheckout(deps: Deps, id: string, signature: string, origin: string): Promise<{ url: string }> {
  await requireGuest(deps.db, id, signature);
  return resumeCheckout(deps, BY_LINK, id, origin);
}

export async function requestGuestChange(
  deps: Deps,
  id: string,
  signature: string,
  input: Parameters<typeof requestChange>[4],
): Promise<GuestOrder> {
  const guest = await requireGuest(deps.db, id, signature);
  await requestChange(deps, BY_LINK, guest.name, id, input);
  return readByLink(deps.db, id);
}

/**
 * The security question has no answer that anybody knows, until one is set on the account's security page. Throws `order_not_found`,
 * `wrong_order_status` for an unpaid checkout, and what a registration throws.
 */
export async function createGuestAccount(deps: Deps, id: string, signature: string, password: string, ip: string): Promise<void> {
  const { name, email } = await requireGuest(deps.db, id, signature);
  const { number, address } = await readOwnOrder(deps.db, BY_LINK, id);
  if (number === null) throw new AppError('wrong_order_status', 'An account can be made once the order is paid');
  await registerUser(deps, { name, email, password, phone: '', address: cutText(address, ADDRESS_TEXT_MAX_LENGTH), answer: null }, ip);
}

async function addToAccount(tx: Database, order: LockedOrder, caller: Caller, at: Date): Promise<void> {
  await assignOrderTo(tx, order, caller.id);
  const why = 'Added to the account';
  await createHistoryEntry(tx, { orderId: order.id, from: order.status, to: order.status, actorId: caller.id, by: caller.name, why, at });
}

/**
 * The link proves that this order is the caller's, but nothing about other orders of the same email. Idempotent. Throws `order_not_found`,
 * `email_unconfirmed`, `other_email` and, for an unpaid checkout, `wrong_order_status`.
 */
export async function claimGuestOrder(deps: Deps, caller: Caller, id: string, signature: string): Promise<GuestOrder> {
  await requireGuest(deps.db, id, signature);
  await requireConfirmedEmail(deps, caller.id);
  await retryTransaction(deps.db, async (tx) => {
    const order = await lockOwnOrder(tx, BY_LINK, id);
    if (order?.userId === caller.id) return;
    if (!order || order.userId) throw createOwnNotFoundError();
    if (normalizeEmail(order.guestEmail ?? '') !== normalizeEmail(caller.email))
      throw new AppError('other_email', "This order was made with another email than your account's");
    if (order.number === null) throw new AppError('wrong_order_status', 'Only a paid order can be added to an account');
    await addToAccount(tx, order, caller, deps.now());
  });
  return readByLink(deps.db, id);
}

/**
 * Emails a link that adds the guest orders with the account's email to it, because only who can read that mailbox may have them. The response
 * and the limits don't tell whether there are any. The link never contains the request's origin, which the caller could choose. Throws
 * `too_many_attempts`, `email_unconfirmed`, and `unavailable` if PUBLIC_URL isn't set.
 */
export async function sendClaimLink(deps: Deps, caller: Caller, ip: string): Promise<void> {
  const { db, now, publicUrl } = deps;
  if (!publicUrl) throw new AppError('unavailable', "Links can't be emailed yet: this shop's own URL (PUBLIC_URL) isn't set.");
  await requireConfirmedEmail(deps, caller.id);
  const secret = await loadGuestSecret(db);
  await db.transaction(async (tx) => {
    requireWithinLimit(await consumeAttempt({ db: tx, now }, EMAIL_IP_LIMIT, getIpNetwork(ip)), now());
    if (!(await listClaimable(tx, caller)).length) return;
    const { renderClaimOrdersEmail } = await import('../../messages/emails/templates/customer-emails.ts');
    const linkUntil = new Date(now().getTime() + CLAIM_DURATION);
    const context = { recipient: caller.email, userId: caller.id, linkUntil, publicUrl, shop: await readEmailShop(tx) };
    await queueNotice(tx, renderClaimOrdersEmail({ ...context, token: createClaimToken(secret, caller, now()) }), now());
  });
}

/** Compared again here, because some databases lower-case more letters than `normalizeEmail` and would treat two mailboxes as one. */
async function listClaimable(tx: Database, { email }: Caller): Promise<LockedOrder[]> {
  const orders = await lockUnclaimedOrders(tx, email);
  return orders.filter(({ guestEmail }) => normalizeEmail(guestEmail ?? '') === normalizeEmail(email));
}

/** Returns how many orders were added. Throws `email_unconfirmed`, and `link_expired`, also for a token of another account. */
export async function claimGuestOrders(deps: Deps, caller: Caller, token: string): Promise<number> {
  const { db, now } = deps;
  await requireConfirmedEmail(deps, caller.id);
  if (!isClaimToken(await loadGuestSecret(db), caller, token, now())) {
    throw new AppError('link_expired', 'This link has expired, or belongs to another account. Request a new one.');
  }
  return retryTransaction(db, async (tx) => {
    const orders = await listClaimable(tx, caller);
    for (const order of orders) await addToAccount(tx, order, caller, now());
    return orders.length;
  });
}
