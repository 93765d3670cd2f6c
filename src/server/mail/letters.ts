/** The shop's letters: data in, words out. Without the shop's public address they bear no links. */
import type { Order } from '../../contract/order.ts';
import { type Letter, oneLine, type Part, writeLetter } from './letter.ts';

interface Person {
  name: string;
  email: string;
}

interface OrderNews {
  order: Pick<Order, '_id' | 'number' | 'total' | 'refunded' | 'address' | 'carrier' | 'tracking' | 'lines'>;
  buyer: Person;
  /** Origin of the shop as shoppers see it, or null. */
  publicUrl: string | null;
}

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const greet = ({ name }: Person) => `Hello ${oneLine(name)},`;

function goods({ lines, total }: OrderNews['order']): Part {
  const rows = lines.map(({ name, quantity, price }) => [`${quantity} × ${oneLine(name)}`, format.format(price * quantity)] as const);
  return { rows: [...rows, ['Total', format.format(total)]] };
}

function orderPage({ order, publicUrl }: OrderNews): Part | null {
  return publicUrl ? { link: 'See your order', to: `${publicUrl}/dashboard/user/orders/${order._id}` } : null;
}

export function orderPaidLetter(news: OrderNews): Letter {
  const { order, buyer } = news;
  return writeLetter({
    kind: 'order paid',
    recipient: buyer.email,
    subject: `Your order #${order.number} is paid`,
    greeting: greet(buyer),
    parts: [
      `Thank you! Your payment of ${format.format(order.total)} has arrived, and we are packing order #${order.number} for you.`,
      goods(order),
      { title: 'It goes to', lines: order.address },
      'We write to you again as soon as it is on its way.',
      orderPage(news),
    ],
  });
}

export function orderShippedLetter(news: OrderNews): Letter {
  const { order, buyer } = news;
  const carrier = oneLine(order.carrier ?? '');
  const tracking = oneLine(order.tracking ?? '');
  return writeLetter({
    kind: 'order shipped',
    recipient: buyer.email,
    subject: `Your order #${order.number} is on its way`,
    greeting: greet(buyer),
    parts: [
      carrier ? `Order #${order.number} has left us and travels with ${carrier}.` : `Order #${order.number} has left us.`,
      tracking ? { title: 'Tracking', lines: tracking } : null,
      goods(order),
      { title: 'It goes to', lines: order.address },
      orderPage(news),
    ],
  });
}

/** `amount`: the US dollars that went back this time; `order.refunded` is what went back in all. */
export function orderRefundedLetter(news: OrderNews & { amount: number }): Letter {
  const { order, buyer, amount } = news;
  const isWhole = Math.round(order.refunded * 100) >= Math.round(order.total * 100);
  return writeLetter({
    kind: 'order refunded',
    recipient: buyer.email,
    subject: `${format.format(amount)} of your order #${order.number} is on its way back`,
    greeting: greet(buyer),
    parts: [
      `We have sent ${format.format(amount)} back to you, the way you paid. Banks take some days to show it.`,
      {
        rows: [
          ['Paid', format.format(order.total)],
          [isWhole ? 'Refunded, all of it' : 'Refunded so far', format.format(order.refunded)],
        ],
      },
      orderPage(news),
    ],
  });
}

export function passwordChangedLetter({ user, publicUrl }: { user: Person; publicUrl: string | null }): Letter {
  return writeLetter({
    kind: 'password changed',
    recipient: user.email,
    subject: 'Your password was changed',
    greeting: greet(user),
    parts: [
      'The password of your account was changed just now, and every other device was logged out.',
      "Was it you? Then all is well. If it wasn't, set a new password at once and write to us.",
      publicUrl ? { link: 'Set a new password', to: `${publicUrl}/forget-password` } : null,
    ],
  });
}
