import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

/** To whoever asks for it. */
export function renderTestEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'test',
    ...context,
    reason: 'You receive this email because you asked for it in the settings of your shop.',
    blocks: [OPENING, CLOSING],
  });
}
