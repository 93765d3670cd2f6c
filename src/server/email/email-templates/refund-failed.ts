import type { EmailMessage } from '../email-message.ts';
import { renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { formatDollars, type OrderEmailData } from './order-parts.ts';

/** To the merchant alone: the customer has been told of a refund, and hears from a person how the money comes now. */
export function renderRefundFailedEmail({ amount, ...data }: OrderEmailData & { amount: number }): EmailMessage {
  const { order, publicUrl } = data;
  return renderEmail({
    ...data,
    kind: 'refund failed',
    reason: MERCHANT_REASON,
    subject: `A refund of ${formatDollars(amount)} for order #${order.number} failed`,
    blocks: [
      `The refund of ${formatDollars(amount)} for order #${order.number} didn't reach the customer, and the money is back with you. Ask the customer where else to send it.`,
      publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null,
    ],
  });
}
