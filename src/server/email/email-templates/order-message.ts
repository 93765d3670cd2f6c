import type { EmailMessage } from '../email-message.ts';
import { renderEmail } from './email-layout.ts';
import { buildOrderLink, isGuestEmail, type OrderEmailData } from './order-parts.ts';

/** `message`: the shop's own words. */
export function renderOrderMessageEmail({ message, ...data }: OrderEmailData & { message: string }): EmailMessage {
  const { number } = data.order;
  return renderEmail({
    ...data,
    kind: 'order message',
    isGuest: isGuestEmail(data),
    subject: `A message about your order #${number}`,
    blocks: [{ title: `About your order #${number}`, lines: message }, buildOrderLink(data)],
  });
}
