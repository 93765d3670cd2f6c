/** Builds the configuration from the settings. This is the only file that reads the environment: once, at the start. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { SetupWarning } from '../../../contract/reports.ts';
import { DAY, MEGABYTE, MINUTE, SECOND } from '../../../contract/values.ts';
import { isStripeTestKey } from './checks.ts';
import type {
  BackupConfig,
  CdnConfig,
  Config,
  DatabaseLimits,
  MetricsConfig,
  Retention,
  StripeConfig,
  TimeLimits,
  TracingConfig,
} from './config.ts';
import type { Settings } from './environment-variables.ts';
import { DEFAULT_SETTINGS, type Environment, isBucket, readSettings } from './read-settings.ts';
import type { StorageConfig } from './storage-config.ts';

/** With more connections, short queries compete with long ones for the same cores (docs/decisions/0013-response-cache.md). */
const DEFAULT_CONNECTIONS = Math.max(4, 2 * availableParallelism());

/** Including leap days. */
const YEAR = 365.25 * DAY;

/** The process's environment. A file `.env` in the working directory adds what isn't set. */
function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** By `npm start`: npm itself writes plain lines there, so that no program can read its output as JSON. */
export const isStartedByNpm = (): boolean => process.env.npm_lifecycle_event === 'start';

/** Only reachable from this machine. */
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);

const getOrigin = (url: string | undefined): string | null => (url ? new URL(url).origin : null);

/** At a terminal there is no proxy to wait for; a service, which has none as its input, is told to stop while requests still arrive. */
const getDefaultShutdownDelay = (mode: Config['mode']) => (process.stdin.isTTY || mode === 'development' ? 0 : 5 * SECOND);

function toCdnConfig(settings: Settings): CdnConfig | null {
  const { CDN_MAX_AGE: maxAge, CDN_PURGE_URL: url, CDN_PURGE_HEADER: header, CDN_PURGE_BODY: body } = settings;
  if (!maxAge) return null;
  return Object.freeze({ maxAge, purge: url ? { url, header: header ?? null, body } : null });
}

function toStorageConfig(settings: Settings): StorageConfig {
  const { STORAGE_URL: address, STORAGE_ACCESS_KEY: accessKey, STORAGE_SECRET_KEY: secretKey } = settings;
  if (!address || !accessKey || !secretKey) return { s3: null, writesTo: 'folder' };
  const { storage: readTimeout, storageWrite: writeTimeout } = toTimeLimits(settings);
  return { s3: { ...address, accessKey, secretKey, readTimeout, writeTimeout }, writesTo: settings.STORAGE ?? 's3' };
}

/** A folder's path, whether or not it exists yet, ends with a slash. */
const toDestinationKind = (to: string): string => (isBucket(to) ? to : `${path.resolve(to)}${path.sep}`);

function toBackupConfig(settings: Settings): BackupConfig {
  const accessKey = settings.BACKUP_ACCESS_KEY ?? settings.STORAGE_ACCESS_KEY;
  const secretKey = settings.BACKUP_SECRET_KEY ?? settings.STORAGE_SECRET_KEY;
  return Object.freeze({
    to: settings.BACKUP_TO === undefined ? null : toDestinationKind(settings.BACKUP_TO),
    every: settings.BACKUP_EVERY,
    keep: settings.BACKUP_KEEP,
    passphrase: settings.BACKUP_PASSPHRASE ?? null,
    s3Keys: accessKey && secretKey ? { accessKey, secretKey } : null,
    folder: settings.BACKUP_FOLDER === 'off' ? null : path.resolve(settings.BACKUP_FOLDER ?? path.join(settings.DATA_DIR, 'backups')),
    hosts: settings.BACKUP_HOSTS ?? [],
  });
}

function toMetricsConfig({ METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token }: Settings): MetricsConfig | null {
  if (port === undefined && token === undefined) return null;
  return Object.freeze({ address: port === undefined ? null : { port, host }, token: token ?? null });
}

function toTracingConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName }: Settings): TracingConfig | null {
  return endpoint ? Object.freeze({ endpoint: endpoint.replace(/\/+$/, ''), serviceName }) : null;
}

const toTimeLimits = (settings: Settings): TimeLimits =>
  Object.freeze({
    database: Object.freeze({
      connect: settings.DATABASE_CONNECT_TIMEOUT * SECOND,
      statement: settings.DATABASE_STATEMENT_TIMEOUT * SECOND,
      idleTransaction: settings.DATABASE_IDLE_TRANSACTION_TIMEOUT * SECOND,
      readiness: settings.DATABASE_READINESS_TIMEOUT * SECOND,
      migrationLock: settings.MIGRATION_LOCK_TIMEOUT_MS,
      migrationStatement: settings.MIGRATION_STATEMENT_TIMEOUT * SECOND,
    }),
    headers: settings.HEADERS_TIMEOUT * SECOND,
    stall: settings.STALL_TIMEOUT * SECOND,
    render: settings.RENDER_TIMEOUT * SECOND,
    payment: settings.PAYMENT_TIMEOUT * SECOND,
    smtp: settings.SMTP_TIMEOUT * SECOND,
    storage: settings.STORAGE_TIMEOUT * SECOND,
    storageWrite: settings.STORAGE_WRITE_TIMEOUT * SECOND,
    backup: settings.BACKUP_TIMEOUT * SECOND,
    cdnPurge: settings.CDN_PURGE_TIMEOUT * SECOND,
    webhook: settings.WEBHOOK_TIMEOUT * SECOND,
    shutdown: settings.SHUTDOWN_TIMEOUT * SECOND,
  });

const toRetention = (settings: Settings): Retention =>
  Object.freeze({
    emails: settings.RETENTION_EMAIL_DAYS * DAY,
    events: settings.RETENTION_EVENT_DAYS * DAY,
    checkouts: settings.RETENTION_CHECKOUT_DAYS * DAY,
    orders: settings.RETENTION_ORDER_YEARS * YEAR,
    audit: settings.RETENTION_AUDIT_DAYS * DAY,
    imports: settings.RETENTION_IMPORT_DAYS * DAY,
  });

export const DEFAULT_DATABASE_LIMITS: DatabaseLimits = toTimeLimits(DEFAULT_SETTINGS).database;
export const DEFAULT_RETENTION: Retention = toRetention(DEFAULT_SETTINGS);

/** Throws one error that names every invalid setting. */
export function readConfig(env: Environment = readEnvironment()): Config {
  const settings = readSettings(env);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets } = settings;
  const stripeOrigins = Object.freeze({
    apiBase: getOrigin(settings.STRIPE_API_BASE),
    checkoutUrl: getOrigin(settings.STRIPE_CHECKOUT_URL),
  });
  const stripe = secretKey && webhookSecrets ? Object.freeze({ secretKey, webhookSecrets, ...stripeOrigins }) : null;
  const isPublic = !isLoopback(settings.HOST) || getOrigin(settings.PUBLIC_URL)?.startsWith('https:') === true;
  const takesRealMoney = settings.DATABASE_URL !== undefined || (stripe !== null && !isStripeTestKey(stripe.secretKey));
  const isDemo = settings.DEMO ? settings.DEMO === 'on' : !takesRealMoney && !isPublic;
  const mode = env.NODE_ENV === 'development' ? 'development' : 'production';
  return Object.freeze({
    mode,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    storage: toStorageConfig(settings),
    backup: toBackupConfig(settings),
    imagesUrl: getOrigin(settings.IMAGES_URL),
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? null,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL ?? null,
    databaseConnections: settings.DATABASE_CONNECTIONS ?? DEFAULT_CONNECTIONS,
    migrates: settings.MIGRATE === 'on',
    jobs: settings.JOBS,
    publicUrl: getOrigin(settings.PUBLIC_URL),
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD ?? null,
    demo: isDemo,
    isDemoWithheld: !settings.DEMO && !takesRealMoney && isPublic,
    startsOpen: isDemo || settings.START_OPEN === 'on',
    stripe,
    stripeOrigins,
    viesUrl: settings.VIES_URL?.replace(/\/+$/, '') ?? null,
    paypalApiBase: getOrigin(settings.PAYPAL_API_BASE),
    sealingKey: settings.SEALING_KEY ?? null,
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
    trustProxy: settings.TRUST_PROXY ?? [],
    trustedHosts: settings.TRUSTED_HOSTS ?? [],
    cacheBytes: settings.CACHE_MB * MEGABYTE,
    cdn: toCdnConfig(settings),
    networkBudgets: Object.freeze({ uncachedPerMinute: settings.UNCACHED_REQUESTS_PER_MINUTE }),
    logLevel: settings.LOG_LEVEL,
    metrics: toMetricsConfig(settings),
    tracing: toTracingConfig(settings),
    slowStatement: settings.SLOW_STATEMENT_MS,
    shutdownDelay: settings.SHUTDOWN_DELAY === undefined ? getDefaultShutdownDelay(mode) : settings.SHUTDOWN_DELAY * SECOND,
    timeLimits: toTimeLimits(settings),
    retention: toRetention(settings),
  });
}

function findPaymentWarning({ stripe, paypal, demo }: Parameters<typeof listSetupWarnings>[0]): SetupWarning[] {
  if (stripe) return isStripeTestKey(stripe.secretKey) ? ['test_payments'] : [];
  if (paypal) return paypal.isSandbox ? ['test_payments'] : [];
  return [demo ? 'test_payments' : 'no_payments'];
}

/** What keeps a shop with these settings from selling for real, or from being safe. The demo has nothing to lose. */
export function listSetupWarnings(
  config: Pick<Config, 'demo' | 'smtpUrl'> & {
    backup: Pick<BackupConfig, 'to'>;
    stripe: Pick<StripeConfig, 'secretKey'> | null;
    /** Connected by an owner. */
    paypal?: { isSandbox: boolean } | null;
  },
): SetupWarning[] {
  return [
    ...(config.demo ? (['demo'] as const) : []),
    ...findPaymentWarning(config),
    ...(config.smtpUrl ? [] : (['emails_to_files'] as const)),
    ...(config.demo || config.backup.to !== null ? [] : (['no_backups'] as const)),
  ];
}
