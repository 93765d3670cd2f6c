import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

export function renderAccountErasedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'account erased',
    ...context,
    reason: 'You receive this email because this address belonged to an account in our shop.',
    blocks: [OPENING, CLOSING],
  });
}
