/** Tells the merchant that a customer's bank demands a payment back. */
import type { Dispute } from '../../../../../contract/order-fields.ts';
import { toDay } from '../../../../../contract/time-zone.ts';
import type { EmailMessage } from '../email-message.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { formatSum, type OrderEmailData } from './order-parts.ts';

const OUTCOMES: Record<Dispute['status'], string> = {
  won: 'you won, and the money stays with you',
  lost: "you lost, and the money is the customer's again",
  closed: 'it ended without a decision',
  needs_response: 'not decided',
  under_review: 'not decided',
};

const linkToOrder = ({ order, publicUrl }: OrderEmailData) =>
  publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null;

export function renderDisputeOpenedEmail({
  amount,
  reason,
  respondBy,
  ...data
}: OrderEmailData & { amount: number; reason: string; respondBy: Date | null }): EmailMessage {
  const rows: [string, string][] = [['Reason', reason.replaceAll('_', ' ')]];
  if (respondBy) rows.push(['Respond by', toDay(respondBy, data.shop.timeZone)]);
  return renderEmail({
    ...data,
    kind: 'dispute opened',
    reason: MERCHANT_REASON,
    values: { order: String(data.order.number), amount: formatSum(data, amount) },
    blocks: [OPENING, { rows }, CLOSING, linkToOrder(data)],
  });
}

export function renderDisputeClosedEmail({
  amount,
  status,
  ...data
}: OrderEmailData & { amount: number; status: Dispute['status'] }): EmailMessage {
  return renderEmail({
    ...data,
    kind: 'dispute closed',
    reason: MERCHANT_REASON,
    values: { order: String(data.order.number), amount: formatSum(data, amount), outcome: OUTCOMES[status] },
    blocks: [OPENING, CLOSING, linkToOrder(data)],
  });
}
