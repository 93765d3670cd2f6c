/** Changes roles and removes team members. There always is an owner. */

import { isAtLeast, type TeamRole } from '../../../../contract/access.ts';
import type { Invitation, TeamMember } from '../../../../contract/team.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { lockTeam, updateUser } from '../login/user.repository.ts';
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
  if (!member) throw new AppError('user_not_found', 'Nobody of this id works here');
  if (nextRole !== 'owner' && !(await repository.hasOtherOwner(tx, id)))
    throw new AppError('last_owner', 'A shop needs an owner: make somebody else an owner first');
  return member;
}

/**
 * The new role applies from their next call on. Whoever may do more now logs in anew: a session that somebody else has been using, or that lies
 * open somewhere, must not become an owner's. Throws `user_not_found` and `last_owner`.
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
