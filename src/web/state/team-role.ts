/**
 * The role that the user had when the admin area last asked, in local storage under `team-role` as {userId, role}: with it the navigation
 * needn't lose items a moment after it is shown. It is no permission: the server checks each call.
 */

import { TEAM_ROLES, type TeamRole } from '../../contract/endpoint.ts';
import { isRecord } from '../../contract/values.ts';
import { useSession } from './session.ts';
import { createStore } from './storage.ts';

interface KnownRole {
  userId: string;
  role: TeamRole;
}

function parseKnownRole(stored: unknown): KnownRole | null {
  if (!isRecord(stored) || typeof stored.userId !== 'string') return null;
  const role = TEAM_ROLES.find((it) => it === stored.role);
  return role ? { userId: stored.userId, role } : null;
}

const store = createStore<KnownRole | null>('team-role', null, parseKnownRole);

/** Null for a role that somebody else had, who used this browser before. */
export const findRoleOf = (userId: string | undefined, known: KnownRole | null): TeamRole | null =>
  known?.userId === userId ? (known?.role ?? null) : null;

/** Null until it is known. */
export function useLastTeamRole(): TeamRole | null {
  const known = store.use();
  return findRoleOf(useSession()?.user._id, known);
}

export function saveTeamRole(userId: string | undefined, role: TeamRole): void {
  if (userId) store.write({ userId, role });
}
