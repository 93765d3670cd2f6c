/** What the program knows of its settings: in the units that it works with, and grouped by who needs them. */

import type { Sender } from './checks.ts';
import type { StorageConfig } from './storage-config.ts';

export interface StripeConfig {
  readonly secretKey: string;
  /** Several while the webhook's secret is being changed. */
  readonly webhookSecrets: readonly string[];
  /** Origin of Stripe's API, for tests; null: Stripe's own. */
  readonly apiBase: string | null;
  /** Origin of the payment page at the merchant's own domain; null: Stripe's own. */
  readonly checkoutUrl: string | null;
}

/** How people create accounts and reset passwords. */
export interface AccountConfig {
  /** Whether links can be emailed, which takes a mail server and PUBLIC_URL. */
  readonly sendsLinks: boolean;
  /** Whether the answer to the security question resets a password. */
  readonly resetsByAnswer: boolean;
  /**
   * If links can be emailed: a registration with a taken email gets the same response as any other, and the account's owner is told by
   * email.
   */
  readonly hidesTakenEmails: boolean;
  /** Owners and staff must set up a second factor within a week. */
  readonly demandsSecondFactor: boolean;
}

/** Limits of what checkouts may reserve. */
export interface CheckoutConfig {
  /** The most of one product in a checkout. */
  readonly maxPerProduct: number;
  /** The most items in a checkout. */
  readonly maxItems: number;
  /** How many checkouts an account may start within an hour without paying one. */
  readonly perHour: number;
  /**
   * How many unpaid checkouts guests of one network may have open at once, and may start within an hour; and guests and accounts together
   * (0: any number). Beyond it they hold no more of a product than is left.
   */
  guestsOpen: number;
  guestsPerHour: number;
  networkPerHour: number;
  /** How long a checkout reserves its stock and can be paid, in milliseconds. */
  readonly hold: number;
}

/** Where scheduled backups are stored, how they are encrypted, and how to access their bucket. */
export interface BackupConfig {
  /** A folder or the URL of a bucket; null: no scheduled backups. */
  readonly to: string | null;
  /** In milliseconds. */
  readonly every: number;
  readonly keep: number;
  /** Null: they aren't encrypted. */
  readonly passphrase: string | null;
  readonly s3Keys: { readonly accessKey: string; readonly secretKey: string } | null;
  /** Below it owners may choose a folder; null: only buckets. */
  readonly folder: string | null;
  /** Hosts of the own network at which owners may use a bucket. */
  readonly hosts: readonly string[];
}

/** A CDN in front of the shop. */
export interface CdnConfig {
  /** For how many seconds the CDN may serve a response without asking. */
  readonly maxAge: number;
  /** Null: it isn't purged after changes, and serves old responses for that long. */
  readonly purge: CdnPurgeConfig | null;
}

export interface CdnPurgeConfig {
  readonly url: string;
  /** A header with the credentials; null: none is sent. */
  readonly header: readonly [name: string, value: string] | null;
  /** JSON. */
  readonly body: string;
}

/** What may be asked of a process in responses that aren't cached. A limit of 0 means unlimited. */
export interface NetworkBudgets {
  uncachedPerMinute: number;
}

/** Who may read metrics, and where they are served. */
export interface MetricsConfig {
  /** Host and port of a separate server for metrics; null: there is none. */
  readonly address: { readonly port: number; readonly host: string } | null;
  /** Token for `/metrics` on the shop's port; null: not served there. */
  readonly token: string | null;
}

export interface TracingConfig {
  /** The collector's base URL, without a slash at its end. */
  readonly endpoint: string;
  readonly serviceName: string;
}

/** In milliseconds, as all limits here. */
export interface DatabaseLimits {
  /** To get a connection, new or from the pool: for requests, jobs, migrations and backups. */
  readonly connect: number;
  readonly statement: number;
  /** How long a transaction may be idle, for example because its process is frozen. */
  readonly idleTransaction: number;
  /** For `/readyz`. */
  readonly readiness: number;
  /** How long a migration's statement waits for a lock before it lets others pass and tries again. */
  readonly migrationLock: number;
  /** For a statement of a migration, except those that don't block reads and writes. */
  readonly migrationStatement: number;
}

export interface TimeLimits {
  readonly database: DatabaseLimits;
  /** To receive a request's headers, from the first byte to the last. */
  readonly headers: number;
  /** How long a client may send nothing of a body, or read nothing of a response. */
  readonly stall: number;
  /** How long a page may take to render. */
  readonly render: number;
  /** For a response of the payment provider. */
  readonly payment: number;
  /** To hand over an email to the mail server. */
  readonly smtp: number;
  /** For a response of the object store, and to store a file in it. */
  readonly storage: number;
  readonly storageWrite: number;
  /** To send or receive a part of a backup. */
  readonly backup: number;
  /** How long an admin's change waits for the CDN to drop its cached responses. */
  readonly cdnPurge: number;
  /** For a webhook receiver's response. */
  readonly webhook: number;
  /** For requests and jobs that still run once no new connections are accepted. */
  readonly shutdown: number;
}

/** How long personal data is kept, in milliseconds. */
export interface Retention {
  readonly emails: number;
  /** Events that a payment provider sent. */
  readonly events: number;
  /** Checkouts that were never paid. */
  readonly checkouts: number;
  /** Name, email and address in orders without an account: those of guests and of erased customers. */
  readonly orders: number;
  /** The audit log. */
  readonly audit: number;
  /** Uploaded product files, and their refused rows. */
  readonly imports: number;
}

export interface Config {
  readonly mode: 'production' | 'development';
  readonly port: number;
  readonly host: string;
  /** Absolute path of the directory for everything that must outlive the process: database, images. */
  readonly dataDir: string;
  /** postgres://…; null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** URL of the database itself, if `databaseUrl` leads to a pooler in transaction mode. Used for work that needs its own session. */
  readonly databaseDirectUrl: string | null;
  /** A standby that answers reports and sitemaps; null: the primary does. */
  readonly databaseReplicaUrl: string | null;
  readonly storage: StorageConfig;
  readonly backup: BackupConfig;
  /** The origin of images' URLs; null: the shop's own. */
  readonly imagesUrl: string | null;
  /** The most connections of this process by `databaseUrl`, besides those for jobs, cache invalidation and readiness. */
  readonly databaseConnections: number;
  /** False: the process doesn't migrate; it waits until `npm run shop -- migrate` has done so. */
  readonly migrates: boolean;
  /** `off`: this process runs no scheduled jobs. `only`: it only runs jobs, and serves no pages or calls. */
  readonly jobs: 'on' | 'off' | 'only';
  /** The origin that customers see, without a slash at its end; null: the origin of each request. */
  readonly publicUrl: string | null;
  readonly adminEmail: string;
  /** Null: the first start generates one and prints it once. */
  readonly adminPassword: string | null;
  /** The demo's catalog, customers and payments. Its logins and test cards are public. */
  readonly demo: boolean;
  /** The demo is off only because others can reach this IP address: on a local one it would be on. */
  readonly isDemoWithheld: boolean;
  /** A new shop is open at once; otherwise its owner opens it. */
  readonly startsOpen: boolean;
  /** Null: payments don't go through Stripe. */
  readonly stripe: StripeConfig | null;
  /** For the keys that an owner saves in the admin area. */
  readonly stripeOrigins: Pick<StripeConfig, 'apiBase' | 'checkoutUrl'>;
  /** Confirms VAT IDs; null: the European Commission's own. */
  readonly viesUrl: string | null;
  /** Origin of PayPal's API, for tests; null: PayPal's own. */
  readonly paypalApiBase: string | null;
  /** Seals what owners save in the admin area, besides the database's own secret; null: that alone does. */
  readonly sealingKey: string | null;
  readonly accounts: AccountConfig;
  /** Otherwise it depends on when the shop was opened (bootstrap.ts). */
  readonly isResetByAnswerSet: boolean;
  readonly checkout: CheckoutConfig;
  /** smtp://…; null: emails are written to files in `dataDir`. */
  readonly smtpUrl: string | null;
  /** The sender of emails. */
  readonly mailFrom: Sender;
  /** IP addresses or networks of the proxies whose X-Forwarded-* headers are trusted. */
  readonly trustProxy: string[];
  /** Hosts that a trusted proxy may name by X-Forwarded-Host where `publicUrl` is null, in lower case. */
  readonly trustedHosts: readonly string[];
  /** The most memory that cached responses may take, in bytes; 0: nothing is cached. */
  readonly cacheBytes: number;
  /** Null: no CDN keeps responses. */
  readonly cdn: CdnConfig | null;
  readonly networkBudgets: NetworkBudgets;
  readonly logLevel: string;
  /** Null: nothing is measured. */
  readonly metrics: MetricsConfig | null;
  /** Null: nothing is traced. */
  readonly tracing: TracingConfig | null;
  /** Statements that take at least this many milliseconds are logged; 0: none. */
  readonly slowStatement: number;
  /** Milliseconds for which the process keeps serving, no longer ready, after it is told to stop. */
  readonly shutdownDelay: number;
  readonly timeLimits: TimeLimits;
  readonly retention: Retention;
}
