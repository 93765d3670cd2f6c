import type { EmailMessage } from '../email-message.ts';
import { renderEmail } from './email-layout.ts';
import { buildOrderLink, buildOrderTable, formatDollars, isGuestEmail, type OrderEmailData } from './order-parts.ts';

export function renderOrderPaidEmail(data: OrderEmailData): EmailMessage {
  const { order } = data;
  return renderEmail({
    kind: 'order paid',
    ...data,
    isGuest: isGuestEmail(data),
    subject: `Your order #${order.number} is paid`,
    blocks: [
      `Thank you! Your payment of ${formatDollars(order.total)} has arrived, and order #${order.number} is being prepared for shipping.`,
      buildOrderTable(order),
      "It ships to the address that you gave. We'll email you as soon as it is on its way.",
      buildOrderLink(data),
    ],
  });
}
