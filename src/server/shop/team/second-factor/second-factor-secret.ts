/** The secrets of second factors, which are stored sealed. */
import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { ACCOUNT_SECRET_KEY, openSealedText, sealText } from '../../settings/sealed-text.ts';

/** Codes to log in by when the authenticator app is lost, each once. */

const COUNT = 10;
/** Without characters that are easily confused: 0 and o, 1, i and l, u and v. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz';
/** Groups of 4 characters: 78 bits, so that an unsalted hash can't be reversed. */
const GROUPS = 4;

function createCode(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

export function createRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, createCode);
}

/** Ignores spaces, hyphens and capitals in the typed code. */
export function hashRecoveryCode(userId: string, code: string): string {
  const typed = code.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
  return createHash('sha256').update(`recovery code\n${userId}\n${typed.toLowerCase()}`).digest('hex');
}

/** Codes of an authenticator app (RFC 6238), with the parameters that every app supports: SHA-1, six digits, 30 seconds. */

const OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A phone's clock may be off, and typing takes a while: codes of the step before and after are accepted too. */
const WINDOW = 1;

/** 160 random bits in base32. */
export function createSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What the app reads from the QR code; it lists the account under the shop's name. */
export function buildTotpUri(secret: string, issuer: string, email: string): string {
  // A colon separates issuer and account.
  return new TOTP({ ...OPTIONS, issuer: issuer.replaceAll(':', ' '), label: email.replaceAll(':', ' '), secret }).toString();
}

/** The time step that the code is of; null where it is wrong. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...OPTIONS, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

export const encryptSecret = (db: Database, userId: string, secret: string): Promise<string> =>
  sealText(db, 'second factor', userId, secret);

/**
 * Throws `second_factor_unreadable` if the shop's secret has changed since. That is the shop's fault, so the log says what to do. Recovery
 * codes keep working, because they don't depend on the secret.
 */
export async function decryptSecret(db: Database, userId: string, stored: string): Promise<string> {
  try {
    return await openSealedText(db, 'second factor', userId, stored);
  } catch (cause) {
    // The shop's own secret is malformed, which is reported as such.
    if (cause instanceof AppError) throw cause;
    throw new AppError('second_factor_unreadable', 'The authenticator key of this account can no longer be read: use a recovery code', {
      cause: new Error(describeRecovery(userId), { cause }),
    });
  }
}

/** For the log. */
const describeRecovery = (userId: string) =>
  `The second factor of the account ${userId} was encrypted by another secret than the present one (${ACCOUNT_SECRET_KEY} in settings): bring that row back ` +
  'from a backup, or take the second factor away on the account\'s page in the admin area or by "npm run shop -- admin" (docs/operations/security.md, Second factor)';
