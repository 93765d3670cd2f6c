import type { AdminOrder } from '../../../contract/order.ts';
import type { EmailMessage } from '../email-message.ts';
import { renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { buildOrderTable, formatDollars, type OrderEmailData } from './order-parts.ts';

export interface NewOrderData extends OrderEmailData {
  order: OrderEmailData['order'] & Pick<AdminOrder, 'address' | 'buyer'>;
}

/** To the merchant, so it says what the customer typed. */
export function renderNewOrderEmail(data: NewOrderData): EmailMessage {
  const { order, publicUrl } = data;
  return renderEmail({
    ...data,
    kind: 'new order',
    reason: MERCHANT_REASON,
    subject: `New order #${order.number}: ${formatDollars(order.total)}`,
    blocks: [
      `${order.buyer.email} has paid ${formatDollars(order.total)} for order #${order.number}. It waits to be shipped.`,
      buildOrderTable(order),
      { title: 'Ship to', lines: order.address },
      publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null,
    ],
  });
}
