/** The settings. This is the only file that reads the environment: once, at the start, reporting everything that is wrong with it. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { customCleanEnv, email, str } from 'envalid';
import { MINUTE, SECOND } from '../contract/time.ts';
import { hosts, integer, list, password, type Sender, sender, stripeSecretKey, stripeWebhookSecrets, urlOf } from './config-validators.ts';
import type { NetworkBudgets } from './http/network-budgets.ts';
import { isTestKey } from './payment/stripe/api-keys.ts';
import { getDefaultShutdownDelay } from './shutdown.ts';

export interface StripeConfig {
  readonly secretKey: string;
  /** More than one while the webhook's secret is being changed. */
  readonly webhookSecrets: readonly string[];
  /** Origin of Stripe's API, for tests; null: Stripe's own. */
  readonly apiBase: string | null;
}

/** What one account may hold by checking out. */
export interface CheckoutConfig {
  /** The most of one product in a checkout. */
  readonly maxPerProduct: number;
  /** The most items in a checkout. */
  readonly maxItems: number;
  /** How many checkouts an account may start within an hour without paying one. */
  readonly perHour: number;
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
  /** The most connections of this process to PostgreSQL, besides those for jobs and cache invalidation. */
  readonly databaseConnections: number;
  /** The origin that customers see, without a slash at its end; null: the origin of each request. */
  readonly publicUrl: string | null;
  readonly adminEmail: string;
  /** Null: the first start generates one and prints it once. */
  readonly adminPassword: string | null;
  /** The demo's catalog, customers and payments, whose logins and test cards everybody knows. */
  readonly demo: boolean;
  /** The demo is off only because others can reach this address: on this machine alone it would be on. */
  readonly isDemoWithheld: boolean;
  /** Null: payments don't go through Stripe. */
  readonly stripe: StripeConfig | null;
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
  readonly networkBudgets: NetworkBudgets;
  readonly logLevel: string;
  /** Milliseconds that the process serves on, no longer ready, once it is asked to stop. */
  readonly shutdownDelay: number;
}

type Environment = Record<string, string | undefined>;

const MEGABYTE = 1024 * 1024;
/** With more connections than this, short queries wait among long ones for the same cores (docs/decisions/0013-response-cache.md). */
const DEFAULT_CONNECTIONS = Math.max(4, 2 * availableParallelism());

/** All settings. `desc` is what is reported where a setting is missing that another one requires. */
const SETTINGS = {
  NODE_ENV: str({ default: 'production' }),
  PORT: integer(0, 65_535)({ default: 3000 }),
  HOST: str({ default: '127.0.0.1' }),
  DATA_DIR: str({ default: 'data' }),
  DATABASE_URL: urlOf('postgres:', 'postgresql:')({ default: undefined }),
  DATABASE_CONNECTIONS: integer(1, 1000)({ default: DEFAULT_CONNECTIONS }),
  PUBLIC_URL: urlOf('http:', 'https:')({ default: undefined }),
  ADMIN_EMAIL: email({ default: 'admin@example.com' }),
  ADMIN_PASSWORD: password({ default: undefined }),
  DEMO: str({ choices: ['on', 'off'], default: undefined }),
  STRIPE_SECRET_KEY: stripeSecretKey({
    default: undefined,
    requiredWhen: (env) => env.STRIPE_WEBHOOK_SECRET !== undefined,
    desc: 'is missing; STRIPE_WEBHOOK_SECRET needs it',
  }),
  STRIPE_WEBHOOK_SECRET: stripeWebhookSecrets({
    default: undefined,
    requiredWhen: (env) => env.STRIPE_SECRET_KEY !== undefined,
    desc: 'is missing; without it the shop would not learn that an order is paid',
  }),
  STRIPE_API_BASE: urlOf('http:', 'https:')({ default: undefined }),
  CHECKOUT_MAX_PER_PRODUCT: integer(1, 10_000)({ default: 20 }),
  CHECKOUT_MAX_ITEMS: integer(1, 10_000)({ default: 60 }),
  CHECKOUTS_PER_HOUR: integer(1, 1_000_000)({ default: 6 }),
  // Stripe ends sessions after a day at most.
  CHECKOUT_HOLD_MINUTES: integer(1, 1380)({ default: 15 }),
  SMTP_URL: urlOf('smtp:', 'smtps:')({ default: undefined }),
  MAIL_FROM: sender({
    default: undefined,
    requiredWhen: (env) => env.SMTP_URL !== undefined,
    desc: 'is missing; SMTP_URL needs the address that emails come from',
  }),
  TRUST_PROXY: list({ default: [] }),
  TRUSTED_HOSTS: hosts({ default: [] }),
  CACHE_MB: integer(0, 65_536)({ default: 64 }),
  UNCACHED_REQUESTS_PER_MINUTE: integer(0, 10_000_000)({ default: 600 }),
  NETWORK_CHECKOUTS_PER_HOUR: integer(0, 10_000_000)({ default: 120 }),
  LOG_LEVEL: str({ choices: ['silent', 'fatal', 'error', 'warn', 'info', 'debug'], default: 'warn' }),
  SHUTDOWN_DELAY: integer(0, 300)({ default: undefined }),
};

/** The process's environment. A file `.env` in the working directory adds what isn't set. */
function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Reachable from this machine alone. */
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);

/** The shop takes the permissions of others off all that is in its data directory: that must not be its own code, or all of the disk. */
const holdsTheCode = (dataDir: string) => !path.relative(dataDir, import.meta.dirname).startsWith('..');

const getOrigin = (url: string | undefined): string | null => (url ? new URL(url).origin : null);

/** A variable of blanks or commas only counts as not set. */
const dropBlanks = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, text]) => /[^\s,]/.test(text ?? '')));

function parseSettings(env: Environment) {
  const errors: string[] = [];
  const settings = customCleanEnv(dropBlanks(env), SETTINGS, (it) => it, {
    reporter: (report) => {
      for (const [name, error] of Object.entries(report.errors)) errors.push(`${name}: ${error?.message}`);
    },
  });
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = settings;
  if (apiBase && secretKey && !isTestKey(secretKey)) errors.push('STRIPE_API_BASE: is for tests, so it goes with a test key only');
  if (holdsTheCode(path.resolve(settings.DATA_DIR)))
    errors.push("DATA_DIR: must be a directory of its own, which the shop's code isn't in");
  if (errors.length) throw new Error(`Invalid configuration:\n${errors.map((it) => `  - ${it}`).join('\n')}`);
  return settings;
}

/** Throws one error that names every invalid setting. */
export function readConfig(env: Environment = readEnvironment()): Config {
  const settings = parseSettings(env);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_API_BASE: apiBase } = settings;
  const stripe = secretKey && webhookSecrets ? Object.freeze({ secretKey, webhookSecrets, apiBase: getOrigin(apiBase) }) : null;
  const isPublic = !isLoopback(settings.HOST) || getOrigin(settings.PUBLIC_URL)?.startsWith('https:') === true;
  const takesRealMoney = settings.DATABASE_URL !== undefined || (stripe !== null && !isTestKey(stripe.secretKey));
  const mode = settings.NODE_ENV === 'development' ? 'development' : 'production';
  return Object.freeze({
    mode,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    publicUrl: getOrigin(settings.PUBLIC_URL),
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD ?? null,
    demo: settings.DEMO ? settings.DEMO === 'on' : !takesRealMoney && !isPublic,
    isDemoWithheld: !settings.DEMO && !takesRealMoney && isPublic,
    stripe,
    checkout: Object.freeze({
      maxPerProduct: settings.CHECKOUT_MAX_PER_PRODUCT,
      maxItems: settings.CHECKOUT_MAX_ITEMS,
      perHour: settings.CHECKOUTS_PER_HOUR,
      hold: settings.CHECKOUT_HOLD_MINUTES * MINUTE,
    }),
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? { name: '', address: 'shop@localhost' },
    trustProxy: settings.TRUST_PROXY,
    trustedHosts: settings.TRUSTED_HOSTS,
    cacheBytes: settings.CACHE_MB * MEGABYTE,
    networkBudgets: Object.freeze({
      uncachedPerMinute: settings.UNCACHED_REQUESTS_PER_MINUTE,
      checkoutsPerHour: settings.NETWORK_CHECKOUTS_PER_HOUR,
    }),
    logLevel: settings.LOG_LEVEL,
    shutdownDelay: settings.SHUTDOWN_DELAY === undefined ? getDefaultShutdownDelay(mode) : settings.SHUTDOWN_DELAY * SECOND,
  });
}
