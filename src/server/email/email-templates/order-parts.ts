/** What the emails about an order have in common. */
import { toCents, toDollars } from '../../../contract/money.ts';
import type { Order } from '../../../contract/order.ts';
import { type EmailBlock, toSingleLine } from './email-block.ts';

export interface OrderEmailData {
  order: { number: number } & Pick<Order, '_id' | 'total' | 'refunded' | 'carrier' | 'tracking' | 'lines'>;
  recipient: string;
  /** Origin of the shop as customers see it; null: the email has no links. */
  publicUrl: string | null;
}

const currencyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const formatDollars = (dollars: number): string => currencyFormat.format(dollars);

export function buildOrderTable({ lines, total }: OrderEmailData['order']): EmailBlock {
  const rows = lines.map(({ name, quantity, price }): [string, string] => [
    `${quantity} × ${toSingleLine(name)}`,
    formatDollars(toDollars(toCents(price) * quantity)),
  ]);
  return { rows: [...rows, ['Total', formatDollars(total)]] };
}

export function buildOrderLink({ order, publicUrl }: OrderEmailData): EmailBlock | null {
  return publicUrl ? { link: 'View your order', url: `${publicUrl}/dashboard/user/orders/${order._id}` } : null;
}
