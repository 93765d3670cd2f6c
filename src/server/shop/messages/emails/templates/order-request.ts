/**
 * A customer's request about an order: notifies the customer and the merchant of it, and the customer if it is declined. For an approval,
 * the email about the refund is enough.
 */
import type { OrderRequest } from '../../../../../contract/order-fields.ts';
import type { EmailMessage } from '../email-message.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { buildOrderLink, isGuestEmail, type OrderEmailData } from './order-parts.ts';

/** A withdrawal is declined by the same email, if it came too late. */
type Kind = OrderRequest['kind'] | 'withdraw';

const NAMES: Record<Kind, string> = { cancel: 'cancel', return: 'return', withdraw: 'withdraw from' };

const listValues = (number: number, kind: Kind) => ({ order: String(number), request: NAMES[kind] });

export function renderRequestReceivedEmail({ kind, ...data }: OrderEmailData & { kind: Kind }): EmailMessage {
  const { number } = data.order;
  return renderEmail({
    ...data,
    kind: 'request received',
    isGuest: isGuestEmail(data),
    values: listValues(number, kind),
    blocks: [OPENING, CLOSING, buildOrderLink(data)],
  });
}

/** `answer`: what the team wrote to the customer. */
export function renderRequestDeclinedEmail({ kind, answer, ...data }: OrderEmailData & { kind: Kind; answer: string }): EmailMessage {
  const { number } = data.order;
  return renderEmail({
    ...data,
    kind: 'request declined',
    isGuest: isGuestEmail(data),
    values: listValues(number, kind),
    blocks: [OPENING, { title: 'Our answer', lines: answer }, CLOSING, buildOrderLink(data)],
  });
}

/** Doesn't contain the customer's reason, which is on the order's page and requires a login to read. */
export function renderRequestToMerchantEmail({ kind, ...data }: OrderEmailData & { kind: Kind }): EmailMessage {
  const { order, publicUrl } = data;
  return renderEmail({
    ...data,
    kind: 'order request',
    reason: MERCHANT_REASON,
    values: listValues(order.number, kind),
    blocks: [OPENING, CLOSING, publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null],
  });
}
