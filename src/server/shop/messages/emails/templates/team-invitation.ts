import type { TeamRole } from '../../../../../contract/access.ts';
import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

const ROLES: Record<TeamRole, string> = {
  owner: 'an owner: you may do everything',
  staff: 'staff: you may do the daily work, and not change the team or the tax',
  'read-only': 'read-only: you see everything and change nothing',
};

interface TeamInvitation extends EmailContext {
  /** Who invites. */
  by: string;
  role: TeamRole;
  /** Null if the shop's own URL (PUBLIC_URL) isn't known. */
  link: string | null;
}

export function renderTeamInvitationEmail({ by, role, link, ...context }: TeamInvitation): EmailMessage {
  return renderEmail({
    ...context,
    kind: 'team invitation',
    reason: 'You receive this email because somebody who runs our shop gave this address.',
    values: { inviter: by, role: ROLES[role] },
    blocks: [OPENING, link ? { link: 'Accept the invitation', url: link } : `Ask ${by} for the link to accept it.`, CLOSING],
  });
}
