/** The only reader of the environment: read once, checked whole, frozen. Every fault is named at once. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';

export interface Config {
  readonly mode: 'production' | 'development';
  readonly port: number;
  readonly host: string;
  /** Absolute: database, pictures and what else must outlive the process. */
  readonly dataDir: string;
  /** postgres://…; null means the embedded database in dataDir. */
  readonly databaseUrl: string | null;
  /** Origin that shoppers see, without a slash at its end; null takes the origin of each request. */
  readonly publicUrl: string | null;
  readonly adminEmail: string;
  /** Null: one is made and printed once. */
  readonly adminPassword: string | null;
  readonly demo: boolean;
  /** smtp://…; null: letters are written into dataDir. */
  readonly smtpUrl: string | null;
  /** Whom letters come from. */
  readonly mailFrom: { readonly name: string; readonly address: string };
  /** Addresses or networks of the proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: string[];
  readonly logLevel: string;
}

type Environment = Record<string, string | undefined>;

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'];

function readPort(text: string | undefined, faults: string[]): number {
  if (!text) return 3000;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  faults.push(`PORT must be a whole number from 0 to 65535, not "${text}"`);
  return 0;
}

function readUrl(name: string, text: string | undefined, protocols: string[], faults: string[]): string | null {
  if (!text) return null;
  const url = URL.parse(text);
  if (url && protocols.includes(url.protocol)) return text;
  faults.push(`${name} must be an address beginning with ${protocols.map((it) => `${it}//`).join(' or ')}`);
  return null;
}

function readChoice<T extends string>(name: string, text: string | undefined, choices: readonly T[], otherwise: T, faults: string[]): T {
  if (!text) return otherwise;
  const choice = choices.find((it) => it === text);
  if (choice) return choice;
  faults.push(`${name} must be one of ${choices.join(', ')}, not "${text}"`);
  return otherwise;
}

/** An address, or a name and the address in angle brackets. */
const SENDER = /^(?:(?<name>[^<>\p{Cc}]*)<(?<inner>[^\s<>@,;]+@[^\s<>@,;]+)>|(?<bare>[^\s<>@,;]+@[^\s<>@,;]+))$/u;

function readSender(text: string | undefined, isNeeded: boolean, faults: string[]): Config['mailFrom'] {
  const { name = '', inner, bare } = SENDER.exec(text?.trim() ?? '')?.groups ?? {};
  const address = inner ?? bare;
  if (address) return { name: name.trim(), address };
  if (text) faults.push(`MAIL_FROM must be an e-mail address, or a name and <the address>, not "${text}"`);
  else if (isNeeded) faults.push('MAIL_FROM must be set with SMTP_URL: the address that letters come from');
  return { name: '', address: 'shop@localhost' };
}

/** What the process was started with; a file .env beside it fills in what isn't set. */
function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Throws one Error that names every fault. */
export function readConfig(env: Environment = readEnvironment()): Config {
  const faults: string[] = [];
  const databaseUrl = readUrl('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:'], faults);
  const smtpUrl = readUrl('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:'], faults);
  const publicUrl = readUrl('PUBLIC_URL', env.PUBLIC_URL, ['http:', 'https:'], faults);
  const adminEmail = env.ADMIN_EMAIL || 'admin@example.com';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(adminEmail)) faults.push(`ADMIN_EMAIL must be an e-mail address, not "${adminEmail}"`);
  const adminPassword = env.ADMIN_PASSWORD || null;
  if (adminPassword && (adminPassword.length < 8 || adminPassword.length > 200)) {
    faults.push('ADMIN_PASSWORD must have 8 to 200 characters');
  }
  const config: Config = {
    mode: readChoice(
      'NODE_ENV',
      env.NODE_ENV === 'development' ? 'development' : 'production',
      ['production', 'development'],
      'production',
      faults,
    ),
    port: readPort(env.PORT, faults),
    host: env.HOST || '0.0.0.0',
    dataDir: path.resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    publicUrl: publicUrl && URL.parse(publicUrl)?.origin ? new URL(publicUrl).origin : null,
    adminEmail,
    adminPassword,
    demo: readChoice('DEMO', env.DEMO, ['on', 'off'], databaseUrl ? 'off' : 'on', faults) === 'on',
    smtpUrl,
    mailFrom: readSender(env.MAIL_FROM, smtpUrl !== null, faults),
    trustProxy: (env.TRUST_PROXY ?? '')
      .split(',')
      .map((it) => it.trim())
      .filter(Boolean),
    logLevel: readChoice('LOG_LEVEL', env.LOG_LEVEL, LOG_LEVELS, 'warn', faults),
  };
  if (faults.length) throw new Error(`The settings need a look:\n${faults.map((it) => `  - ${it}`).join('\n')}`);
  return Object.freeze(config);
}

/** 96 random bits in letters that can be read aloud. */
export function makePassword(): string {
  return randomBytes(12).toString('base64url');
}
