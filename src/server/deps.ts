/** What the app depends on. Tests hand in their own database, clock and payment provider; nothing else is replaced. */
import type { SetupWarning } from '../contract/reports.ts';
import type { Memoize } from './platform/cache/open-response-cache.ts';
import type { Database } from './platform/database/connect.ts';
import type { ReadFromReplica } from './platform/database/replica.ts';
import type { PublicFetch } from './platform/http/public-fetch.ts';
import type { VisitShop } from './platform/http/visit-shop.ts';
import type { AccountConfig, CheckoutConfig, Retention } from './platform/settings/config.ts';
import type { ObjectStore } from './platform/storage/object-store.ts';
import type { Stores } from './platform/storage/open-storage.ts';
import type { Connections } from './shop/connections/connections-port.ts';
import type { Vies } from './shop/customers/companies/vies.ts';
import type { Sender } from './shop/messages/emails/mailer.ts';
import type { ManualProvider } from './shop/payments/by-hand.ts';
import type { PaymentProvider } from './shop/payments/provider.ts';

export interface Deps {
  readonly db: Database;
  /** For long, rare reads: runs them on the standby, if there is one. */
  readonly readFromReplica: ReadFromReplica;
  /** Caches a result in this process until the catalog or the settings change. */
  readonly memoize: Memoize;
  readonly now: () => Date;
  /** Null where none is configured: then checkout answers which setting is missing. */
  readonly payment: PaymentProvider | null;
  /** PayPal, beside it; absent or null: it isn't connected. */
  readonly paypal?: PaymentProvider | null;
  /** They take no new payments, and finish what was begun with them. */
  readonly formerPayments?: readonly PaymentProvider[];
  /** Takes what is paid by hand. */
  readonly manualPayment: ManualProvider;
  /** By which payment, addresses and emails are what an owner or the server's environment sets. */
  readonly connections: Connections;
  readonly accounts: AccountConfig;
  readonly checkout: CheckoutConfig;
  readonly retention: Retention;
  /** Where the files of product images are. */
  readonly images: ObjectStore;
  /** The stores between which `npm run shop -- images move` moves files. */
  readonly imageStores: Omit<Stores, 'current'>;
  /** Where the files are that are sold, in pieces. */
  readonly downloads: ObjectStore;
  readonly downloadStores: Omit<Stores, 'current'>;
  /** Calls URLs that people typed in, but only at public IP addresses. */
  readonly publicFetch: PublicFetch;
  /** Confirms VAT IDs. */
  readonly vies: Vies;
  /** Asks the shop for its own pages, as a visitor; absent: this process can't. */
  readonly visitShop?: VisitShop;
  /** The origin that customers see; null: that of each request. */
  readonly publicUrl: string | null;
  /** The sender of emails, as the operator has set it. */
  readonly mailFrom: Sender;
  /** What an admin is warned about before the shop sells. */
  readonly setupWarnings: readonly SetupWarning[];
}
