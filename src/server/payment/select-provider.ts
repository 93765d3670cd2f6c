/** Which provider takes the money, by the settings. */
import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { createDemoProvider, type DeliverWebhook, loadDemoSecret } from './demo/demo.provider.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Null: none is set up, and checkout says so. `deliver` brings the demo provider's events to where this process really listens,
 * since the address that shoppers see may not be one that the machine itself can reach.
 */
export async function selectProvider(
  { demo, stripe = null }: Pick<Config, 'demo'> & Partial<Pick<Config, 'stripe'>>,
  { db, now, deliver }: { db: Database; now: () => Date; deliver: DeliverWebhook },
): Promise<PaymentProvider | null> {
  if (stripe) {
    // Its SDK is large: only a shop that uses it loads it.
    const { createStripeProvider } = await import('./stripe/stripe.provider.ts');
    return createStripeProvider({ ...stripe, now });
  }
  if (!demo) return null;
  return createDemoProvider({ db, now, secret: await loadDemoSecret(db), deliver });
}
