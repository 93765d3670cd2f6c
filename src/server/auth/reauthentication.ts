/** What a stolen session shouldn't be enough for asks for the password again, unless it was proven a short while ago. */
import { MINUTE } from '../../contract/time.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { REAUTHENTICATION_LIMIT, requireAttempt, runWithAttempts } from './attempt-limits.ts';
import { verifyPassword } from './password-hash.ts';
import { updateSessionAuthentication } from './session.repository.ts';
import { findCredentials, lockCurrentPassword } from './user.repository.ts';

/**
 * Throws `reauthentication_required` where the password was proven longer ago than that. Endpoints declare it (`recentLogin`); only what
 * depends on more than the endpoint calls it itself.
 */
export function requireRecentLogin({ authenticatedAt }: Caller, now: Date, minutes: number): void {
  if (now.getTime() - authenticatedAt.getTime() <= minutes * MINUTE) return;
  throw new AppError('reauthentication_required', 'Prove by your password that it is you (auth/reauthenticate), then call again');
}

/** Throws `wrong_password`, and `too_many_attempts` after ten wrong ones within a day. */
export async function reauthenticate(context: Pick<Deps, 'db' | 'now'>, caller: Caller, password: string): Promise<void> {
  const { db, now } = context;
  const attempt = await requireAttempt(context, REAUTHENTICATION_LIMIT, caller.tokenHash);
  const isProven = await runWithAttempts([attempt], async () => {
    const found = await findCredentials(db, caller.email);
    if (!(await verifyPassword(found?.passwordHash, password)) || !found) return null;
    return db.transaction(async (tx) => {
      // The password may have been changed while the hash was verified, and that ended this session.
      const isCurrent = await lockCurrentPassword(tx, caller.id, found.passwordHash);
      return (isCurrent && (await updateSessionAuthentication(tx, caller.tokenHash, now()))) || null;
    });
  });
  if (!isProven) throw new AppError('wrong_password', 'This is not the password of your account');
}
