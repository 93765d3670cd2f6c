/** Who works here: changing a role, and removing somebody. There always is an owner. */
import type { Invitation, TeamMember } from '../../contract/team.ts';
import type { TeamRole } from '../../contract/team-roles.ts';
import { deleteSessions } from '../auth/session.repository.ts';
import { lockTeam, updateUser } from '../auth/user.repository.ts';
import type { Caller } from '../caller.ts';
import type { Database } from '../database/connect.ts';
import { AppError } from '../errors.ts';
import * as repository from './team.repository.ts';

/** Who has a second factor is for owners alone: to others it would say whose password is enough. */
export async function readTeam(
  db: Database,
  caller: Pick<Caller, 'teamRole'>,
): Promise<{ members: TeamMember[]; invitations: Invitation[] }> {
  const members = await repository.listMembers(db);
  const shown = caller.teamRole === 'owner' ? members : members.map(({ hasSecondFactor: _hidden, ...member }) => member);
  return { members: shown, invitations: await repository.listInvitations(db) };
}

/** Only with the team's lock: two owners who demote each other at once come one after the other, and the second is refused. */
async function requireOtherOwner(tx: Database, id: string, nextRole: TeamRole | null): Promise<void> {
  const members = await repository.listMembers(tx);
  if (!members.some(({ _id }) => _id === id)) throw new AppError('user_not_found', 'Nobody of this id works here');
  if (nextRole !== 'owner' && !(await repository.hasOtherOwner(tx, id)))
    throw new AppError('last_owner', 'A shop needs an owner: make somebody else an owner first');
}

/** Counts from their next call on. Throws `user_not_found` and `last_owner`. */
export async function changeTeamRole(db: Database, id: string, role: TeamRole): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeam(tx);
    await requireOtherOwner(tx, id, role);
    await updateUser(tx, id, { teamRole: role });
  });
}

/** They stay a customer, and are logged out everywhere. Throws `user_not_found` and `last_owner`. */
export async function removeTeamMember(db: Database, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeam(tx);
    await requireOtherOwner(tx, id, null);
    // Who comes back has a week again to set up a second factor.
    await updateUser(tx, id, { role: 0, teamRole: null, secondFactorGraceFrom: null });
    await deleteSessions(tx, id);
  });
}
