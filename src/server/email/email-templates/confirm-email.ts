import type { EmailMessage } from '../email-message.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

const REASON = 'You receive this email because this address was entered for an account in our shop.';

/** `token`: confirms the address; see auth/account-link.ts. */
export function renderConfirmEmail({ token, ...context }: EmailContext & { token: string }): EmailMessage {
  const { publicUrl } = context;
  return renderEmail({
    kind: 'confirm email',
    ...context,
    reason: REASON,
    subject: 'Confirm your email address',
    blocks: [
      'Is this your email address? Then confirm it, so that we may write to you about your account.',
      publicUrl ? { link: 'Confirm this address', url: `${publicUrl}/confirm-email#token=${token}` } : null,
      "The link works once, for a day. If you didn't enter this address, there is nothing to do: you get no more emails.",
    ],
  });
}
