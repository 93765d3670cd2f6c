/** What the app is given. Tests give their own database, clock and payment provider; nothing else is replaced. */
import type { Database } from './database/connect.ts';
import type { PaymentProvider } from './payment/provider.ts';
import type { Memoize } from './response-cache/memoize.ts';

export interface Deps {
  readonly db: Database;
  /** For what changes with the catalogue only. */
  readonly memoize: Memoize;
  readonly now: () => Date;
  /** Null: none is set up, and checkout says which setting is missing. */
  readonly payment: PaymentProvider | null;
  /** Absolute directory of the products' pictures. */
  readonly uploadsDir: string;
  /** Origin that shoppers see; null takes the origin of each request. */
  readonly publicUrl: string | null;
}
