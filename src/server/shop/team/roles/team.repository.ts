import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { TeamRole } from '../../../../contract/endpoint.ts';
import type { Invitation, TeamMember } from '../../../../contract/team.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { effectiveTeamRole, secondFactors, teamInvitations, users } from '../../database/schema/account.ts';

/** Must match the condition of the index users_team literally. */
const isMember = eq(users.role, sql`1`);

const memberColumns = {
  _id: users.id,
  name: users.name,
  email: users.email,
  role: sql<TeamRole>`${effectiveTeamRole}`,
  hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
};

/** Longest-serving members first. */
export const listMembers = (db: Database): Promise<TeamMember[]> =>
  db
    .select(memberColumns)
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(isMember)
    .orderBy(asc(users.createdAt), asc(users.id));

/** Whether this account works here now. */
export async function isTeamMember(db: Database, id: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isMember, isNull(users.disabledAt), eq(users.id, id)))
    .limit(1);
  return found.length > 0;
}

/** Whether there is another owner. Disabled accounts can't log in, so they don't count. */
export async function hasOtherOwner(db: Database, id: string): Promise<boolean> {
  const isActiveOwner = and(isMember, eq(effectiveTeamRole, 'owner'), isNull(users.disabledAt), ne(users.id, id));
  return (await db.select({ id: users.id }).from(users).where(isActiveOwner).limit(1)).length > 0;
}

const invitationColumns = {
  _id: teamInvitations.id,
  email: teamInvitations.email,
  role: teamInvitations.role,
  by: teamInvitations.by,
  createdAt: teamInvitations.createdAt,
  expiresAt: teamInvitations.expiresAt,
};

const toInvitation = (row: Omit<Invitation, 'createdAt' | 'expiresAt'> & { createdAt: Date; expiresAt: Date }): Invitation => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

export async function listInvitations(db: Database): Promise<Invitation[]> {
  const rows = await db.select(invitationColumns).from(teamInvitations).orderBy(asc(teamInvitations.createdAt), asc(teamInvitations.id));
  return rows.map(toInvitation);
}

export async function findInvitationByEmail(db: Database, email: string): Promise<Invitation | null> {
  const isSame = eq(sql`lower(${teamInvitations.email})`, sql`lower(${email})`);
  const [row] = await db.select(invitationColumns).from(teamInvitations).where(isSame);
  return row ? toInvitation(row) : null;
}

const isOpen = (tokenHash: string, now: Date) => and(eq(teamInvitations.tokenHash, tokenHash), gt(teamInvitations.expiresAt, now));

export async function findOpenInvitation(db: Database, tokenHash: string, now: Date): Promise<Invitation | null> {
  const [row] = await db.select(invitationColumns).from(teamInvitations).where(isOpen(tokenHash, now));
  return row ? toInvitation(row) : null;
}

/** If two use a link at once, one gets the invitation; the other waits for its transaction and gets null, unless that was rolled back. */
export async function takeOpenInvitation(tx: Database, tokenHash: string, now: Date): Promise<Invitation | null> {
  const [row] = await tx.delete(teamInvitations).where(isOpen(tokenHash, now)).returning(invitationColumns);
  return row ? toInvitation(row) : null;
}

export async function createInvitation(tx: Database, invitation: typeof teamInvitations.$inferInsert): Promise<void> {
  await tx.insert(teamInvitations).values(invitation);
}

type Renewal = Pick<typeof teamInvitations.$inferInsert, 'tokenHash' | 'expiresAt'>;

export async function renewInvitation(tx: Database, id: string, renewal: Renewal): Promise<Invitation | null> {
  const [row] = await tx.update(teamInvitations).set(renewal).where(eq(teamInvitations.id, id)).returning(invitationColumns);
  return row ? toInvitation(row) : null;
}

/** Whether there was one. */
export async function deleteInvitation(db: Database, id: string): Promise<boolean> {
  const rows = await db.delete(teamInvitations).where(eq(teamInvitations.id, id)).returning({ id: teamInvitations.id });
  return rows.length > 0;
}
