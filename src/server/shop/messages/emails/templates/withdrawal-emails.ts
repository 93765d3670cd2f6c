/** Emails about a withdrawal: the receipt with its content and time, which is the customer's proof; the team's; and that nothing was left. */
import type { Withdrawal } from '../../../../../contract/withdrawal-fields.ts';
import type { EmailMessage } from '../email-message.ts';
import { type EmailBlock, toSingleLine } from './email-block.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { buildOrderLink, isGuestEmail, type OrderEmailData } from './order-parts.ts';

type WithdrawalData = OrderEmailData & { withdrawal: Withdrawal };

const formatDay = (day: string) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** With seconds and zone: the time decides whether it came within the period. */
const formatTime = (time: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone }).format(new Date(time));

function listItems({ order, withdrawal: { lines, items } }: WithdrawalData): string {
  if (items) return items;
  return lines
    .map(({ line, quantity }) => {
      const { name = '', options } = order.lines[line] ?? {};
      return `${quantity} × ${toSingleLine(options ? `${name} (${options})` : name)}`;
    })
    .join('\n');
}

const buildStatement = (data: WithdrawalData): EmailBlock[] => [
  {
    rows: [
      ['Order', `#${data.order.number}`],
      ['Name', toSingleLine(data.withdrawal.name)],
      ['Received', formatTime(data.withdrawal.createdAt, data.shop.timeZone)],
    ],
  },
  { title: 'Withdrawn from', lines: listItems(data) },
];

const LATE = 'It reached us after the end of the period for withdrawals. We look at it, and tell you by email whether we accept it.';

export function renderWithdrawalReceivedEmail(data: WithdrawalData): EmailMessage {
  const { order, withdrawal } = data;
  const { refundBy } = withdrawal;
  return renderEmail({
    ...data,
    kind: 'withdrawal received',
    isGuest: isGuestEmail(data),
    values: { order: String(order.number) },
    blocks: [
      OPENING,
      ...buildStatement(data),
      refundBy
        ? `We refund you by ${formatDay(refundBy)}. We may wait until the items are back, or you have shown that you sent them.`
        : LATE,
      CLOSING,
      buildOrderLink(data),
    ],
  });
}

export function renderOrderWithdrawnEmail(data: WithdrawalData): EmailMessage {
  const { order, publicUrl, withdrawal } = data;
  const { refundBy } = withdrawal;
  return renderEmail({
    ...data,
    kind: 'order withdrawn',
    reason: MERCHANT_REASON,
    values: { order: String(order.number) },
    blocks: [
      OPENING,
      ...buildStatement(data),
      refundBy
        ? `Refund it by ${formatDay(refundBy)}. You can't decline it.`
        : 'It came after the end of the period: refund it or decline it.',
      CLOSING,
      publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null,
    ],
  });
}

/** To the order's address alone, where the form was used again. */
export function renderNothingToWithdrawEmail(data: OrderEmailData): EmailMessage {
  return renderEmail({
    ...data,
    kind: 'nothing to withdraw',
    isGuest: data.userId === null,
    values: { order: String(data.order.number) },
    blocks: [OPENING, CLOSING],
  });
}
