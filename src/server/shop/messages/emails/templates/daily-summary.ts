import { formatMoney } from '../../../../../contract/money.ts';
import type { Waiting } from '../../../../../contract/notifications.ts';
import type { EmailMessage } from '../email-message.ts';
import { toSingleLine } from './email-block.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';

export interface DailySummaryData extends EmailContext {
  /** The day that it summarizes, as YYYY-MM-DD in the shop's time zone. */
  day: string;
  orders: number;
  /** Minus refunds. */
  revenue: number;
  /** What is waiting for the team now, counted up to 100. */
  waiting: Waiting;
  lowStock: readonly { name: string; quantity: number }[];
  /** The last entry of the audit log, which proves all earlier ones; null: the log is empty. */
  auditHead: { position: number; hash: string } | null;
}

const MAX_COUNTED = 100;
const formatCount = (count: number) => (count >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(count));

export function renderDailySummaryEmail(data: DailySummaryData): EmailMessage {
  const { day, orders, revenue, waiting, lowStock, auditHead, publicUrl, shop } = data;
  const revenueText = formatMoney(revenue, { currency: shop.currency, locale: shop.priceLocale });
  return renderEmail({
    ...data,
    kind: 'daily summary',
    reason: MERCHANT_REASON,
    values: {
      day,
      time_zone: shop.timeZone,
      orders: `${orders} ${orders === 1 ? 'order' : 'orders'}`,
      revenue: revenueText,
    },
    blocks: [
      OPENING,
      {
        rows: [
          ['Orders', String(orders)],
          ['To ship', formatCount(waiting.toShip)],
          ['On hold', formatCount(waiting.onHold)],
          ['Open requests', formatCount(waiting.requests)],
          ...(waiting.disputes ? [['Disputes to answer', formatCount(waiting.disputes)] as [string, string]] : []),
          ['Revenue', revenueText],
        ],
      },
      lowStock.length
        ? { title: 'Low on stock', lines: lowStock.map(({ name, quantity }) => `${toSingleLine(name)}: ${quantity} left`).join('\n') }
        : null,
      auditHead
        ? {
            title: 'Activity log',
            lines: `Keep this email: entry ${auditHead.position} proves all entries before it by\n${auditHead.hash}`,
          }
        : null,
      CLOSING,
      publicUrl ? { link: 'Open the overview', url: `${publicUrl}/dashboard/admin` } : null,
    ],
  });
}
