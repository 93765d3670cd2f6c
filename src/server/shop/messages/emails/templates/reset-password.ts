import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

/** `token`: the link's, which sets a new password; see shop/team/login/account-link.ts. */
export function renderResetPasswordEmail({ token, ...context }: EmailContext & { token: string }): EmailMessage {
  const { publicUrl } = context;
  return renderEmail({
    kind: 'reset password',
    ...context,
    blocks: [OPENING, publicUrl ? { link: 'Set a new password', url: `${publicUrl}/reset-password#token=${token}` } : null, CLOSING],
  });
}
