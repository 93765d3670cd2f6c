import { toZonedTime } from '../../../contract/time-zone.ts';
import type { EmailMessage } from '../email-message.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

interface NewLogin {
  browser: string | null;
  system: string | null;
  ip: string;
  at: Date;
}

export function renderNewLoginEmail({ browser, system, ip, at, ...context }: EmailContext & NewLogin): EmailMessage {
  return renderEmail({
    kind: 'new login',
    ...context,
    subject: 'New login to your account',
    blocks: [
      'Your account was logged in to from a device and a network that it was never used from before.',
      {
        rows: [
          ['Device', [browser, system].filter(Boolean).join(' on ') || 'Unknown'],
          ['Network', ip],
          ['Time', `${toZonedTime(at, context.shop.timeZone).slice(0, 16).replace('T', ' ')} ${context.shop.timeZone}`],
        ],
      },
      "If it was you, there is nothing to do. If it wasn't, set a new password now: that logs out everywhere.",
      context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null,
    ],
  });
}
