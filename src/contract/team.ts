/** Who works here: their roles, and invitations to join them. What an invited person sends travels in bodies, which no log holds. */
import type { Endpoint } from './endpoint.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/team.ts';

export type { Invitation, TeamMember } from './schemas/team.ts';

const PATH = '/api/v1/team';
const INVITATION_PATH = `${PATH}/invitations/{id}`;

export const listTeam: Endpoint<typeof schemas.listTeam, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const changeTeamRole: Endpoint<typeof schemas.changeTeamRole, 'owner'> = {
  method: 'PUT',
  path: `${PATH}/members/{id}`,
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const removeTeamMember: Endpoint<typeof schemas.removeTeamMember, 'owner'> = {
  method: 'DELETE',
  path: `${PATH}/members/{id}`,
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const inviteToTeam: Endpoint<typeof schemas.inviteToTeam, 'owner'> = {
  method: 'POST',
  path: `${PATH}/invitations`,
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const resendInvitation: Endpoint<typeof schemas.resendInvitation, 'owner'> = {
  method: 'POST',
  path: `${INVITATION_PATH}/resend`,
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const revokeInvitation: Endpoint<typeof schemas.revokeInvitation, 'owner'> = {
  method: 'DELETE',
  path: INVITATION_PATH,
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const readInvitation: Endpoint<typeof schemas.readInvitation, 'public'> = {
  method: 'POST',
  path: `${PATH}/invitation`,
  access: 'public',
};

export const acceptInvitation: Endpoint<typeof schemas.acceptInvitation, 'public'> = {
  method: 'POST',
  path: `${PATH}/invitation/accept`,
  access: 'public',
};
