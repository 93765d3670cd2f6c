/** Orders and their sessions at the provider: ended there first, and only then here. No transaction is open while it is asked. */
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import { requireProviderByName, type SessionReport } from '../payment/provider.ts';
import { withTimeout } from '../payment/timeout.ts';
import { type PaymentOutcome, recordReport } from './payment.service.ts';

export const PROVIDER_TIMEOUT = 10_000;

interface OpenSession {
  session: string | null;
  provider: string;
}

/**
 * Ends the session, if the order has one, so that nobody can pay it any more. True: it was paid, and the order knows that now.
 * Throws `provider_failed` where the provider doesn't say.
 */
export async function endSession(deps: Deps, order: OpenSession): Promise<boolean> {
  if (!order.session) return false;
  const provider = requireProviderByName(deps, order.provider);
  const report = await awaitReport(provider.expireCheckout(order.session));
  if (report.state === 'open')
    throw new AppError('provider_failed', 'The payment provider left the payment open. Please try again in a moment.');
  failpoint('session.ended');
  if (report.state === 'expired') return false;
  await recordReport(deps, provider.name, report);
  return true;
}

/** Asks how the session stands, and does what its event would have done. */
export async function reconcileSession(deps: Deps, order: OpenSession): Promise<PaymentOutcome> {
  if (!order.session) return 'ignored';
  const provider = requireProviderByName(deps, order.provider);
  const report = await awaitReport(provider.readCheckout(order.session));
  failpoint('session.reported');
  return recordReport(deps, provider.name, report);
}

async function awaitReport(report: Promise<SessionReport>): Promise<SessionReport> {
  try {
    return await withTimeout(report, PROVIDER_TIMEOUT, 'the payment provider');
  } catch (cause) {
    throw new AppError('provider_failed', "The payment provider doesn't answer. Please try again in a moment.", { cause });
  }
}
