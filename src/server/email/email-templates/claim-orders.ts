import type { EmailMessage } from '../email-message.ts';
import { type EmailContext, renderEmail } from './email-layout.ts';

/** `token`: adds the orders; see order/guest-link.ts. */
export function renderClaimOrdersEmail({ token, ...context }: EmailContext & { token: string }): EmailMessage {
  const { publicUrl } = context;
  return renderEmail({
    ...context,
    kind: 'claim orders',
    subject: 'Add your guest orders to your account',
    blocks: [
      'There are orders in our shop that were made as a guest with this email address. Your account can hold them all.',
      publicUrl ? { link: 'Add them to my account', url: `${publicUrl}/dashboard/user/orders#claim=${token}` } : null,
      "The link works for a day, while you are logged in to the account that asked for it. If that wasn't you, there is nothing to do: without you nobody gets these orders.",
    ],
  });
}
