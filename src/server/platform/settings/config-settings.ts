/** All settings: their validators, defaults and requirements. `.env.example` says what each is for. */
import { availableParallelism } from 'node:os';
import { email, str } from 'envalid';
import { DAY, MINUTE } from '../../../contract/values.ts';
import { LIMIT_SETTINGS } from './config-limits.ts';
import { RETENTION_SETTINGS } from './config-retention.ts';
import {
  databaseUrl,
  header,
  hosts,
  integer,
  interval,
  json,
  list,
  passphrase,
  password,
  sender,
  storageKey,
  storageUrl,
  stripeSecretKey,
  stripeWebhookSecrets,
  token,
  urlOf,
} from './config-validators.ts';

/** With more connections, short queries compete with long ones for the same cores (docs/decisions/0013-response-cache.md). */
const DEFAULT_CONNECTIONS = Math.max(4, 2 * availableParallelism());

/** For settings that are allowed only together with STORAGE_URL. */
const WITH_STORAGE_URL = {
  default: undefined,
  requiredWhen: (env: object) => 'STORAGE_URL' in env && env.STORAGE_URL !== undefined,
  desc: 'is missing; STORAGE_URL needs it',
};

/** All settings. `desc` is what is reported where a setting is missing that another one requires. */
export const SETTINGS = {
  NODE_ENV: str({ default: 'production' }),
  PORT: integer(0, 65_535)({ default: 3000 }),
  HOST: str({ default: '127.0.0.1' }),
  DATA_DIR: str({ default: 'data' }),
  DATABASE_URL: databaseUrl({
    default: undefined,
    requiredWhen: (env) => env.DATABASE_DIRECT_URL !== undefined || env.DATABASE_REPLICA_URL !== undefined,
    desc: 'is missing; DATABASE_DIRECT_URL and DATABASE_REPLICA_URL go beside it',
  }),
  DATABASE_DIRECT_URL: databaseUrl({ default: undefined }),
  DATABASE_REPLICA_URL: databaseUrl({ default: undefined }),
  IMAGES_URL: urlOf('http:', 'https:')({ default: undefined }),
  STORAGE_URL: storageUrl({ default: undefined }),
  STORAGE: str({ choices: ['folder', 's3'], default: undefined }),
  STORAGE_ACCESS_KEY: storageKey({ ...WITH_STORAGE_URL }),
  STORAGE_SECRET_KEY: storageKey({ ...WITH_STORAGE_URL }),
  BACKUP_TO: str({ default: undefined }),
  BACKUP_EVERY: interval(MINUTE, 31 * DAY)({ default: DAY }),
  BACKUP_KEEP: integer(1, 10_000)({ default: 14 }),
  BACKUP_PASSPHRASE: passphrase({ default: undefined }),
  BACKUP_ACCESS_KEY: storageKey({
    default: undefined,
    requiredWhen: (env) => env.BACKUP_SECRET_KEY !== undefined,
    desc: 'is missing; BACKUP_SECRET_KEY needs it',
  }),
  BACKUP_SECRET_KEY: storageKey({
    default: undefined,
    requiredWhen: (env) => env.BACKUP_ACCESS_KEY !== undefined,
    desc: 'is missing; BACKUP_ACCESS_KEY needs it',
  }),
  DATABASE_CONNECTIONS: integer(1, 1000)({ default: DEFAULT_CONNECTIONS }),
  MIGRATE: str({ choices: ['on', 'off'], default: 'on' }),
  JOBS: str({ choices: ['on', 'off', 'only'], default: 'on' }),
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
  STRIPE_CHECKOUT_URL: urlOf('https:')({ default: undefined }),
  RESET_BY_ANSWER: str({ choices: ['on', 'off'], default: undefined }),
  SECOND_FACTOR: str({ choices: ['optional', 'team'], default: undefined }),
  HIDE_TAKEN_EMAILS: str({ choices: ['on', 'off'], default: 'on' }),
  CHECKOUT_MAX_PER_PRODUCT: integer(1, 10_000)({ default: 20 }),
  CHECKOUT_MAX_ITEMS: integer(1, 10_000)({ default: 60 }),
  CHECKOUTS_PER_HOUR: integer(1, 1_000_000)({ default: 6 }),
  GUEST_CHECKOUTS_OPEN: integer(1, 1_000_000)({ default: 10 }),
  GUEST_CHECKOUTS_PER_HOUR: integer(1, 1_000_000)({ default: 30 }),
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
  CDN_MAX_AGE: integer(0, 86_400)({ default: 0 }),
  CDN_PURGE_URL: urlOf(
    'http:',
    'https:',
  )({
    default: undefined,
    requiredWhen: (env) => env.CDN_PURGE_HEADER !== undefined,
    desc: 'is missing; CDN_PURGE_HEADER goes with it',
  }),
  CDN_PURGE_HEADER: header({ default: undefined }),
  CDN_PURGE_BODY: json({ default: '{"purge_everything":true}' }),
  UNCACHED_REQUESTS_PER_MINUTE: integer(0, 10_000_000)({ default: 600 }),
  NETWORK_CHECKOUTS_PER_HOUR: integer(0, 10_000_000)({ default: 120 }),
  LOG_LEVEL: str({ choices: ['silent', 'fatal', 'error', 'warn', 'info', 'debug'], default: 'warn' }),
  METRICS_PORT: integer(0, 65_535)({ default: undefined }),
  METRICS_HOST: str({ default: '127.0.0.1' }),
  METRICS_TOKEN: token({ default: undefined }),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http:', 'https:')({ default: undefined }),
  OTEL_SERVICE_NAME: str({ default: 'storefront' }),
  SLOW_STATEMENT_MS: integer(0, 600_000)({ default: 500 }),
  SHUTDOWN_DELAY: integer(0, 300)({ default: undefined }),
  ...LIMIT_SETTINGS,
  ...RETENTION_SETTINGS,
};
