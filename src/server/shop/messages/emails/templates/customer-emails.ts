import { toCents } from '../../../../../contract/money.ts';
import { formatOrderNumber } from '../../../../../contract/order-fields.ts';
import { buildTrackingUrl } from '../../../../../contract/order-shipping.ts';
import type { EmailMessage } from '../email-message.ts';
import { buildConfirmed, buildWords } from './checkout-words.ts';
import { toSingleLine } from './email-block.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import {
  type BoughtData,
  buildAttached,
  buildBilling,
  buildDelivery,
  buildHandedOver,
  buildOrderLink,
  buildOrderTable,
  buildShipTo,
  formatSum,
  isGuestEmail,
  listSecrets,
  type OrderEmailData,
} from './order-parts.ts';

/** Of what nobody ships, it says what is ready instead of what comes. */
export function renderOrderPaidEmail(data: OrderEmailData): EmailMessage {
  const { order } = data;
  if (data.handedOver && order.needsShipping === false) return renderOrderDownloadsEmail(data);
  return renderEmail({
    kind: 'order paid',
    ...data,
    isGuest: isGuestEmail(data),
    secrets: listSecrets(data),
    values: { order: String(order.number), total: formatSum(data, order.total) },
    blocks: [
      OPENING,
      ...buildHandedOver(data),
      buildOrderTable(data),
      buildShipTo(data),
      buildBilling(data),
      buildDelivery(data),
      ...buildWords(data),
      buildAttached(data),
      CLOSING,
      buildOrderLink(data),
    ],
  });
}

export function renderOrderDownloadsEmail(data: OrderEmailData): EmailMessage {
  const { order } = data;
  return renderEmail({
    kind: 'order downloads',
    ...data,
    isGuest: isGuestEmail(data),
    secrets: listSecrets(data),
    values: { order: String(order.number), total: formatSum(data, order.total) },
    blocks: [
      OPENING,
      ...buildHandedOver(data),
      buildOrderTable(data),
      buildBilling(data),
      buildConfirmed(data),
      buildAttached(data),
      CLOSING,
      buildOrderLink(data),
    ],
  });
}

export function renderOrderShippedEmail(data: OrderEmailData): EmailMessage {
  const { order } = data;
  const carrier = toSingleLine(order.carrier ?? '');
  const tracking = toSingleLine(order.tracking ?? '');
  const trackingUrl = buildTrackingUrl(carrier, tracking);
  return renderEmail({
    kind: 'order shipped',
    ...data,
    isGuest: isGuestEmail(data),
    values: { order: String(order.number), shipment: carrier ? `has shipped with ${carrier}` : 'has shipped' },
    blocks: [
      OPENING,
      buildDelivery(data),
      tracking ? { title: 'Tracking number', lines: tracking } : null,
      trackingUrl ? { link: 'Track your package', url: trackingUrl } : null,
      buildOrderTable(data),
      buildShipTo(data),
      buildAttached(data),
      CLOSING,
      buildOrderLink(data),
    ],
  });
}

/** `amount`: of this refund; `order.refunded` is the sum of all. */
const BANKS = 'Banks take a few days to show it.';

/** `toBalance`: what of it went to gift cards or store credit, where it can be used at once. */
function describeWhere(data: OrderEmailData, amount: number, toBalance: number): string {
  if (toBalance <= 0) return `to your original payment method. ${BANKS}`;
  if (toBalance >= amount) return 'to your gift card or store credit, where you can use it at once.';
  return `in two parts: ${formatSum(data, toBalance)} to your gift card or store credit, and the rest to your original payment method. ${BANKS}`;
}

export function renderOrderRefundedEmail(data: OrderEmailData & { amount: number; toBalance?: number }): EmailMessage {
  const { order, amount, toBalance = 0 } = data;
  const isFullRefund = toCents(order.refunded) >= toCents(order.total);
  return renderEmail({
    kind: 'order refunded',
    ...data,
    isGuest: isGuestEmail(data),
    values: { order: String(order.number), amount: formatSum(data, amount), where: describeWhere(data, amount, toBalance) },
    blocks: [
      OPENING,
      {
        rows: [
          ['Paid', formatSum(data, order.total)],
          [isFullRefund ? 'Refunded in full' : 'Refunded so far', formatSum(data, order.refunded)],
        ],
      },
      buildAttached(data),
      CLOSING,
      buildOrderLink(data),
    ],
  });
}

/** `message`: what the team wrote to the customer. */
export function renderOrderMessageEmail({ message, ...data }: OrderEmailData & { message: string }): EmailMessage {
  const { number } = data.order;
  return renderEmail({
    ...data,
    kind: 'order message',
    isGuest: isGuestEmail(data),
    values: { order: String(number) },
    blocks: [OPENING, { title: `About your order ${formatOrderNumber(number)}`, lines: message }, CLOSING, buildOrderLink(data)],
  });
}

/** `token`: the link's, which adds the orders; see shop/orders/guests/guest-link.ts. */
export function renderClaimOrdersEmail({ token, ...context }: EmailContext & { token: string }): EmailMessage {
  const { publicUrl } = context;
  return renderEmail({
    ...context,
    kind: 'claim orders',
    blocks: [
      OPENING,
      publicUrl ? { link: 'Add them to my account', url: `${publicUrl}/dashboard/user/orders#claim=${token}` } : null,
      CLOSING,
    ],
  });
}

/** A payment that takes days, such as a bank debit, has failed. */

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
