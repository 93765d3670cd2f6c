import type { EmailMessage } from '../email-message.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { formatSum, type OrderEmailData } from './order-parts.ts';

/** Sent to the merchant only: the customer was told of a refund, and now needs a person who arranges another way. */
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
