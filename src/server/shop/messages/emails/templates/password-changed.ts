import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

export function renderPasswordChangedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'password changed',
    ...context,
    blocks: [OPENING, CLOSING, context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null],
  });
}
