/**
 * The role that the user had when the admin area last asked, in local storage under `team-role`: with it the navigation needn't lose items
 * a moment after it is shown. Null until it is known. It is no permission: the server checks each call.
 */
import { TEAM_ROLES, type TeamRole } from '../../contract/team-roles.ts';
import { createStore } from './storage.ts';

export const lastTeamRole = createStore<TeamRole | null>('team-role', null, (stored) => TEAM_ROLES.find((role) => role === stored) ?? null);
