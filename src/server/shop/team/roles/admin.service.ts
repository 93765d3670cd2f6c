/** Creates owners of the shop. Only the operator does that, at the first start or by the command line; others are invited (team/). */
import { randomBytes } from 'node:crypto';
import { Check } from 'typebox/value';
import type { User } from '../../../../contract/auth.ts';
import { EmailAddress } from '../../../../contract/fields.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../../contract/limits.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { addUser } from '../login/auth.service.ts';
import { findCredentials } from '../login/user.repository.ts';
import { changePassword } from '../passwords/password.service.ts';
import { requireUncommonPassword } from '../passwords/password-hash.ts';
import { deleteFactorAndNotify } from '../second-factor/second-factor.service.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

interface AdminInput {
  email: string;
  password: string;
  name?: string;
}

async function promoteUser(context: Context, email: string, password: string): Promise<User | null> {
  const found = await findCredentials(context.db, email);
  if (!found) return null;
  const { user } = found;
  // Whoever has lost the password may have lost the second factor too.
  const notify = async (tx: Database) => void (await deleteFactorAndNotify(tx, context, user));
  await changePassword(context.db, user, password, { role: 1, notify });
  return { ...user, role: 1 };
}

/**
 * Creates the account, or makes an admin of the one with this email: then its password is set, its sessions end, and its second factor is
 * removed, of which its owner is told by email. Throws `invalid_request` for an invalid email and for a password that is too short, too
 * long or common.
 */
export async function createAdmin(context: Context, { email, password, name = 'Admin' }: AdminInput): Promise<User> {
  if (!Check(EmailAddress, email)) throw new AppError('invalid_request', `"${email}" isn't an email address`);
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX)
    throw new AppError('invalid_request', `The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`);
  await requireUncommonPassword(password, 'password');
  const promoted = await promoteUser(context, email, password);
  if (promoted) return promoted;
  try {
    // A random answer that nobody knows: the security question can't reset an admin's password anyway.
    const answer = randomBytes(32).toString('base64url');
    // A transaction of its own (a savepoint within the caller's), so that a taken email doesn't abort the caller's.
    return await context.db.transaction((tx) =>
      addUser(tx, { name, email, password, phone: '', address: '', answer, role: 1, teamRole: 'owner' }),
    );
  } catch (error) {
    // Two processes that start at once both find no account; the slower one promotes the account of the other.
    const promotedLate = error instanceof AppError && error.code === 'email_taken' ? await promoteUser(context, email, password) : null;
    if (promotedLate) return promotedLate;
    throw error;
  }
}
