/** Emails about orders that are paid by hand: what to do, what has come, and that it didn't. */
import { formatIban } from '../../../../../contract/iban.ts';
import type { Order } from '../../../../../contract/order-fields.ts';
import { toDay } from '../../../../../contract/time-zone.ts';
import type { EmailMessage } from '../email-message.ts';
import { buildConfirmed } from './checkout-words.ts';
import { type EmailBlock, toSingleLine } from './email-block.ts';
import { CLOSING, OPENING, renderEmail } from './email-layout.ts';
import { MERCHANT_REASON } from './merchant-reason.ts';
import { buildOrderLink, buildOrderTable, formatSum, isGuestEmail, type OrderEmailData } from './order-parts.ts';
import type { NewOrderData } from './team-emails.ts';

export type PaymentEmailData = OrderEmailData & { order: OrderEmailData['order'] & Pick<Order, 'paymentMethod'> };

type Row = [string, string];

/** What a transfer, or whatever else pays it, needs. */
function buildInstructions(data: PaymentEmailData, left: number): EmailBlock[] {
  const { paymentMethod: method } = data.order;
  if (!method) return [];
  const { account, reference, dueAt, instructions } = method;
  const rows: Row[] = [
    ['Payment method', toSingleLine(method.name)],
    ['Amount', formatSum(data, left)],
    ...(account?.holder ? [['Account holder', toSingleLine(account.holder)] satisfies Row] : []),
    ...(account?.iban ? [['IBAN', formatIban(account.iban)] satisfies Row] : []),
    ...(account?.bic ? [['BIC', toSingleLine(account.bic)] satisfies Row] : []),
    ...(reference ? [['Reference', reference] satisfies Row] : []),
    ...(dueAt ? [['To be paid by', toDay(new Date(dueAt), data.shop.timeZone)] satisfies Row] : []),
  ];
  return [
    { rows },
    ...(account?.details ? [{ title: 'Account', lines: account.details }] : []),
    ...(instructions ? [{ title: toSingleLine(method.name), lines: instructions }] : []),
  ];
}

/** What to do depends on who takes the money. */
const NEXT: Record<NonNullable<Order['paymentMethod']>['kind'], string> = {
  online: '',
  bank_transfer: "Please transfer the amount below. We'll prepare your order as soon as it has arrived.",
  cash_on_delivery: 'You pay when it is delivered.',
  invoice: 'You pay it on invoice, by the day below.',
  in_shop: 'You pay when you pick it up.',
  paypal: '',
};

/** Without addresses and the name of a company: nobody has paid, so that it could go to anybody. */
export function renderOrderPlacedEmail(data: PaymentEmailData): EmailMessage {
  const { order } = data;
  return renderEmail({
    ...data,
    kind: 'order placed',
    isGuest: isGuestEmail(data),
    values: { order: String(order.number), total: formatSum(data, order.total), next: NEXT[order.paymentMethod?.kind ?? 'online'] },
    blocks: [
      OPENING,
      ...buildInstructions(data, order.balance?.due ?? order.total),
      buildOrderTable(data),
      buildConfirmed(data),
      CLOSING,
      buildOrderLink(data),
    ],
  });
}

/** `amount`: what came now. `left`: what is still to be paid. */
export function renderPaymentReceivedEmail({ amount, left, ...data }: PaymentEmailData & { amount: number; left: number }): EmailMessage {
  const rest = left > 0 ? `${formatSum(data, left)} is still to be paid.` : 'It is paid in full now.';
  return renderEmail({
    ...data,
    kind: 'payment received',
    isGuest: isGuestEmail(data),
    values: { order: String(data.order.number), amount: formatSum(data, amount), rest },
    blocks: [OPENING, ...(left > 0 ? buildInstructions(data, left) : []), CLOSING, buildOrderLink(data)],
  });
}

export function renderOrderEndedEmail(data: PaymentEmailData): EmailMessage {
  return renderEmail({
    ...data,
    kind: 'order ended',
    isGuest: isGuestEmail(data),
    values: { order: String(data.order.number), total: formatSum(data, data.order.total) },
    blocks: [OPENING, buildOrderTable(data), CLOSING, buildOrderLink(data)],
  });
}

export function renderPaymentReminderEmail({ left, ...data }: PaymentEmailData & { left: number }): EmailMessage {
  return renderEmail({
    ...data,
    kind: 'payment reminder',
    isGuest: isGuestEmail(data),
    values: { order: String(data.order.number), amount: formatSum(data, left) },
    blocks: [OPENING, ...buildInstructions(data, left), CLOSING, buildOrderLink(data)],
  });
}

/** To the merchant, so it may contain what the customer typed. */
export function renderNewUnpaidOrderEmail(data: NewOrderData & PaymentEmailData): EmailMessage {
  const { order, publicUrl } = data;
  const method = toSingleLine(order.paymentMethod?.name ?? '');
  return renderEmail({
    ...data,
    kind: 'new unpaid order',
    reason: MERCHANT_REASON,
    values: { order: String(order.number), total: formatSum(data, order.total), customer: order.buyer.email, method },
    blocks: [
      OPENING,
      buildOrderTable(data),
      order.address && order.needsShipping !== false ? { title: 'Ship to', lines: order.address } : null,
      CLOSING,
      publicUrl ? { link: 'Open the order', url: `${publicUrl}/dashboard/admin/orders/${order._id}` } : null,
    ],
  });
}
