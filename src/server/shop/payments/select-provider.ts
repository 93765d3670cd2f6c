/** Selects the payment provider by what is configured. */

import type { Database } from '../../platform/database/connect.ts';
import type { Config, StripeConfig } from '../../platform/settings/config.ts';
import type { ManualProvider } from './by-hand.ts';
import { createDemoProvider, type DeliverWebhook, loadDemoSecret } from './demo/demo.provider.ts';
import { joinAccounts } from './join-accounts.ts';
import { createManualProvider } from './manual/manual.provider.ts';
import type { PaypalDeps } from './paypal/paypal.provider.ts';
import type { DemoProvider, PaymentProvider } from './provider.ts';

export type PaypalConfig = Omit<PaypalDeps, 'db' | 'now' | 'timeout'>;

/** `others` take no new payments: what was begun with them is finished there. */
export async function openStripe(
  current: StripeConfig,
  others: readonly StripeConfig[],
  { now, timeout }: { now: () => Date; timeout?: number | undefined },
): Promise<PaymentProvider> {
  // Imported on demand: the SDK is large, and only a shop with Stripe needs it.
  const { createStripeProvider } = await import('./stripe/stripe.provider.ts');
  const open = (config: StripeConfig) => createStripeProvider({ ...config, now, ...(timeout && { timeout }) });
  return others.length ? joinAccounts(open(current), others.map(open)) : open(current);
}

/** As openStripe. */
export async function openPaypal(
  current: PaypalConfig,
  others: readonly PaypalConfig[],
  { db, now, timeout }: { db: Database; now: () => Date; timeout?: number | undefined },
): Promise<PaymentProvider> {
  const { createPaypalProvider } = await import('./paypal/paypal.provider.ts');
  const open = (config: PaypalConfig) => createPaypalProvider({ ...config, db, now, ...(timeout && { timeout }) });
  return others.length ? joinAccounts(open(current), others.map(open)) : open(current);
}

export async function openDemo(deps: { db: Database; now: () => Date; deliver: DeliverWebhook }): Promise<DemoProvider> {
  return createDemoProvider({ ...deps, secret: await loadDemoSecret(deps.db) });
}

export const openManual = (deps: { db: Database; now: () => Date }): ManualProvider => createManualProvider(deps);

/**
 * Null: none is configured. `deliver` posts the demo provider's events to the port this process listens on, because the
 * public URL may not be reachable from the machine itself.
 */
export async function selectProvider(
  { demo, stripe = null, timeLimits }: Pick<Config, 'demo'> & Partial<Pick<Config, 'stripe' | 'timeLimits'>>,
  { db, now, deliver }: { db: Database; now: () => Date; deliver: DeliverWebhook },
): Promise<PaymentProvider | null> {
  if (stripe) return openStripe(stripe, [], { now, timeout: timeLimits?.payment });
  return demo ? openDemo({ db, now, deliver }) : null;
}
