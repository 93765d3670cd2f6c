import * as Type from 'typebox';
import { User } from './auth.ts';
import { API_KEY_SCOPES, type Endpoint, type EndpointSchemas, TEAM_ROLES } from './endpoint.ts';
import { EmailAddress, Id, Name, NewPassword, Nullable, SuccessResponse } from './fields.ts';
import { API_KEY_DAYS_MAX, API_KEY_NAME_MAX_LENGTH, RECENT_LOGIN_MINUTES } from './limits.ts';

/** Who works here: their roles, and invitations to join them. What an invited person sends travels in bodies, which no log holds. */
const PATH = '/api/v1/team';
const INVITATION_PATH = `${PATH}/invitations/{id}`;

const Role = Type.Enum(TEAM_ROLES);
const params = Type.Object({ id: Id });

export const TeamMember = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  role: Role,
  /** Whether they log in with a second factor. Only owners are told: it would show others which accounts a password alone opens. */
  hasSecondFactor: Type.Optional(Type.Boolean()),
});
export type TeamMember = Type.Static<typeof TeamMember>;

export const Invitation = Type.Object({
  _id: Id,
  email: Type.String(),
  role: Role,
  /** The name of who invited them. */
  by: Type.String(),
  /** ISO 8601 */
  createdAt: Type.String(),
  expiresAt: Type.String(),
});
export type Invitation = Type.Static<typeof Invitation>;

const TeamReply = Type.Object({
  success: Type.Boolean(),
  members: Type.Array(TeamMember),
  invitations: Type.Array(Invitation),
  /** Whether owners and staff have to log in with a second factor. */
  demandsSecondFactor: Type.Optional(Type.Boolean()),
});

const InvitationReply = Type.Object({
  ...TeamReply.properties,
  /** The invitation's link, to be passed on by the owner, if the shop can't send emails; null: it was emailed. */
  link: Type.Union([Type.String(), Type.Null()]),
});

/** The secret of an invitation's link. */
const Token = Type.String({ minLength: 1, maxLength: 100 });

export const listTeamSchemas = {
  summary: 'Who works here, and who is invited to.',
  reply: TeamReply,
} satisfies EndpointSchemas;

export const listTeam: Endpoint<typeof listTeamSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const changeTeamRoleSchemas = {
  summary: "Change somebody's role. It counts from their next call on. The last owner stays one: 409.",
  params,
  body: Type.Object({ role: Role }),
  refusals: ['user_not_found', 'last_owner'],
  reply: TeamReply,
} satisfies EndpointSchemas;

export const changeTeamRole: Endpoint<typeof changeTeamRoleSchemas, 'owner'> = {
  method: 'PUT',
  path: `${PATH}/members/{id}`,
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const removeTeamMemberSchemas = {
  summary: 'Make a customer of somebody who worked here, and end their sessions. The last owner stays: 409.',
  params,
  refusals: ['user_not_found', 'last_owner'],
  reply: TeamReply,
} satisfies EndpointSchemas;

export const removeTeamMember: Endpoint<typeof removeTeamMemberSchemas, 'owner'> = {
  method: 'DELETE',
  path: `${PATH}/members/{id}`,
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const inviteToTeamSchemas = {
  summary: 'Invite somebody by email. The link works once, for seven days.',
  body: Type.Object({ email: EmailAddress, role: Role }),
  refusals: ['already_in_team', 'invitation_open'],
  reply: InvitationReply,
} satisfies EndpointSchemas;

export const inviteToTeam: Endpoint<typeof inviteToTeamSchemas, 'owner'> = {
  method: 'POST',
  path: `${PATH}/invitations`,
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const resendInvitationSchemas = {
  summary: 'Send an invitation again with a new link; the one before ends.',
  params,
  refusals: ['invitation_not_found'],
  reply: InvitationReply,
} satisfies EndpointSchemas;

export const resendInvitation: Endpoint<typeof resendInvitationSchemas, 'owner'> = {
  method: 'POST',
  path: `${INVITATION_PATH}/resend`,
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const revokeInvitationSchemas = {
  summary: 'Take an invitation back: its link ends.',
  params,
  refusals: ['invitation_not_found'],
  reply: TeamReply,
} satisfies EndpointSchemas;

export const revokeInvitation: Endpoint<typeof revokeInvitationSchemas, 'owner'> = {
  method: 'DELETE',
  path: INVITATION_PATH,
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const readInvitationSchemas = {
  summary: 'Whom an invitation is for. Used, ended or unknown: 404.',
  body: Type.Object({ token: Token }),
  refusals: ['invitation_not_found'],
  reply: Type.Object({
    success: Type.Boolean(),
    email: Type.String(),
    role: Role,
    /** If true, the person logs in before accepting; otherwise they choose a name and password. */
    hasAccount: Type.Boolean(),
  }),
} satisfies EndpointSchemas;

export const readInvitation: Endpoint<typeof readInvitationSchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/invitation`,
  access: 'public',
};

export const acceptInvitationSchemas = {
  summary: 'Join the team: with the token of the account that has the email, or without one with a name and a password for a new account.',
  body: Type.Object({ token: Token, name: Type.Optional(Name), password: Type.Optional(NewPassword) }),
  refusals: ['invitation_not_found', 'unauthorized', 'email_unconfirmed'],
  reply: Type.Object({ ...SuccessResponse.properties, user: User }),
} satisfies EndpointSchemas;

export const acceptInvitation: Endpoint<typeof acceptInvitationSchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/invitation/accept`,
  access: 'public',
};

/** API keys, by which other programs call the shop. Only owners who are logged in create and revoke them: no key manages keys. */
const KEYS_PATH = '/api/v1/api-keys';

const Scopes = Type.Array(Type.Enum(API_KEY_SCOPES), { minItems: 1, maxItems: API_KEY_SCOPES.length });

export const ApiKey = Type.Object({
  _id: Id,
  name: Type.String(),
  /** How the key begins, to recognise it by; the rest is known only to whoever was shown it. */
  prefix: Type.String(),
  scopes: Scopes,
  /** `expired`: its day has passed. `paused`: who made it is no owner now. Both are refused. */
  status: Type.Enum(['active', 'expired', 'paused']),
  /** The name of who made it. */
  by: Type.String(),
  /** ISO 8601 */
  createdAt: Type.String(),
  /** Null: it doesn't expire. */
  expiresAt: Nullable(Type.String()),
  /** To the minute; null: never. */
  usedAt: Nullable(Type.String()),
});
export type ApiKey = Type.Static<typeof ApiKey>;

const KeysReply = Type.Object({ success: Type.Boolean(), keys: Type.Array(ApiKey) });

export const listApiKeysSchemas = {
  summary: 'The API keys that were not ended, the newest first.',
  reply: KeysReply,
} satisfies EndpointSchemas;

export const listApiKeys: Endpoint<typeof listApiKeysSchemas, 'owner'> = { method: 'GET', path: KEYS_PATH, access: 'owner', scopes: [] };

export const createApiKeySchemas = {
  summary: 'Make an API key. The reply alone has the key itself; the shop keeps only its hash.',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: API_KEY_NAME_MAX_LENGTH, pattern: '\\S' }),
    scopes: Scopes,
    /** Absent: it doesn't expire. */
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: API_KEY_DAYS_MAX })),
  }),
  refusals: ['too_many_api_keys'],
  reply: Type.Object({ ...KeysReply.properties, key: Type.String() }),
} satisfies EndpointSchemas;

export const createApiKey: Endpoint<typeof createApiKeySchemas, 'owner'> = {
  method: 'POST',
  path: KEYS_PATH,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const endApiKeySchemas = {
  summary: 'End an API key: its next call is refused.',
  params: Type.Object({ id: Id }),
  refusals: ['api_key_not_found'],
  reply: Type.Object({ ...SuccessResponse.properties, keys: Type.Array(ApiKey) }),
} satisfies EndpointSchemas;

export const endApiKey: Endpoint<typeof endApiKeySchemas, 'owner'> = {
  method: 'DELETE',
  path: `${KEYS_PATH}/{id}`,
  access: 'owner',
  scopes: [],
};
