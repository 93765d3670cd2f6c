import type { EmailMessage } from '../email-message.ts';
import { renderEmail } from './email-layout.ts';

interface PasswordChangedData {
  recipient: string;
  /** Origin of the shop as customers see it; null: the email has no links. */
  publicUrl: string | null;
}

export function renderPasswordChangedEmail({ recipient, publicUrl }: PasswordChangedData): EmailMessage {
  return renderEmail({
    kind: 'password changed',
    recipient,
    subject: 'Your password was changed',
    blocks: [
      'The password of your account was just changed, and all other devices were signed out.',
      "If this was you, there is nothing to do. If it wasn't, set a new password now and contact us.",
      publicUrl ? { link: 'Set a new password', url: `${publicUrl}/forget-password` } : null,
    ],
  });
}
