import { formatOrderNumber } from '../../../../../contract/order-fields.ts';
import type { EmailMessage } from '../email-message.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { buildOrderLink, isGuestEmail, type OrderEmailData } from './order-parts.ts';

/** `message`: what the team wrote to the customer. */
export function renderOrderMessageEmail({ message, ...data }: OrderEmailData & { message: string }): EmailMessage {
  const { number } = data.order;
  return renderEmail({
    ...data,
    kind: 'order message',
    isGuest: isGuestEmail(data),
    values: { order: String(number) },
    blocks: [OPENING, { title: `About your order ${formatOrderNumber(number)}`, lines: message }, CLOSING, buildOrderLink(data)],
  });
}
