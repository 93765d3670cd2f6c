/** The shop's letters: data in, words out. Without the shop's public address they bear no links. */
import type { Order } from '../../contract/order.ts';
import { type EmailBlock, type EmailMessage, renderEmail, toSingleLine } from './email-layout.ts';

interface Recipient {
  name: string;
  email: string;
}

interface OrderEmailData {
  order: Pick<Order, '_id' | 'number' | 'total' | 'refunded' | 'address' | 'carrier' | 'tracking' | 'lines'>;
  customer: Recipient;
  /** Origin of the shop as shoppers see it, or null. */
  publicUrl: string | null;
}

const currencyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const formatGreeting = ({ name }: Recipient) => `Hello ${toSingleLine(name)},`;

function buildOrderTable({ lines, total }: OrderEmailData['order']): EmailBlock {
  const rows = lines.map(
    ({ name, quantity, price }) => [`${quantity} × ${toSingleLine(name)}`, currencyFormat.format(price * quantity)] as const,
  );
  return { rows: [...rows, ['Total', currencyFormat.format(total)]] };
}

function buildOrderLink({ order, publicUrl }: OrderEmailData): EmailBlock | null {
  return publicUrl ? { link: 'See your order', url: `${publicUrl}/dashboard/user/orders/${order._id}` } : null;
}

export function renderOrderPaidEmail(data: OrderEmailData): EmailMessage {
  const { order, customer } = data;
  return renderEmail({
    kind: 'order paid',
    recipient: customer.email,
    subject: `Your order #${order.number} is paid`,
    greeting: formatGreeting(customer),
    blocks: [
      `Thank you! Your payment of ${currencyFormat.format(order.total)} has arrived, and we are packing order #${order.number} for you.`,
      buildOrderTable(order),
      { title: 'It goes to', lines: order.address },
      'We write to you again as soon as it is on its way.',
      buildOrderLink(data),
    ],
  });
}

export function renderOrderShippedEmail(data: OrderEmailData): EmailMessage {
  const { order, customer } = data;
  const carrier = toSingleLine(order.carrier ?? '');
  const tracking = toSingleLine(order.tracking ?? '');
  return renderEmail({
    kind: 'order shipped',
    recipient: customer.email,
    subject: `Your order #${order.number} is on its way`,
    greeting: formatGreeting(customer),
    blocks: [
      carrier ? `Order #${order.number} has left us and travels with ${carrier}.` : `Order #${order.number} has left us.`,
      tracking ? { title: 'Tracking', lines: tracking } : null,
      buildOrderTable(order),
      { title: 'It goes to', lines: order.address },
      buildOrderLink(data),
    ],
  });
}

/** `amount`: the US dollars that went back this time; `order.refunded` is what went back in all. */
export function renderOrderRefundedEmail(data: OrderEmailData & { amount: number }): EmailMessage {
  const { order, customer, amount } = data;
  const isFullRefund = Math.round(order.refunded * 100) >= Math.round(order.total * 100);
  return renderEmail({
    kind: 'order refunded',
    recipient: customer.email,
    subject: `${currencyFormat.format(amount)} of your order #${order.number} is on its way back`,
    greeting: formatGreeting(customer),
    blocks: [
      `We have sent ${currencyFormat.format(amount)} back to you, the way you paid. Banks take some days to show it.`,
      {
        rows: [
          ['Paid', currencyFormat.format(order.total)],
          [isFullRefund ? 'Refunded, all of it' : 'Refunded so far', currencyFormat.format(order.refunded)],
        ],
      },
      buildOrderLink(data),
    ],
  });
}

export function renderPasswordChangedEmail({ user, publicUrl }: { user: Recipient; publicUrl: string | null }): EmailMessage {
  return renderEmail({
    kind: 'password changed',
    recipient: user.email,
    subject: 'Your password was changed',
    greeting: formatGreeting(user),
    blocks: [
      'The password of your account was changed just now, and every other device was logged out.',
      "Was it you? Then all is well. If it wasn't, set a new password at once and write to us.",
      publicUrl ? { link: 'Set a new password', url: `${publicUrl}/forget-password` } : null,
    ],
  });
}
