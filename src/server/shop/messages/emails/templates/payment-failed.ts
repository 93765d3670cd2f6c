/** A payment that takes days, such as a bank debit, has failed. */
import type { EmailMessage } from '../email-message.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { type BoughtData, buildOrderTable, formatSum } from './order-parts.ts';

interface Data extends EmailContext {
  order: BoughtData;
}

export function renderPaymentFailedEmail({ isGuest, ...data }: Data & { isGuest: boolean }): EmailMessage {
  const { order, publicUrl } = data;
  return renderEmail({
    ...data,
    kind: 'payment failed',
    isGuest,
    values: { total: formatSum(data, order.total) },
    blocks: [OPENING, buildOrderTable(data), CLOSING, publicUrl ? { link: 'Visit the shop', url: publicUrl } : null],
  });
}

export function renderLatePaymentFailedEmail(data: Data): EmailMessage {
  const { order, publicUrl } = data;
  return renderEmail({
    ...data,
    kind: 'late payment failed',
    reason: MERCHANT_REASON,
    values: { total: formatSum(data, order.total) },
    blocks: [OPENING, CLOSING, publicUrl ? { link: 'Open the checkout', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null],
  });
}
