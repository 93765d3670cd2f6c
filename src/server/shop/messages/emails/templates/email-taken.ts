import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

export function renderEmailTakenEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'email taken',
    ...context,
    blocks: [OPENING, CLOSING, context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null],
  });
}
