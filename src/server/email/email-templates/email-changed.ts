import type { EmailMessage } from '../email-message.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

/** To the old address. */
export function renderEmailChangedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'email changed',
    ...context,
    reason: 'You receive this email because this address belonged to an account in our shop until now.',
    subject: 'The email address of your account was changed',
    blocks: [
      'Your account has another email address now, which was confirmed there. This one no longer belongs to it.',
      "If this was you, there is nothing to do. If it wasn't, contact us at once.",
    ],
  });
}
