import type { EmailMessage } from '../email-message.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { formatSum, type OrderEmailData } from './order-parts.ts';

/** To the merchant alone: the customer has been told of a refund, and hears from a person how the money comes now. */
export function renderRefundFailedEmail({ amount, ...data }: OrderEmailData & { amount: number }): EmailMessage {
  const { order, publicUrl } = data;
  return renderEmail({
    ...data,
    kind: 'refund failed',
    reason: MERCHANT_REASON,
    values: { order: String(order.number), amount: formatSum(data, amount) },
    blocks: [OPENING, CLOSING, publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null],
  });
}
