import type { EmailMessage } from '../email-message.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

/** `token`: sets a new password; see auth/account-link.ts. */
export function renderResetPasswordEmail({ token, ...context }: EmailContext & { token: string }): EmailMessage {
  const { publicUrl } = context;
  return renderEmail({
    kind: 'reset password',
    ...context,
    subject: 'Set a new password',
    blocks: [
      'Somebody asked to set a new password for your account. If it was you, choose it here:',
      publicUrl ? { link: 'Set a new password', url: `${publicUrl}/reset-password#token=${token}` } : null,
      "The link works once, for 30 minutes. If it wasn't you, there is nothing to do: your password stays as it is.",
    ],
  });
}
