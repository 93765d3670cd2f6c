/** The settings. This is the only file that reads the environment: once, at the start, reporting everything that is wrong with it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { MEGABYTE, MINUTE, SECOND } from '../../../contract/values.ts';
import type { CdnConfig } from '../cache/cdn.ts';
import type { NetworkBudgets } from '../http/network-budgets.ts';
import type { TracingConfig } from '../monitoring/tracing.ts';
import { getDefaultShutdownDelay } from '../process/shutdown.ts';
import { type BackupConfig, readBackupConfig } from './config-backup.ts';
import { type TimeLimits, toTimeLimits } from './config-limits.ts';
import { type MetricsConfig, readMetricsConfig, readTracingConfig } from './config-monitoring.ts';
import { type Environment, parseSettings, type Settings } from './config-parse.ts';
import { type Retention, toRetention } from './config-retention.ts';
import type { Sender } from './config-validators.ts';
import type { StorageConfig } from './storage-config.ts';
import { isTestKey } from './stripe-keys.ts';

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
  /** Null: payments don't go through Stripe. */
  readonly stripe: StripeConfig | null;
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

/** The process's environment. A file `.env` in the working directory adds what isn't set. */
function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Only reachable from this machine. */
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);

const getOrigin = (url: string | undefined): string | null => (url ? new URL(url).origin : null);

function readCdnConfig({
  CDN_MAX_AGE: maxAge,
  CDN_PURGE_URL: url,
  CDN_PURGE_HEADER: header,
  CDN_PURGE_BODY: body,
}: Settings): CdnConfig | null {
  if (!maxAge) return null;
  return Object.freeze({ maxAge, purge: url ? { url, header: header ?? null, body } : null });
}

function readStorage(settings: Settings): StorageConfig {
  const { STORAGE_URL: address, STORAGE_ACCESS_KEY: accessKey, STORAGE_SECRET_KEY: secretKey } = settings;
  if (!address || !accessKey || !secretKey) return { s3: null, writesTo: 'folder' };
  const { storage: readTimeout, storageWrite: writeTimeout } = toTimeLimits(settings);
  return { s3: { ...address, accessKey, secretKey, readTimeout, writeTimeout }, writesTo: settings.STORAGE ?? 's3' };
}

/** Throws one error that names every invalid setting. */
export function readConfig(env: Environment = readEnvironment()): Config {
  const settings = parseSettings(env);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets } = settings;
  const stripeOrigins = { apiBase: getOrigin(settings.STRIPE_API_BASE), checkoutUrl: getOrigin(settings.STRIPE_CHECKOUT_URL) };
  const stripe = secretKey && webhookSecrets ? Object.freeze({ secretKey, webhookSecrets, ...stripeOrigins }) : null;
  const isPublic = !isLoopback(settings.HOST) || getOrigin(settings.PUBLIC_URL)?.startsWith('https:') === true;
  const takesRealMoney = settings.DATABASE_URL !== undefined || (stripe !== null && !isTestKey(stripe.secretKey));
  const isDemo = settings.DEMO ? settings.DEMO === 'on' : !takesRealMoney && !isPublic;
  const mode = settings.NODE_ENV === 'development' ? 'development' : 'production';
  return Object.freeze({
    mode,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    storage: readStorage(settings),
    backup: readBackupConfig(settings),
    imagesUrl: getOrigin(settings.IMAGES_URL),
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? null,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL ?? null,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    migrates: settings.MIGRATE === 'on',
    jobs: settings.JOBS,
    publicUrl: getOrigin(settings.PUBLIC_URL),
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD ?? null,
    demo: isDemo,
    isDemoWithheld: !settings.DEMO && !takesRealMoney && isPublic,
    stripe,
    accounts: Object.freeze({
      sendsLinks: settings.SMTP_URL !== undefined && settings.PUBLIC_URL !== undefined,
      resetsByAnswer: settings.RESET_BY_ANSWER !== 'off',
      hidesTakenEmails: settings.HIDE_TAKEN_EMAILS === 'on',
      demandsSecondFactor: (settings.SECOND_FACTOR ?? (isDemo ? 'optional' : 'team')) === 'team',
    }),
    isResetByAnswerSet: settings.RESET_BY_ANSWER !== undefined,
    checkout: Object.freeze({
      maxPerProduct: settings.CHECKOUT_MAX_PER_PRODUCT,
      maxItems: settings.CHECKOUT_MAX_ITEMS,
      perHour: settings.CHECKOUTS_PER_HOUR,
      guestsOpen: settings.GUEST_CHECKOUTS_OPEN,
      guestsPerHour: settings.GUEST_CHECKOUTS_PER_HOUR,
      networkPerHour: settings.NETWORK_CHECKOUTS_PER_HOUR,
      hold: settings.CHECKOUT_HOLD_MINUTES * MINUTE,
    }),
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? { name: '', address: 'shop@localhost' },
    trustProxy: settings.TRUST_PROXY,
    trustedHosts: settings.TRUSTED_HOSTS,
    cacheBytes: settings.CACHE_MB * MEGABYTE,
    cdn: readCdnConfig(settings),
    networkBudgets: Object.freeze({ uncachedPerMinute: settings.UNCACHED_REQUESTS_PER_MINUTE }),
    logLevel: settings.LOG_LEVEL,
    metrics: readMetricsConfig(settings),
    tracing: readTracingConfig(settings),
    slowStatement: settings.SLOW_STATEMENT_MS,
    shutdownDelay: settings.SHUTDOWN_DELAY === undefined ? getDefaultShutdownDelay(mode) : settings.SHUTDOWN_DELAY * SECOND,
    timeLimits: toTimeLimits(settings),
    retention: toRetention(settings),
  });
}
