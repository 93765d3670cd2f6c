/** The secrets of second factors, which are stored sealed. */
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { ACCOUNT_SECRET_KEY, openSealedText, sealText } from '../../settings/sealed-text.ts';

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
    // The shop's own secret is malformed, which is told as such.
    if (cause instanceof AppError) throw cause;
    throw new AppError('second_factor_unreadable', "The key of this account's app can't be read any more: use a recovery code", {
      cause: new Error(describeRecovery(userId), { cause }),
    });
  }
}

/** For the log. */
const describeRecovery = (userId: string) =>
  `The second factor of the account ${userId} was encrypted by another secret than the present one (${ACCOUNT_SECRET_KEY} in settings): bring that row back ` +
  'from a backup, or take the second factor away on the account\'s page in the admin area or by "npm run shop -- admin" (docs/operations/security.md, Second factor)';
