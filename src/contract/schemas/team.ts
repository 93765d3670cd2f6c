import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { TEAM_ROLES } from '../team-roles.ts';
import { EmailAddress, NewPassword, User } from './auth.ts';
import { Id, Name, SuccessResponse } from './common.ts';

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

const TeamReply = Type.Object({ success: Type.Boolean(), members: Type.Array(TeamMember), invitations: Type.Array(Invitation) });

const InvitationReply = Type.Object({
  ...TeamReply.properties,
  /** The invitation's link, to be passed on by the owner, if the shop can't send emails; null: it was emailed. */
  link: Type.Union([Type.String(), Type.Null()]),
});

/** The secret of an invitation's link. */
const Token = Type.String({ minLength: 1, maxLength: 100 });

export const listTeam = {
  summary: 'Who works here, and who is invited to.',
  reply: TeamReply,
} satisfies EndpointSchemas;

export const changeTeamRole = {
  summary: "Change somebody's role. It counts from their next call on. The last owner stays one: 409.",
  params,
  body: Type.Object({ role: Role }),
  refusals: ['user_not_found', 'last_owner'],
  reply: TeamReply,
} satisfies EndpointSchemas;

export const removeTeamMember = {
  summary: 'Make a customer of somebody who worked here, and end their sessions. The last owner stays: 409.',
  params,
  refusals: ['user_not_found', 'last_owner'],
  reply: TeamReply,
} satisfies EndpointSchemas;

export const inviteToTeam = {
  summary: 'Invite somebody by email. The link works once, for seven days.',
  body: Type.Object({ email: EmailAddress, role: Role }),
  refusals: ['already_in_team', 'invitation_open'],
  reply: InvitationReply,
} satisfies EndpointSchemas;

export const resendInvitation = {
  summary: 'Send an invitation again with a new link; the one before ends.',
  params,
  refusals: ['invitation_not_found'],
  reply: InvitationReply,
} satisfies EndpointSchemas;

export const revokeInvitation = {
  summary: 'Take an invitation back: its link ends.',
  params,
  refusals: ['invitation_not_found'],
  reply: TeamReply,
} satisfies EndpointSchemas;

export const readInvitation = {
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

export const acceptInvitation = {
  summary: 'Join the team: with the token of the account that has the email, or without one with a name and a password for a new account.',
  body: Type.Object({ token: Token, name: Type.Optional(Name), password: Type.Optional(NewPassword) }),
  refusals: ['invitation_not_found', 'unauthorized', 'email_unconfirmed'],
  reply: Type.Object({ ...SuccessResponse.properties, user: User }),
} satisfies EndpointSchemas;
