/** What people may change of their own account. */
import type { updateProfile } from '../../../../contract/account.ts';
import type { User } from '../../../../contract/auth.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { CREDENTIAL_CHANGE_MINUTES } from '../../../../contract/limits.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError, createVersionConflict } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { findUser, lockUser, updateUser, type VersionedUser } from '../../team/login/user.repository.ts';
import { queuePasswordChangedEmail, requirePasswordEmail } from '../../team/passwords/password.service.ts';
import { hashPassword, requireUncommonPassword } from '../../team/passwords/password-hash.ts';
import { requireRecentLogin } from '../../team/sessions/reauthentication.ts';
import { deleteSessions, hasSession } from '../../team/sessions/session.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

const createLoginError = () => new AppError('unauthorized', 'Please log in');

export async function readProfile(db: Database, caller: Caller): Promise<VersionedUser> {
  const profile = await findUser(db, caller.id);
  if (!profile) throw createLoginError();
  return profile;
}

const isSameProfile = (user: User, change: { name: string; address: string; phone?: string }) =>
  user.name === change.name && user.address === change.address && (change.phone ?? user.phone) === user.phone;

/** Throws the reason why the caller can't set this password, before it is hashed. */
async function requirePasswordChange(context: Context, caller: Caller, password: string, ip: string): Promise<void> {
  // After a recent login no current password is required, as the specification says.
  requireRecentLogin(caller, context.now(), CREDENTIAL_CHANGE_MINUTES);
  await requireUncommonPassword(password, 'password');
  await requirePasswordEmail(context, ip);
}

/**
 * The email can't be changed. A new password ends every other session, and what was to become the email. Throws `unauthorized` if the caller's own session has just ended,
 * and `version_conflict` if the account was changed after that version, unless it already has the values that were sent.
 */
export async function changeProfile(
  context: Context,
  caller: Caller,
  input: BodyOf<typeof updateProfile>,
  ip: string,
): Promise<VersionedUser> {
  const { name, address, phone, version, password } = input;
  if (password) await requirePasswordChange(context, caller, password, ip);
  const passwordHash = password ? await hashPassword(password) : undefined;
  const change = { name: name.trim(), address: address.trim(), ...(phone !== undefined && { phone: phone.trim() }) };
  return context.db.transaction(async (tx) => {
    const current = await lockUser(tx, caller.id);
    // Checked while the user's row is locked: while we hashed, another session may have set a password and so ended this one.
    if (!current || !(await hasSession(tx, caller.tokenHash))) throw createLoginError();
    const isOvertaken = version !== undefined && version !== current.version;
    if (isOvertaken && !isSameProfile(current.user, change)) throw createVersionConflict(current);
    const updated = await updateUser(tx, caller.id, { ...change, ...(passwordHash && { passwordHash, pendingEmail: null }) });
    if (!updated) throw createLoginError();
    if (passwordHash) {
      await deleteSessions(tx, caller.id, caller.tokenHash);
      await queuePasswordChangedEmail(tx, context, updated.user);
    }
    return updated;
  });
}
