/** Changes roles and removes team members. There always is an owner. */
import { Check } from 'typebox/value';
import type { User } from '../../../../contract/auth.ts';
import { isAtLeast, type TeamRole } from '../../../../contract/endpoint.ts';
import { EmailAddress } from '../../../../contract/fields.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../../contract/limits.ts';
import type { Invitation, TeamMember } from '../../../../contract/team.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { addUser } from '../login/auth.service.ts';
import { findCredentials, lockTeam, updateUser } from '../login/user.repository.ts';
import { changePassword } from '../passwords/password.service.ts';
import { requireUncommonPassword } from '../passwords/password-hash.ts';
import { deleteFactorAndNotify } from '../second-factor/second-factor.service.ts';
import { deleteSessions } from '../sessions/session.repository.ts';
import * as repository from './team.repository.ts';

/** Only owners are told who has a second factor: it would show others which accounts a password alone opens. */
export async function readTeam(
  db: Database,
  caller: Pick<Caller, 'teamRole'>,
): Promise<{ members: TeamMember[]; invitations: Invitation[] }> {
  const members = await repository.listMembers(db);
  const shown = caller.teamRole === 'owner' ? members : members.map(({ hasSecondFactor: _hidden, ...member }) => member);
  return { members: shown, invitations: await repository.listInvitations(db) };
}

/** Returns the member. Call it only with the team's lock: if two owners demote each other at once, one waits for the other and is refused. */
async function requireOtherOwner(tx: Database, id: string, nextRole: TeamRole | null): Promise<TeamMember> {
  const members = await repository.listMembers(tx);
  const member = members.find(({ _id }) => _id === id);
  if (!member) throw new AppError('user_not_found', 'No team member has this id');
  if (nextRole !== 'owner' && !(await repository.hasOtherOwner(tx, id)))
    throw new AppError('last_owner', 'A shop needs an owner: make someone else an owner first');
  return member;
}

/**
 * The new role applies from their next call on. A member with a higher role has to log in again: a session that somebody else uses, or
 * that is still open somewhere, must not become an owner's. Throws `user_not_found` and `last_owner`.
 */
export async function changeTeamRole(db: Database, id: string, role: TeamRole): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeam(tx);
    const { role: current } = await requireOtherOwner(tx, id, role);
    await updateUser(tx, id, { teamRole: role });
    if (!isAtLeast(current, role)) await deleteSessions(tx, id);
  });
}

/** They keep their account as customers, and are logged out everywhere. Throws `user_not_found` and `last_owner`. */
export async function removeTeamMember(db: Database, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeam(tx);
    await requireOtherOwner(tx, id, null);
    // Somebody who joins again has a week again to set up a second factor.
    await updateUser(tx, id, { role: 0, teamRole: null, secondFactorGraceFrom: null });
    await deleteSessions(tx, id);
  });
}

/** Creates owners of the shop. Only the operator does that, at the first start or by the command line; others are invited (team/). */
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
    // A transaction of its own (a savepoint within the caller's), so that a taken email doesn't abort the caller's.
    return await context.db.transaction((tx) =>
      addUser(tx, { name, email, password, phone: '', address: '', answer: null, role: 1, teamRole: 'owner' }),
    );
  } catch (error) {
    // Two processes that start at once both find no account; the slower one promotes the account of the other.
    const promotedLate = error instanceof AppError && error.code === 'email_taken' ? await promoteUser(context, email, password) : null;
    if (promotedLate) return promotedLate;
    throw error;
  }
}
