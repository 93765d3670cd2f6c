/**
 * Payment sessions of orders. The provider is always called outside of a transaction, so that no row stays locked while waiting for its
 * answer.
 */
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import { type PaymentProvider, requireProviderByName, type SessionReport } from '../payment/provider.ts';
import { awaitProvider } from '../payment/provider-timeout.ts';
import type { OpenSession } from './checkout-session.repository.ts';
import { type PaymentOutcome, recordReport } from './payment.service.ts';

/**
 * Expires the order's session at the provider, so that it can't be paid any more; without a session there is nothing to do. paid,
 * processing: it had been paid already, or its money is on its way, and the order is updated. Throws `payment_provider_failed` if the
 * provider doesn't answer.
 */
export async function expireSession(deps: Deps, order: OpenSession): Promise<'expired' | 'paid' | 'processing'> {
  if (!order.session) return 'expired';
  const provider = requireProviderByName(deps, order.provider);
  const report = await awaitReport(provider, provider.expireCheckout(order.session));
  if (report.state === 'open')
    throw new AppError('payment_provider_failed', 'The payment provider left the payment open. Please try again in a moment.');
  failpoint('session.expired');
  if (report.state === 'expired') return 'expired';
  await recordReport(deps, provider.name, report);
  return report.state;
}

/** For a person who ends a checkout. Throws `wrong_order_status` if its money is on its way, which nobody can stop any more. */
export async function endSession(deps: Deps, order: OpenSession): Promise<void> {
  if ((await expireSession(deps, order)) !== 'processing') return;
  throw new AppError('wrong_order_status', "The payment of this order is on its way, so it can't be cancelled any more");
}

/** Fetches the session's status from the provider, and applies it like a webhook event. `url`: the payment page of an open session. */
export async function reconcileSession(deps: Deps, order: OpenSession): Promise<{ outcome: PaymentOutcome; url?: string | undefined }> {
  if (!order.session) return { outcome: 'ignored' };
  const provider = requireProviderByName(deps, order.provider);
  const report = await awaitReport(provider, provider.readCheckout(order.session));
  failpoint('session.status-fetched');
  return { outcome: await recordReport(deps, provider.name, report), url: report.url };
}

async function awaitReport(provider: PaymentProvider, report: Promise<SessionReport>): Promise<SessionReport> {
  try {
    return await awaitProvider(provider, report);
  } catch (cause) {
    throw new AppError('payment_provider_failed', "The payment provider doesn't answer. Please try again in a moment.", { cause });
  }
}
