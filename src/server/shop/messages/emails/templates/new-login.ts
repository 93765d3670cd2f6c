import { toZonedTime } from '../../../../../contract/time-zone.ts';
import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

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
    blocks: [
      OPENING,
      {
        rows: [
          ['Device', [browser, system].filter(Boolean).join(' on ') || 'Unknown'],
          ['Network', ip],
          ['Time', `${toZonedTime(at, context.shop.timeZone).slice(0, 16).replace('T', ' ')} ${context.shop.timeZone}`],
        ],
      },
      CLOSING,
      context.publicUrl ? { link: 'Set a new password', url: `${context.publicUrl}/forget-password` } : null,
    ],
  });
}
