import type { EmailMessage } from '../email-message.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

export function renderAccountErasedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'account erased',
    ...context,
    reason: 'You receive this email because this address belonged to an account in our shop.',
    subject: 'Your account was deleted',
    blocks: [
      'Your account was deleted, with your addresses, your sessions and the emails that we wrote to you.',
      'Your orders stay in our books for as long as the law asks us to keep them.',
      "If you didn't ask for this, please contact us.",
    ],
  });
}
