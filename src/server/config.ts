/** The only reader of the environment: read once, checked whole, frozen. Every fault is named at once. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { isSecretKey, isTestKey, isWebhookSecret } from './payment/stripe/api-keys.ts';

export interface StripeConfig {
  readonly secretKey: string;
  /** More than one while a secret is changed. */
  readonly webhookSecrets: readonly string[];
  /** Where Stripe's API is; null: at Stripe. */
  readonly apiBase: string | null;
}

export interface Config {
  readonly mode: 'production' | 'development';
  readonly port: number;
  readonly host: string;
  /** Absolute: database, pictures and what else must outlive the process. */
  readonly dataDir: string;
  /** postgres://…; null means the embedded database in dataDir. */
  readonly databaseUrl: string | null;
  /** So many of them to PostgreSQL at the most, beside those of the jobs. */
  readonly databaseConnections: number;
  /** Origin that shoppers see, without a slash at its end; null takes the origin of each request. */
  readonly publicUrl: string | null;
  readonly adminEmail: string;
  /** Null: one is made and printed once. */
  readonly adminPassword: string | null;
  readonly demo: boolean;
  /** Null: Stripe takes no money here. */
  readonly stripe: StripeConfig | null;
  /** smtp://…; null: letters are written into dataDir. */
  readonly smtpUrl: string | null;
  /** Whom letters come from. */
  readonly mailFrom: { readonly name: string; readonly address: string };
  /** Addresses or networks of the proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: string[];
  /** How much of what everybody is shown is kept ready in memory, in bytes; 0: nothing. */
  readonly cacheBytes: number;
  readonly logLevel: string;
}

type Environment = Record<string, string | undefined>;

const MEGABYTE = 1024 * 1024;
/** A database does no more for being asked more at once: short questions then wait among long ones that share its cores. */
const DEFAULT_CONNECTIONS = Math.max(4, 2 * availableParallelism());
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'];

function readInteger(
  name: string,
  text: string | undefined,
  { otherwise: fallback, least: min = 0, most: max, unit = '' }: { otherwise: number; least?: number; most: number; unit?: string },
  errors: string[],
): number {
  const number = text ? Number(text) : fallback;
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  errors.push(`${name} must be a whole number${unit} from ${min} to ${max}, not "${text}"`);
  return fallback;
}

function readUrl(name: string, text: string | undefined, protocols: string[], errors: string[]): string | null {
  if (!text) return null;
  const url = URL.parse(text);
  if (url && protocols.includes(url.protocol)) return text;
  errors.push(`${name} must be an address beginning with ${protocols.map((it) => `${it}//`).join(' or ')}`);
  return null;
}

function readChoice<T extends string>(name: string, text: string | undefined, choices: readonly T[], fallback: T, errors: string[]): T {
  if (!text) return fallback;
  const choice = choices.find((it) => it === text);
  if (choice) return choice;
  errors.push(`${name} must be one of ${choices.join(', ')}, not "${text}"`);
  return fallback;
}

const splitList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((it) => it.trim())
    .filter(Boolean);

/** One half of it alone would take money that no order hears of: then the shop doesn't open. No key is ever repeated in a fault. */
function readStripe(env: Environment, errors: string[]): StripeConfig | null {
  const secretKey = env.STRIPE_SECRET_KEY?.trim() ?? '';
  const webhookSecrets = splitList(env.STRIPE_WEBHOOK_SECRET);
  const apiBase = readUrl('STRIPE_API_BASE', env.STRIPE_API_BASE, ['http:', 'https:'], errors);
  if (!secretKey && !webhookSecrets.length) return null;
  const errorsBefore = errors.length;
  if (!secretKey) errors.push('STRIPE_SECRET_KEY is missing: STRIPE_WEBHOOK_SECRET goes with it');
  if (!webhookSecrets.length) errors.push('STRIPE_WEBHOOK_SECRET is missing: without it nobody would hear that an order is paid');
  if (secretKey && !isSecretKey(secretKey)) errors.push('STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_');
  if (!webhookSecrets.every(isWebhookSecret)) errors.push('STRIPE_WEBHOOK_SECRET must begin with whsec_; several are parted by commas');
  if (apiBase && secretKey && !isTestKey(secretKey)) errors.push('STRIPE_API_BASE is for tests: it goes with a test key only');
  return errors.length === errorsBefore ? Object.freeze({ secretKey, webhookSecrets, apiBase: apiBase && new URL(apiBase).origin }) : null;
}

/** An address, or a name and the address in angle brackets. */
const SENDER_PATTERN = /^(?:(?<name>[^<>\p{Cc}]*)<(?<inner>[^\s<>@,;]+@[^\s<>@,;]+)>|(?<bare>[^\s<>@,;]+@[^\s<>@,;]+))$/u;

function readSender(text: string | undefined, isRequired: boolean, errors: string[]): Config['mailFrom'] {
  const { name = '', inner, bare } = SENDER_PATTERN.exec(text?.trim() ?? '')?.groups ?? {};
  const address = inner ?? bare;
  if (address) return { name: name.trim(), address };
  if (text) errors.push(`MAIL_FROM must be an e-mail address, or a name and <the address>, not "${text}"`);
  else if (isRequired) errors.push('MAIL_FROM must be set with SMTP_URL: the address that letters come from');
  return { name: '', address: 'shop@localhost' };
}

/** What the process was started with; a file .env beside it fills in what isn't set. */
function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Throws one Error that names every fault. */
export function readConfig(env: Environment = readEnvironment()): Config {
  const errors: string[] = [];
  const databaseUrl = readUrl('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:'], errors);
  const smtpUrl = readUrl('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:'], errors);
  const publicUrl = readUrl('PUBLIC_URL', env.PUBLIC_URL, ['http:', 'https:'], errors);
  const adminEmail = env.ADMIN_EMAIL || 'admin@example.com';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(adminEmail)) errors.push(`ADMIN_EMAIL must be an e-mail address, not "${adminEmail}"`);
  const adminPassword = env.ADMIN_PASSWORD || null;
  if (adminPassword && (adminPassword.length < 8 || adminPassword.length > 200)) {
    errors.push('ADMIN_PASSWORD must have 8 to 200 characters');
  }
  const stripe = readStripe(env, errors);
  const isLiveMode = stripe !== null && !isTestKey(stripe.secretKey);
  const config: Config = {
    mode: readChoice(
      'NODE_ENV',
      env.NODE_ENV === 'development' ? 'development' : 'production',
      ['production', 'development'],
      'production',
      errors,
    ),
    port: readInteger('PORT', env.PORT, { otherwise: 3000, most: 65_535 }, errors),
    host: env.HOST || '0.0.0.0',
    dataDir: path.resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    databaseConnections: readInteger(
      'DATABASE_CONNECTIONS',
      env.DATABASE_CONNECTIONS,
      { otherwise: DEFAULT_CONNECTIONS, least: 1, most: 1000 },
      errors,
    ),
    publicUrl: publicUrl && URL.parse(publicUrl)?.origin ? new URL(publicUrl).origin : null,
    adminEmail,
    adminPassword,
    demo: readChoice('DEMO', env.DEMO, ['on', 'off'], databaseUrl || isLiveMode ? 'off' : 'on', errors) === 'on',
    stripe,
    smtpUrl,
    mailFrom: readSender(env.MAIL_FROM, smtpUrl !== null, errors),
    trustProxy: splitList(env.TRUST_PROXY),
    cacheBytes: MEGABYTE * readInteger('KEPT_MB', env.KEPT_MB, { otherwise: 64, most: 65_536, unit: ' of megabytes' }, errors),
    logLevel: readChoice('LOG_LEVEL', env.LOG_LEVEL, LOG_LEVELS, 'warn', errors),
  };
  if (errors.length) throw new Error(`The settings need a look:\n${errors.map((it) => `  - ${it}`).join('\n')}`);
  return Object.freeze(config);
}

/** 96 random bits in letters that can be read aloud. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url');
}
