import type { EmailMessage } from '../email-message.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

export function renderEmailTakenEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'email taken',
    ...context,
    subject: 'You already have an account',
    blocks: [
      'Somebody entered this email address for another account in our shop. It belongs to yours already, so nothing was changed.',
      'If it was you, log in to the account that you have, or set a new password for it.',
      context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null,
    ],
  });
}
