/** Selects the payment provider by the configuration. */

import type { Database } from '../../platform/database/connect.ts';
import type { Config } from '../../platform/settings/config.ts';
import { createDemoProvider, type DeliverWebhook, loadDemoSecret } from './demo/demo.provider.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Null: none is configured. `deliver` posts the demo provider's events to the port this process listens on, because the
 * public URL may not be reachable from the machine itself.
 */
export async function selectProvider(
  { demo, stripe = null, timeLimits }: Pick<Config, 'demo'> & Partial<Pick<Config, 'stripe' | 'timeLimits'>>,
  { db, now, deliver }: { db: Database; now: () => Date; deliver: DeliverWebhook },
): Promise<PaymentProvider | null> {
  if (stripe) {
    // Imported on demand: the SDK is large, and only a shop with Stripe needs it.
    const { createStripeProvider } = await import('./stripe/stripe.provider.ts');
    return createStripeProvider({ ...stripe, now, ...(timeLimits && { timeout: timeLimits.payment }) });
  }
  if (!demo) return null;
  return createDemoProvider({ db, now, secret: await loadDemoSecret(db), deliver });
}
