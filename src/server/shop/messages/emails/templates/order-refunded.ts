import { toCents } from '../../../../../contract/money.ts';
import type { EmailMessage } from '../email-message.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { buildOrderLink, formatSum, isGuestEmail, type OrderEmailData } from './order-parts.ts';

/** `amount`: of this refund; `order.refunded` is the sum of all. */
export function renderOrderRefundedEmail(data: OrderEmailData & { amount: number }): EmailMessage {
  const { order, amount } = data;
  const isFullRefund = toCents(order.refunded) >= toCents(order.total);
  return renderEmail({
    kind: 'order refunded',
    ...data,
    isGuest: isGuestEmail(data),
    values: { order: String(order.number), amount: formatSum(data, amount) },
    blocks: [
      OPENING,
      {
        rows: [
          ['Paid', formatSum(data, order.total)],
          [isFullRefund ? 'Refunded in full' : 'Refunded so far', formatSum(data, order.refunded)],
        ],
      },
      CLOSING,
      buildOrderLink(data),
    ],
  });
}
