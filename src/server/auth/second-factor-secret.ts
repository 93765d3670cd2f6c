/**
 * The secrets of second factors are stored encrypted by AES-256-GCM, with a key derived from the shop's secret. Each is bound to its
 * account, so that copying a row to another account is useless.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import { AppError } from '../errors.ts';
import { ACCOUNT_SECRET_KEY, loadAccountSecret } from './account-link.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

async function deriveKey(db: Database): Promise<Buffer> {
  return Buffer.from(hkdfSync('sha256', await loadAccountSecret(db), '', 'second factor', 32));
}

export async function encryptSecret(db: Database, userId: string, secret: string): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, await deriveKey(db), iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(userId));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/**
 * Throws `second_factor_unreadable` if the shop's secret has changed since. That is the shop's fault, so the log says what to do. Recovery
 * codes keep working, because they don't depend on the secret.
 */
export async function decryptSecret(db: Database, userId: string, stored: string): Promise<string> {
  const key = await deriveKey(db);
  const bytes = Buffer.from(stored, 'base64url');
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(userId))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new AppError('second_factor_unreadable', "The key of this account's app can't be read any more: use a recovery code", {
      cause: new Error(describeRecovery(userId), { cause }),
    });
  }
}

/** For the log. */
const describeRecovery = (userId: string) =>
  `The second factor of the account ${userId} was encrypted by another secret than the present one (${ACCOUNT_SECRET_KEY} in settings): bring that row back ` +
  'from a backup, or take the second factor away on the account\'s page in the admin area or by "npm run shop -- admin" (docs/operations.md, Second factor)';
