/** The words about who works here and about invitations. */
import type { TeamRole } from '../../contract/team-roles.ts';

const roles: Record<TeamRole, string> = { 'read-only': 'Read-only', staff: 'Staff', owner: 'Owner' };

export const team = {
  title: 'Team',
  lead: 'Who works here, and what they may do.',
  roles,
  roleHint: 'Read-only sees everything. Staff does the daily work. Owners change the team and the tax, too.',
  readOnly: "Your role is Read-only: you can't change anything here.",
  readOnlyNotice: 'Your role is Read-only: you can see everything, but change nothing.',
  ownerOnly: 'Only an owner can change this.',
  members: 'Members',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  you: 'You',
  action: 'Action',
  roleOf: (name: string) => `Role of ${name}`,
  roleChanged: (name: string, role: TeamRole) => `${name} is now ${roles[role]}`,
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  confirmRemove: (name: string) => `Remove ${name} from the team?`,
  confirmRemoveHint: 'They are logged out everywhere at once. They keep their account as customers.',
  removed: (name: string) => `${name} was removed`,
  invite: 'Invite somebody',
  inviteHint: 'They get an email with a link that works once, for seven days.',
  sendInvitation: 'Send invitation',
  invited: (email: string) => `${email} is invited`,
  invitations: 'Invitations',
  invitedBy: (by: string) => `Invited by ${by}`,
  expires: (date: string) => `Expires ${date}`,
  expired: 'Expired',
  resend: 'Send again',
  resendLabel: (email: string) => `Send the invitation of ${email} again`,
  resent: 'Invitation sent again; the previous link no longer works',
  revoke: 'Revoke',
  revokeLabel: (email: string) => `Revoke the invitation of ${email}`,
  confirmRevoke: (email: string) => `Revoke the invitation of ${email}?`,
  confirmRevokeHint: 'Its link stops working at once.',
  revoked: 'Invitation revoked',
  link: 'Invitation link',
  linkHint: 'This shop sends no emails with links yet, so send the link yourself. It is shown only now.',
} as const;

/** The second factor that the shop requires of its team. */
export const secondFactorDemand = {
  notice: (days: number) =>
    `This shop requires two-step login for its team. You have ${days === 1 ? 'a day' : `${days} days`} left before you lose access to the admin area.`,
  setUp: 'Set up two-step login',
  title: 'Set up two-step login first',
  hint: 'This shop requires it for its team, so that a stolen password alone isn’t enough. It takes a minute and an app on your phone.',
  toShop: 'Go to the shop',
} as const;

/** Switching off the second factor of somebody who has lost it. */
export const secondFactorRemoval = {
  title: 'Two-step login',
  on: 'On',
  off: 'Off',
  isOn: 'Two-step login is on.',
  remove: 'Switch off two-step login',
  removeShort: 'Switch off',
  removeLabel: (name: string) => `Switch off the two-step login of ${name}`,
  confirm: (name: string) => `Switch off the two-step login of ${name}?`,
  confirmHint:
    'For somebody who has lost their app and recovery codes: first make sure that it is really them. They are logged out everywhere, can log in with their password alone, and are told by email.',
  removed: (name: string) => `${name} can now log in with the password alone, and is told by email`,
  removedUntold: (name: string) =>
    `${name} can now log in with the password alone. The shop can’t email them about it: tell them yourself.`,
} as const;

export const teamInvitation = {
  title: 'Join the team',
  lead: (email: string, role: string) => `${email} is invited, as ${role}.`,
  name: 'Name',
  password: 'Password',
  join: 'Join the team',
  joined: 'Welcome to the team. Log in to begin.',
  accepted: 'Welcome to the team',
  hasAccount: 'There is an account with this email. Log in to it to accept.',
  logIn: 'Log in to accept',
  otherAccount: (email: string) => `You are logged in as ${email}.`,
  accept: 'Accept invitation',
  incomplete: 'This link is incomplete. Open the whole link of your invitation.',
} as const;
