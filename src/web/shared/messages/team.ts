/** The words about who works here and about invitations. */
import type { TeamRole } from '../../../contract/endpoint.ts';

const roles: Record<TeamRole, string> = { 'read-only': 'Read-only', staff: 'Staff', owner: 'Owner' };

export const team = {
  title: 'Team',
  lead: 'The people who run this shop, and what they may do',
  roles,
  roleHint:
    'Read-only can view everything except API keys and the activity log. Staff can do the daily work. Owners can also change the team, taxes, API keys and webhooks.',
  readOnly: 'With the role Read-only you can’t make changes here.',
  readOnlyNotice: 'Your role is Read-only: you can view the admin area, but not make changes.',
  ownerOnly: 'Only an owner can change this.',
  ownersSee: 'Only owners can see this page',
  ownersSeeHint: 'Ask an owner of this shop.',
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
  confirmRemoveHint: 'They are logged out everywhere at once. They keep their account as a customer.',
  removed: (name: string) => `${name} was removed`,
  invite: 'Invite someone',
  inviteHint: 'They get an email with a link that works once, for seven days.',
  inviteHintUnsent: 'This shop can’t email links yet: you get the link and pass it on yourself. It works once, for seven days.',
  sendInvitation: 'Send invitation',
  invited: (email: string) => `${email} is invited`,
  invitations: 'Invitations',
  invitedBy: (by: string) => `Invited by ${by}`,
  expires: (date: string) => `Expires ${date}`,
  expired: 'Expired',
  resend: 'Send again',
  resendLabel: (email: string) => `Send the invitation of ${email} again`,
  resent: 'Invitation sent again. The previous link no longer works.',
  renewed: 'New link made. The previous one no longer works.',
  revoke: 'Revoke',
  revokeLabel: (email: string) => `Revoke the invitation of ${email}`,
  confirmRevoke: (email: string) => `Revoke the invitation of ${email}?`,
  confirmRevokeHint: 'Its link stops working at once.',
  revoked: 'Invitation revoked',
  link: 'Link of the invitation',
  linkHint: 'This shop can’t email links yet, so pass this one on yourself. It is shown only once.',
} as const;

/** The second factor that the shop demands of whoever works here. */
export const secondFactorDemand = {
  notice: (days: number) =>
    `This shop requires two-step login for its team. Set it up within ${days === 1 ? 'a day' : `${days} days`} to keep your access to the admin area.`,
  setUp: 'Set up two-step login',
  title: 'Set up two-step login first',
  hint: 'This shop requires it for its team, so that a stolen password alone isn’t enough. It takes a minute and an app on your phone.',
  toShop: 'Go to the shop',
} as const;

/** How the team's logins are protected. */
export const teamSecurity = {
  title: 'Two-step login of your team',
  demanded: 'Owners and staff have to log in in two steps: from a week after they joined, whoever hasn’t set it up can’t work here.',
  optional: 'Each member decides whether to log in in two steps.',
  byServer: 'This rule is set where the shop runs. Ask whoever runs your server to change it.',
  with: (count: number, all: number) => `${count} of ${all} members log in in two steps.`,
  without: 'Not yet:',
  toTeam: 'Open the team',
  own: 'Your own login',
  ownHint: 'Your password, two-step login, and where you are logged in.',
  toOwn: 'Open your security page',
  activity: 'Activity log',
  activityHint: 'Who changed what, and what looked like an attack, such as many wrong passwords.',
  toActivity: 'Open the activity log',
} as const;

/** Taking away the second factor of somebody who has lost it. */
export const secondFactorRemoval = {
  title: 'Two-step login',
  on: 'On',
  off: 'Off',
  isOn: 'Two-step login is on.',
  remove: 'Turn off two-step login',
  removeShort: 'Turn off',
  removeLabel: (name: string) => `Turn off two-step login for ${name}`,
  confirm: (name: string) => `Turn off two-step login for ${name}?`,
  confirmHint:
    'For people who have lost their app and recovery codes. First make sure that the request really comes from them. They are logged out everywhere, then log in with their password alone, and are notified by email.',
  removed: (name: string) => `${name} now logs in with the password alone, and was notified by email`,
  removedUntold: (name: string) => `${name} now logs in with the password alone. No email could be sent: tell them yourself.`,
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
