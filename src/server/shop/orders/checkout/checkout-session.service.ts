/**
 * Payment sessions of orders. The provider is always called outside of a transaction, so that no row stays locked while waiting for its
 * answer.
 */
import type { Order } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { awaitProvider, findProviderByName, type PaymentProvider, type SessionReport, toProviderError } from '../../payments/provider.ts';
import { readOwnOrder } from '../lifecycle/order.service.ts';
import { type PaymentOutcome, recordReport } from '../payments/payment.service.ts';
import type { Owner } from '../rows/order-lock.repository.ts';
import { findOpenSession, type OpenSession } from './checkout-session.repository.ts';

/**
 * Returns the URL of the payment page to a customer who left it. Asks the provider first, because the session may have been paid or ended
 * meanwhile. If it is paid, or the bank is processing the payment (which can take days), returns the URL of the order's page. Throws `order_not_found`, `checkout_ended` and `payment_provider_failed`.
 */
export async function resumeCheckout(deps: Deps, owner: Owner, id: string, origin: string): Promise<{ url: string }> {
  const isOver = ({ payableUntil }: Order) => payableUntil === null || new Date(payableUntil) <= deps.now();
  const session = isOver(await readOwnOrder(deps.db, owner, id)) ? null : await findOpenSession(deps.db, id, owner);
  const url = session && (await reconcileSession(deps, session)).url;
  if (url) return { url };
  const order = await readOwnOrder(deps.db, owner, id);
  if (order.number !== null || order.processingSince !== null) return { url: `${origin}/success?order=${id}` };
  throw new AppError('checkout_ended', "This checkout can't be paid any more. Nothing was charged; please check out again from your cart.");
}

export type SessionDeps = Pick<Deps, 'db' | 'now' | 'payment' | 'paypal' | 'manualPayment' | 'publicUrl'>;

/**
 * Expires the order's session at the provider, so that it can't be paid any more; without a session there is nothing to do.
 * - paid, processing: it was paid already, or the bank is processing its payment; the order is updated.
 * - lost: its provider isn't set up any more, or doesn't know the session because the keys were changed. The shop can neither end it nor learn
 *   whether it was paid.
 * Throws `payment_provider_failed` if the provider doesn't answer.
 */
export async function expireSession(deps: SessionDeps, order: OpenSession): Promise<'expired' | 'paid' | 'processing' | 'lost'> {
  if (!order.session) return 'expired';
  const provider = findProviderByName(deps, order.provider);
  const report = provider && (await awaitReport(provider, provider.expireCheckout(order.session)));
  if (!report) return 'lost';
  if (report.state === 'open')
    throw new AppError('payment_provider_failed', 'The payment provider left the payment open. Please try again in a moment.');
  failpoint('session.expired');
  if (report.state === 'expired') return 'expired';
  await recordReport(deps, order.provider, report);
  return report.state;
}

/** Whether expireSession would return `lost`. Changes nothing at the provider. */
export async function isSessionLost(deps: SessionDeps, id: string): Promise<boolean> {
  const order = await findOpenSession(deps.db, id);
  if (!order?.session) return false;
  const provider = findProviderByName(deps, order.provider);
  return provider === null || (await awaitReport(provider, provider.readCheckout(order.session))) === null;
}

/**
 * For a person who ends a checkout. Throws `wrong_order_status` if the bank is processing its payment, which can't be stopped any more. If the
 * session is lost, only the team may end such a checkout (`isTeam`).
 */
export async function endSession(deps: SessionDeps, order: OpenSession, { isTeam = false } = {}): Promise<void> {
  const end = await expireSession(deps, order);
  if (end !== 'processing' && (end !== 'lost' || isTeam || order.processingSince === null)) return;
  throw new AppError('wrong_order_status', "The payment of this order is on its way, so it can't be cancelled any more");
}

/** Fetches the session's status from the provider and applies it like a webhook event. lost: as in expireSession. `url`: the payment page of an open session. */
export async function reconcileSession(
  deps: SessionDeps,
  order: OpenSession,
): Promise<{ outcome: PaymentOutcome | 'lost'; url?: string | undefined }> {
  if (!order.session) return { outcome: 'ignored' };
  const provider = findProviderByName(deps, order.provider);
  const report = provider && (await awaitReport(provider, provider.readCheckout(order.session)));
  if (!report) return { outcome: 'lost' };
  failpoint('session.status-fetched');
  return { outcome: await recordReport(deps, order.provider, report), url: report.url };
}

async function awaitReport(provider: PaymentProvider, report: Promise<SessionReport | null>): Promise<SessionReport | null> {
  try {
    return await awaitProvider(provider, report);
  } catch (cause) {
    throw toProviderError(cause);
  }
}
