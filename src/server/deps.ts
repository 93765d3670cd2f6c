/** What the app depends on. Tests hand in their own database, clock and payment provider; nothing else is replaced. */

import type { SetupWarning } from '../contract/reports.ts';
import type { CheckoutConfig } from './config.ts';
import type { Database } from './database/connect.ts';
import type { PaymentProvider } from './payment/provider.ts';
import type { Memoize } from './response-cache/memoize.ts';

export interface Deps {
  readonly db: Database;
  /** Caches a result in this process until the catalog or the settings change. */
  readonly memoize: Memoize;
  readonly now: () => Date;
  /** Null where none is configured: then checkout answers which setting is missing. */
  readonly payment: PaymentProvider | null;
  readonly checkout: CheckoutConfig;
  /** Absolute path of the directory of product images. */
  readonly uploadsDir: string;
  /** The origin that customers see; null: that of each request. */
  readonly publicUrl: string | null;
  /** What an admin is told before the shop sells. */
  readonly setupWarnings: readonly SetupWarning[];
}
