/** Validates the settings one by one and against each other, and reports all errors at once. */
import path from 'node:path';
import { customCleanEnv } from 'envalid';
import { findBackupError } from './config-backup.ts';
import { readSecretFiles } from './config-secrets.ts';
import { SETTINGS } from './config-settings.ts';
import { isTestKey } from './stripe-keys.ts';

export type Environment = Record<string, string | undefined>;

/**
 * The shop removes other users' permissions from everything in its data directory, so that must not contain its own code, or the whole
 * disk.
 */
const holdsTheCode = (dataDir: string) => !path.relative(dataDir, import.meta.dirname).startsWith('..');

/** A variable that contains only spaces or commas counts as not set. */
const dropBlanks = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, text]) => /[^\s,]/.test(text ?? '')));

/** Throws one error that names every invalid setting. */
export function parseSettings(env: Environment) {
  const { env: complete, errors } = readSecretFiles(dropBlanks(env));
  const settings = customCleanEnv(complete, SETTINGS, (it) => it, {
    reporter: (report) => {
      for (const [name, error] of Object.entries(report.errors)) errors.push(`${name}: ${error?.message}`);
    },
  });
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = settings;
  if (apiBase && secretKey && !isTestKey(secretKey)) errors.push('STRIPE_API_BASE: is for tests, so it goes with a test key only');
  if (settings.STORAGE === 's3' && !settings.STORAGE_URL) errors.push('STORAGE: s3 needs STORAGE_URL');
  if (settings.CDN_PURGE_URL && !settings.CDN_MAX_AGE)
    errors.push('CDN_PURGE_URL: goes with CDN_MAX_AGE, without which a CDN keeps nothing');
  if (settings.JOBS !== 'on' && !settings.DATABASE_URL)
    errors.push('JOBS: must be on without DATABASE_URL, as no other process can open the embedded database');
  const backupError = findBackupError(settings);
  if (backupError) errors.push(backupError);
  if (holdsTheCode(path.resolve(settings.DATA_DIR)))
    errors.push("DATA_DIR: must be a directory of its own, which the shop's code isn't in");
  if (errors.length) throw new Error(`Invalid configuration:\n${errors.map((it) => `  - ${it}`).join('\n')}`);
  return settings;
}

export type Settings = ReturnType<typeof parseSettings>;
