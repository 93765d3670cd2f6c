import type { AdminOrder } from '../../../../../contract/order-fields.ts';
import type { EmailMessage } from '../email-message.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { buildOrderTable, formatSum, type OrderEmailData } from './order-parts.ts';

export interface NewOrderData extends OrderEmailData {
  order: OrderEmailData['order'] & Pick<AdminOrder, 'address' | 'buyer'>;
}

/** Sent to the merchant, so it may contain what the customer typed. */
export function renderNewOrderEmail(data: NewOrderData): EmailMessage {
  const { order, publicUrl } = data;
  return renderEmail({
    ...data,
    kind: 'new order',
    reason: MERCHANT_REASON,
    values: { order: String(order.number), total: formatSum(data, order.total), customer: order.buyer.email },
    blocks: [
      OPENING,
      buildOrderTable(data),
      { title: 'Ship to', lines: order.address },
      CLOSING,
      publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null,
    ],
  });
}
