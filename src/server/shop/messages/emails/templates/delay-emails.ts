/** Emails about an order that runs late: the new day, with the choice of its customer; and what the customer chose, to the team. */
import type { Delay } from '../../../../../contract/delay-fields.ts';
import type { EmailMessage } from '../email-message.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { buildOrderLink, isGuestEmail, type OrderEmailData } from './order-parts.ts';
import type { NewOrderData } from './team-emails.ts';

const formatDay = (day: string) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** What no answer means, which the law of some countries wants to be said. */
const describeSilence = ({ consentBy }: Delay): string =>
  consentBy
    ? `Please choose. If you don't agree to wait by ${formatDay(consentBy)}, you get your money back.`
    : 'If you choose nothing, your order stays, and we send it as soon as we can.';

/** `message`: the shop's own words; empty: none. */
export function renderOrderDelayedEmail({ delay, message, ...data }: OrderEmailData & { delay: Delay; message: string }): EmailMessage {
  const { day, previousDay } = delay;
  return renderEmail({
    ...data,
    kind: 'order delayed',
    isGuest: isGuestEmail(data),
    values: { order: String(data.order.number) },
    blocks: [
      OPENING,
      {
        rows: [
          ['Promised by', formatDay(previousDay)],
          ['New delivery day', day === null ? "We don't know it yet" : `${formatDay(day)} at the latest`],
        ],
      },
      message ? { title: 'What happened', lines: message } : null,
      'You can wait for it, or cancel the order and get all of your money back.',
      data.delayUrl ? { link: 'Wait or cancel', url: data.delayUrl } : 'Answer this email to tell us which.',
      describeSilence(delay),
      CLOSING,
      buildOrderLink(data),
    ],
  });
}

const ANSWERS = { wait: 'wait', cancel: 'cancel it' } as const;

export function renderDelayAnsweredEmail({ answer, ...data }: NewOrderData & { answer: keyof typeof ANSWERS }): EmailMessage {
  const { order, publicUrl } = data;
  return renderEmail({
    ...data,
    kind: 'delay answered',
    reason: MERCHANT_REASON,
    values: { order: String(order.number), answer: ANSWERS[answer] },
    blocks: [
      OPENING,
      answer === 'cancel'
        ? "Don't send it any more. What was paid by card is refunded by itself; anything else waits for you on the order's page."
        : null,
      CLOSING,
      publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null,
    ],
  });
}
