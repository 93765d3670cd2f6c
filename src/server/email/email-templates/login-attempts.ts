import type { EmailMessage } from '../email-message.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

export function renderLoginAttemptsEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'login attempts',
    ...context,
    subject: 'Someone tries to log in to your account',
    blocks: [
      'Several wrong passwords were entered for your account, from devices and networks that you never logged in from.',
      'We only take a few tries a day from there now. Where you have logged in before, you log in as always.',
      "If it was you, set a new password, or log in on a device that you use. If it wasn't, there is nothing to do, unless others could guess your password.",
      context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null,
    ],
  });
}
