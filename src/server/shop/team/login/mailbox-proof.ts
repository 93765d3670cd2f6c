/**
 * What happens once somebody has proven to read an account's mailbox. Whoever registered the address may be somebody else, who prepared the
 * account for its owner: a session that stays logged in, an answer, a second factor. None of it may outlive the proof.
 */

import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteAnySecondFactor } from '../second-factor/second-factor.repository.ts';
import { deleteSessions } from '../sessions/session.repository.ts';
import { forgetDevices, hasKnownOrigin } from './known-device.ts';
import { type Credentials, updateUser } from './user.repository.ts';

/** No answer matches it, and checking one takes as long as with a real hash. */
export const NO_ANSWER = '';

/**
 * Ends every session and the answer. With the first proof (`isFirst`) the second factor ends too; a later one keeps it, because whoever gets
 * into the mailbox must not get around it.
 */
export async function dropPreparedAccess(tx: Database, userId: string, isFirst: boolean): Promise<void> {
  await updateUser(tx, userId, { answerHash: NO_ANSWER });
  await deleteSessions(tx, userId);
  if (!isFirst) return;
  await deleteAnySecondFactor(tx, userId);
  await forgetDevices(tx, userId);
}

/** Whether who registers has to confirm the address before the first login. */
export const requiresConfirmation = ({ sendsLinks, hidesTakenEmails }: Deps['accounts']): boolean => sendsLinks && hidesTakenEmails;

/**
 * Whether nobody may log in to the account before its address is confirmed. So it is where taken addresses aren't told: there, an account that
 * one can log in to right after registering would show that the address was free. Accounts that were logged in to by an earlier version go on.
 */
export async function awaitsConfirmation(db: Database, accounts: Deps['accounts'], found: Credentials | null): Promise<boolean> {
  if (!requiresConfirmation(accounts)) return false;
  // Looked up if there is no account, too, so that it takes as long.
  const hasLoggedIn = await hasKnownOrigin(db, found?.user._id);
  return (found?.isEmailUnconfirmed ?? false) && !hasLoggedIn;
}
