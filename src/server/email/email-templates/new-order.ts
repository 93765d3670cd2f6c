import type { EmailMessage } from '../email-message.ts';
import { renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { buildOrderTable, formatDollars, type OrderEmailData } from './order-parts.ts';

interface NewOrderData extends OrderEmailData {
  /** An email address. */
  buyer: string;
  /** Where it goes, in several lines. */
  address: string;
}

/** To the merchant, so it says what the customer typed. */
export function renderNewOrderEmail({ buyer, address, ...data }: NewOrderData): EmailMessage {
  const { order, publicUrl } = data;
  return renderEmail({
    ...data,
    kind: 'new order',
    reason: MERCHANT_REASON,
    subject: `New order #${order.number}: ${formatDollars(order.total)}`,
    blocks: [
      `${buyer} has paid ${formatDollars(order.total)} for order #${order.number}. It waits to be shipped.`,
      buildOrderTable(order),
      { title: 'Ship to', lines: address },
      publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null,
    ],
  });
}
