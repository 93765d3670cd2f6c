import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

/** To the old address. */
export function renderEmailChangedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'email changed',
    ...context,
    reason: 'You receive this email because this address belonged to an account in our shop until now.',
    blocks: [OPENING, CLOSING],
  });
}
