/**
 * Reads secrets from files: NAME_FILE names a file that contains the value of NAME, as Docker, Kubernetes and systemd provide secrets.
 * Error messages never repeat the value or the file's name, because somebody may have put the secret itself where the name belongs.
 */
import { readFileSync } from 'node:fs';

/** Settings that are or contain a secret; docs/operations.md lists the same. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'ADMIN_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'STORAGE_SECRET_KEY',
  'METRICS_TOKEN',
  'CDN_PURGE_HEADER',
  'BACKUP_PASSPHRASE',
  'BACKUP_SECRET_KEY',
] as const;

/**
 * Secrets that people make up may have any characters. In others, a line break means that the file has a second line, which a URL would
 * silently swallow.
 */
const FREE_TEXT: ReadonlySet<string> = new Set(['ADMIN_PASSWORD', 'BACKUP_PASSPHRASE']);

type Environment = Record<string, string | undefined>;

/** Removes the line break that editors and `echo` leave at the end of a file; only one, because a password may end with another. */
function readSecret(file: string): string {
  const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  if (!text.trim()) throw new Error('names an empty file');
  return text;
}

const describe = (error: unknown): string => {
  if (error instanceof Error && 'code' in error) return `names a file that can't be read (${error.code})`;
  return error instanceof Error ? error.message : String(error);
};

/** Returns the environment with the files' contents, and what is wrong with the files. */
export function readSecretFiles(env: Environment): { env: Environment; errors: string[] } {
  const errors: string[] = [];
  const values: Environment = {};
  for (const name of SECRET_SETTINGS) {
    const setting = `${name}_FILE`;
    const file = env[setting];
    if (file === undefined) continue;
    if (env[name] !== undefined) errors.push(`${setting}: is set beside ${name}; set one of them`);
    else {
      try {
        values[name] = readSecret(file);
      } catch (error) {
        errors.push(`${setting}: ${describe(error)}`);
      }
    }
  }
  const all = { ...env, ...values };
  for (const name of SECRET_SETTINGS)
    if (!FREE_TEXT.has(name) && /[\r\n]/.test(all[name]?.trim() ?? ''))
      errors.push(`${name}: holds a line break, so more than the one line it should be`);
  return { env: all, errors };
}
