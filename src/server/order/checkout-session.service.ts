/** Payment sessions of orders. The provider is always called outside of a transaction, so that no row stays locked while it answers. */
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import { type PaymentProvider, requireProviderByName, type SessionReport } from '../payment/provider.ts';
import { awaitProvider } from '../payment/timeout.ts';
import type { OpenSession } from './checkout-session.repository.ts';
import { type PaymentOutcome, recordReport } from './payment.service.ts';

/**
 * Expires the order's session at the provider, so that it can't be paid any more; without a session there is nothing to do.
 * True: it was paid already, and the order is updated. Throws `payment_provider_failed` where the provider doesn't answer.
 */
export async function expireSession(deps: Deps, order: OpenSession): Promise<boolean> {
  if (!order.session) return false;
  const provider = requireProviderByName(deps, order.provider);
  const report = await awaitReport(provider, provider.expireCheckout(order.session));
  if (report.state === 'open')
    throw new AppError('payment_provider_failed', 'The payment provider left the payment open. Please try again in a moment.');
  failpoint('session.expired');
  if (report.state === 'expired') return false;
  await recordReport(deps, provider.name, report);
  return true;
}

/** Fetches the session's status from the provider and applies it as its webhook event would have been. `url`: an open one's page. */
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
