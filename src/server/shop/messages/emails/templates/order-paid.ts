import type { EmailMessage } from '../email-message.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { buildOrderLink, buildOrderTable, buildShipTo, formatSum, isGuestEmail, type OrderEmailData } from './order-parts.ts';

export function renderOrderPaidEmail(data: OrderEmailData): EmailMessage {
  const { order } = data;
  return renderEmail({
    kind: 'order paid',
    ...data,
    isGuest: isGuestEmail(data),
    values: { order: String(order.number), total: formatSum(data, order.total) },
    blocks: [OPENING, buildOrderTable(data), buildShipTo(data), CLOSING, buildOrderLink(data)],
  });
}
