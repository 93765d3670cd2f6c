import type { EmailMessage } from '../email-message.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

export function renderPasswordChangedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'password changed',
    ...context,
    subject: 'Your password was changed',
    blocks: [
      'The password of your account was just changed, and all other devices were signed out.',
      "If this was you, there is nothing to do. If it wasn't, set a new password now and contact us.",
      context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null,
    ],
  });
}
