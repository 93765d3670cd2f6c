/**
 * Reads the settings by their list (settings.ts), checks them one by one and against each other, and reports all errors at once. A secret can
 * be read from a file, as Docker, Kubernetes and systemd provide them: NAME_FILE names a file that contains the value of NAME.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isStripeTestKey } from './checks.ts';
import { SETTINGS, type Setting, type Settings } from './environment-variables.ts';
import { parseStorageUrl } from './storage-config.ts';

export type Environment = Record<string, string | undefined>;

export const SETTING_LIST: readonly (readonly [name: string, setting: Setting])[] = Object.entries(SETTINGS);

/** Settings that are or contain a secret. */
export const SECRET_SETTINGS = SETTING_LIST.filter(([, { isSecret }]) => isSecret).map(([name]) => name);

/**
 * Secrets that people make up may have any characters. In others, a line break means that the file has a second line, which a URL would
 * silently swallow.
 */
const FREE_TEXT: ReadonlySet<string> = new Set(['ADMIN_PASSWORD', 'BACKUP_PASSPHRASE', 'SEALING_KEY']);

/** A variable that contains only spaces or commas counts as not set. */
const dropBlanks = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => /[^\s,]/.test(value ?? '')));

/** Removes the line break that editors and `echo` leave at the end of a file; only one, because a password may end with another. */
function readSecret(file: string): string {
  const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  if (!value.trim()) throw new Error('names an empty file');
  return value;
}

/** Never repeats the file's name: somebody may have put the secret itself where the name belongs. */
const describeFileError = (error: unknown): string => {
  if (error instanceof Error && 'code' in error) return `names a file that can't be read (${error.code})`;
  return error instanceof Error ? error.message : String(error);
};

/** The environment with the files' contents. */
function readSecretFiles(env: Environment, errors: string[]): Environment {
  const values: Environment = {};
  for (const name of SECRET_SETTINGS) {
    const setting = `${name}_FILE`;
    const file = env[setting];
    if (file === undefined) continue;
    if (env[name] !== undefined) {
      errors.push(`${setting}: is set beside ${name}; set one of them`);
      continue;
    }
    try {
      values[name] = readSecret(file);
    } catch (error) {
      errors.push(`${setting}: ${describeFileError(error)}`);
    }
  }
  const all = { ...env, ...values };
  for (const name of SECRET_SETTINGS)
    if (!FREE_TEXT.has(name) && /[\r\n]/.test(all[name]?.trim() ?? ''))
      errors.push(`${name}: holds a line break, so more than the one line it should be`);
  return all;
}

/** A setting that failed its check has no value: errors are thrown before anybody uses it. */
function checkEach(env: Environment, errors: string[]): Settings {
  const values: Record<string, unknown> = {};
  for (const [name, { check, default: byDefault }] of SETTING_LIST) {
    const value = env[name] ?? byDefault;
    if (value === null) continue;
    try {
      values[name] = check.read(value);
    } catch (error) {
      errors.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return values as Settings;
}

export const DEFAULT_SETTINGS: Settings = checkEach({}, []);

/** Settings that others require, and the message if one is missing. */
const REQUIREMENTS: readonly [needed: keyof Settings, by: readonly (keyof Settings)[], message: string][] = [
  ['DATABASE_URL', ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'], 'DATABASE_DIRECT_URL and DATABASE_REPLICA_URL go beside it'],
  ['STORAGE_ACCESS_KEY', ['STORAGE_URL'], 'STORAGE_URL needs it'],
  ['STORAGE_SECRET_KEY', ['STORAGE_URL'], 'STORAGE_URL needs it'],
  ['BACKUP_ACCESS_KEY', ['BACKUP_SECRET_KEY'], 'BACKUP_SECRET_KEY needs it'],
  ['BACKUP_SECRET_KEY', ['BACKUP_ACCESS_KEY'], 'BACKUP_ACCESS_KEY needs it'],
  ['STRIPE_SECRET_KEY', ['STRIPE_WEBHOOK_SECRET'], 'STRIPE_WEBHOOK_SECRET needs it'],
  ['STRIPE_WEBHOOK_SECRET', ['STRIPE_SECRET_KEY'], 'without it the shop would not learn that an order is paid'],
  ['MAIL_FROM', ['SMTP_URL'], 'SMTP_URL needs the address that emails come from'],
  ['CDN_PURGE_URL', ['CDN_PURGE_HEADER'], 'CDN_PURGE_HEADER goes with it'],
];

/** `has` also knows what was set, but failed its check. */
function* findMissing(settings: Settings, has: (name: string) => boolean): Generator<string> {
  for (const [needed, by, message] of REQUIREMENTS)
    if (!has(needed) && by.some((name) => settings[name] !== undefined)) yield `${needed}: is missing; ${message}`;
}

export const isBucket = (backupTo: string | undefined) => backupTo?.startsWith('s3://') ?? false;

function findBackupError({ BACKUP_TO: to, BACKUP_ACCESS_KEY, STORAGE_ACCESS_KEY }: Settings): string | null {
  if (!to || !isBucket(to)) return null;
  try {
    parseStorageUrl(to);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return BACKUP_ACCESS_KEY || STORAGE_ACCESS_KEY ? null : 'a bucket needs BACKUP_ACCESS_KEY and BACKUP_SECRET_KEY';
}

/**
 * The shop removes other users' permissions from everything in its data directory, so that must not contain its own code, or the whole
 * disk.
 */
const holdsTheCode = (dataDir: string) => !path.relative(dataDir, import.meta.dirname).startsWith('..');

const isInside = (file: string, folder: string) => !path.relative(folder, file).startsWith('..');

/** Owners choose folders below it, and old backups are deleted there: it must not be where the shop's own files are. */
const isForBackups = (folder: string, dataDir: string) =>
  !holdsTheCode(folder) &&
  ['uploads', 'database', 'backup-work']
    .map((name) => path.resolve(dataDir, name))
    .every((own) => !isInside(folder, own) && !isInside(own, folder));

/** Settings that are valid alone but not together. */
function* findConflicts(settings: Settings): Generator<string> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = settings;
  if (apiBase && secretKey && !isStripeTestKey(secretKey)) yield 'STRIPE_API_BASE: is for tests, so it goes with a test key only';
  if (settings.STORAGE === 's3' && !settings.STORAGE_URL) yield 'STORAGE: s3 needs STORAGE_URL';
  if (settings.CDN_PURGE_URL && !settings.CDN_MAX_AGE) yield 'CDN_PURGE_URL: goes with CDN_MAX_AGE, without which a CDN keeps nothing';
  if (settings.JOBS !== 'on' && !settings.DATABASE_URL)
    yield 'JOBS: must be on without DATABASE_URL, as no other process can open the embedded database';
  if (settings.BACKUP_FOLDER && !isForBackups(path.resolve(settings.BACKUP_FOLDER), settings.DATA_DIR))
    yield "BACKUP_FOLDER: must be a folder of its own, in which neither the shop's code nor its images and its database are";
  const backupError = findBackupError(settings);
  if (backupError) yield `BACKUP_TO: ${backupError}`;
  if (holdsTheCode(path.resolve(settings.DATA_DIR))) yield "DATA_DIR: must be a directory of its own, which the shop's code isn't in";
}

/** Throws one error that names every invalid setting. */
export function readSettings(env: Environment): Settings {
  const errors: string[] = [];
  const complete = readSecretFiles(dropBlanks(env), errors);
  const settings = checkEach(complete, errors);
  errors.push(...findMissing(settings, (name) => complete[name] !== undefined), ...findConflicts(settings));
  if (errors.length) throw new Error(`Invalid configuration:\n${errors.map((it) => `  - ${it}`).join('\n')}`);
  return settings;
}
