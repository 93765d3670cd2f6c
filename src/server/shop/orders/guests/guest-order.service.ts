/** A guest's order, by the signature in its link; and adding it to an account. */
import type { GuestOrder } from '../../../../contract/guest-order.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueNotice } from '../../messages/emails/outbox.ts';
import { consumeAttempt, EMAIL_IP_LIMIT, getIpNetwork, requireWithinLimit } from '../../team/login/attempt-limits.ts';
import { requireConfirmedEmail } from '../../team/login/email-confirmation.service.ts';
import { normalizeEmail } from '../../team/login/user.repository.ts';
import { createHistoryEntry } from '../checkout/order-write.repository.ts';
import { resumeCheckout } from '../checkout/resume-checkout.service.ts';
import { findGuest } from '../lifecycle/order.repository.ts';
import { cancelOwnOrder, createNotFoundError, readOwnOrder } from '../lifecycle/order.service.ts';
import { giveOrderTo } from '../lifecycle/order-effects.ts';
import { type LockedOrder, lockOwnOrder, lockUnclaimedOrders } from '../lifecycle/row-lock.repository.ts';
import { requestChange } from '../requests/order-request.service.ts';
import { CLAIM_DURATION, createClaimToken, isClaimToken, isOrderSignature, loadGuestSecret } from './guest-link.ts';

const BY_LINK = { hasGuestLink: true } as const;

/** Throws `order_not_found` if the order doesn't exist, isn't a guest's, or the signature isn't its own. */
async function requireGuest(db: Database, id: string, signature: string) {
  const guest = isOrderSignature(await loadGuestSecret(db), id, signature) ? await findGuest(db, id) : null;
  if (!guest) throw createNotFoundError();
  return guest;
}

async function readByLink(db: Database, id: string): Promise<GuestOrder> {
  const guest = await findGuest(db, id);
  if (!guest) throw createNotFoundError();
  return { ...(await readOwnOrder(db, BY_LINK, id)), name: guest.name, email: guest.email, isClaimed: guest.userId !== null };
}

export async function readGuestOrder(deps: Deps, id: string, signature: string): Promise<GuestOrder> {
  await requireGuest(deps.db, id, signature);
  return readByLink(deps.db, id);
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

async function addToAccount(tx: Database, order: LockedOrder, caller: Caller, at: Date): Promise<void> {
  await giveOrderTo(tx, order.id, caller.id);
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
    if (!order || order.userId) throw createNotFoundError();
    if (normalizeEmail(order.guestEmail ?? '') !== normalizeEmail(caller.email))
      throw new AppError('other_email', "This order was made with another email than your account's");
    if (order.number === null) throw new AppError('wrong_order_status', 'Only a paid order can be added to an account');
    await addToAccount(tx, order, caller, deps.now());
  });
  return readByLink(deps.db, id);
}

/**
 * Where no links can be sent, nobody has confirmed that the account's email is its owner's, so further orders are added by a link. Response
 * and limits don't depend on whether there are any. The link is never made with the request's origin, which the caller could choose. Throws
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

/** Compared here too: some databases lower-case more than `normalizeEmail`, and would treat two mailboxes as one. */
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
