/** What people may change of their own account. */
import type { updateProfile } from '../../contract/account.ts';
import type { User } from '../../contract/auth.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { queuePasswordChangedEmail } from '../auth/password.service.ts';
import { hashPassword } from '../auth/password-hash.ts';
import { deleteSessions, hasSession } from '../auth/session.repository.ts';
import { updateUser } from '../auth/user.repository.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

/** The e-mail can't be changed. A new password ends every other session. Throws `unauthorized` where the caller's own has just ended. */
export async function changeProfile(context: Context, caller: Caller, input: BodyOf<typeof updateProfile>): Promise<User> {
  const passwordHash = input.password ? await hashPassword(input.password) : undefined;
  const change = { name: input.name.trim(), address: input.address.trim(), ...(passwordHash && { passwordHash }) };
  return context.db.transaction(async (tx) => {
    const user = await updateUser(tx, caller.id, change);
    // Checked while the user's row is locked: another session may have set a password, and so ended this one, while we hashed.
    if (!user || !(await hasSession(tx, caller.tokenHash))) throw new AppError('unauthorized', 'Please log in');
    if (passwordHash) {
      await deleteSessions(tx, caller.id, caller.tokenHash);
      await queuePasswordChangedEmail(tx, context, user);
    }
    return user;
  });
}
