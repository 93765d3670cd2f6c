import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

/** `token`: the link's, which adds the orders; see shop/orders/guests/guest-link.ts. */
export function renderClaimOrdersEmail({ token, ...context }: EmailContext & { token: string }): EmailMessage {
  const { publicUrl } = context;
  return renderEmail({
    ...context,
    kind: 'claim orders',
    blocks: [
      OPENING,
      publicUrl ? { link: 'Add them to my account', url: `${publicUrl}/dashboard/user/orders#claim=${token}` } : null,
      CLOSING,
    ],
  });
}
