import type { Waiting } from '../../../../../contract/email.ts';
import type { TeamRole } from '../../../../../contract/endpoint.ts';
import { formatMoney } from '../../../../../contract/money.ts';
import type { AdminOrder, Dispute } from '../../../../../contract/order-fields.ts';
import { toDay } from '../../../../../contract/time-zone.ts';
import type { EmailMessage } from '../email-message.ts';
import { buildWordsForTeam } from './checkout-words.ts';
import { toSingleLine } from './email-block.ts';
import { CLOSING, type EmailContext, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { buildBilling, buildOrderTable, formatSum, type OrderEmailData } from './order-parts.ts';

export interface NewOrderData extends OrderEmailData {
  order: OrderEmailData['order'] & Pick<AdminOrder, 'address' | 'buyer'>;
}

/** Sent to the merchant, so it may contain what the customer typed. */
export function renderNewOrderEmail(data: NewOrderData): EmailMessage {
  const { order, publicUrl } = data;
  const next = order.needsShipping === false ? 'There is nothing to ship.' : 'It is ready to ship.';
  return renderEmail({
    ...data,
    kind: 'new order',
    reason: MERCHANT_REASON,
    values: { order: String(order.number), total: formatSum(data, order.total), customer: order.buyer.email, next },
    blocks: [
      OPENING,
      buildOrderTable(data),
      buildBilling(data),
      order.address && order.needsShipping !== false ? { title: 'Ship to', lines: order.address } : null,
      ...buildWordsForTeam(data),
      CLOSING,
      publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null,
    ],
  });
}

/** Tells the merchant that a customer's bank demands a payment back. */

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
          ...(waiting.withdrawals ? [['Withdrawals to refund', formatCount(waiting.withdrawals)] as [string, string]] : []),
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
      publicUrl ? { link: 'Open the admin area', url: `${publicUrl}/dashboard/admin` } : null,
    ],
  });
}

/** failed: no delivery succeeded for a day. gone: it answered 410 Gone. */
export type WebhookFailure = 'failed' | 'gone';

const KINDS = { failed: 'webhook failed', gone: 'webhook gone' } as const;

export function renderWebhookFailedEmail({
  url,
  failure,
  ...context
}: EmailContext & { url: string; failure: WebhookFailure }): EmailMessage {
  return renderEmail({
    kind: KINDS[failure],
    ...context,
    reason: 'You receive this email because you own this shop.',
    blocks: [
      OPENING,
      { rows: [['Endpoint', toSingleLine(url)]] },
      CLOSING,
      context.publicUrl ? { link: 'Open the webhooks', url: `${context.publicUrl}/dashboard/admin/webhooks` } : null,
    ],
  });
}

export function renderKeysLowEmail({
  lists,
  ...context
}: EmailContext & { lists: readonly { product: string; free: number }[] }): EmailMessage {
  return renderEmail({
    kind: 'keys low',
    ...context,
    reason: MERCHANT_REASON,
    blocks: [
      OPENING,
      { rows: lists.map(({ product, free }) => [toSingleLine(product), `${free} left`] as const) },
      CLOSING,
      context.publicUrl ? { link: 'Open the products', url: `${context.publicUrl}/dashboard/admin/products` } : null,
    ],
  });
}

export function renderBackupFailedEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'backup failed',
    ...context,
    reason: 'You receive this email because you own this shop.',
    blocks: [
      OPENING,
      CLOSING,
      context.publicUrl ? { link: 'Open the backups', url: `${context.publicUrl}/dashboard/admin/settings/backups` } : null,
    ],
  });
}

const ROLES: Record<TeamRole, string> = {
  owner: 'an owner: you may do everything',
  staff: 'staff: you may do the daily work, and not change the team or the tax',
  'read-only': 'read-only: you see everything and change nothing',
};

interface TeamInvitation extends EmailContext {
  /** Who invites. */
  by: string;
  role: TeamRole;
  /** Null if the shop's own URL (PUBLIC_URL) isn't known. */
  link: string | null;
}

export function renderTeamInvitationEmail({ by, role, link, ...context }: TeamInvitation): EmailMessage {
  return renderEmail({
    ...context,
    kind: 'team invitation',
    reason: 'You receive this email because somebody who runs our shop gave this address.',
    values: { inviter: by, role: ROLES[role] },
    blocks: [OPENING, link ? { link: 'Accept the invitation', url: link } : `Ask ${by} for the link to accept it.`, CLOSING],
  });
}

/** To whoever asks for it. */
export function renderTestEmail(context: EmailContext): EmailMessage {
  return renderEmail({
    kind: 'test',
    ...context,
    reason: 'You receive this email because you asked for it in the settings of your shop.',
    blocks: [OPENING, CLOSING],
  });
}
