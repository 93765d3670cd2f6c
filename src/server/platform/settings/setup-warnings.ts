import type { SetupWarning } from '../../../contract/reports.ts';
import type { Config } from './config.ts';
import { isTestKey } from './stripe-keys.ts';

function findPaymentWarning({ stripe, demo }: Pick<Config, 'stripe' | 'demo'>): SetupWarning[] {
  if (stripe) return isTestKey(stripe.secretKey) ? ['test_payments'] : [];
  return [demo ? 'test_payments' : 'no_payments'];
}

/** What keeps a shop with these settings from selling for real, or from being safe. The demo has nothing to lose. */
export function listSetupWarnings(config: Pick<Config, 'stripe' | 'demo' | 'smtpUrl' | 'backup'>): SetupWarning[] {
  return [
    ...(config.demo ? (['demo'] as const) : []),
    ...findPaymentWarning(config),
    ...(config.smtpUrl ? [] : (['emails_to_files'] as const)),
    ...(config.demo || config.backup.to !== null ? [] : (['no_backups'] as const)),
  ];
}
