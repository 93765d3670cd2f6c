import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';

const REASON = 'You receive this email because this address was entered for an account in our shop.';

/** `token`: the link's, which confirms the address; see shop/team/login/account-link.ts. */
export function renderConfirmEmail({ token, ...context }: EmailContext & { token: string }): EmailMessage {
  const { publicUrl } = context;
  return renderEmail({
    kind: 'confirm email',
    ...context,
    reason: REASON,
    blocks: [OPENING, publicUrl ? { link: 'Confirm this address', url: `${publicUrl}/confirm-email#token=${token}` } : null, CLOSING],
  });
}
