/** What the emails about an order have in common. */
import { toCents, toDollars } from '../../../contract/money.ts';
import type { Order } from '../../../contract/order.ts';
import { type EmailBlock, toSingleLine } from './email-block.ts';
import type { EmailContext } from './email-layout.ts';

type PricePart = 'subtotal' | 'discount' | 'code' | 'shipping' | 'shippingName' | 'tax' | 'taxRate' | 'taxIncluded';

export interface OrderEmailData extends EmailContext {
  order: { number: number } & Pick<Order, '_id' | 'total' | 'refunded' | 'carrier' | 'tracking' | 'lines' | PricePart>;
  /** Of a guest's order: its page, which needs no login. */
  guestUrl?: string | null;
}

/** A checkout has no number. */
export type BoughtData = Omit<OrderEmailData['order'], 'number'>;

const currencyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const formatDollars = (dollars: number): string => currencyFormat.format(dollars);

/** The payment provider calculates it by one rate or more: then there is none to name. */
const nameTax = (label: string, rate: number) => (rate ? `${label} (${rate}%)` : label);

/** What stands between the items and the total; nothing where they are the same. The code may be named: a merchant wrote it. */
function listPriceRows({
  subtotal,
  discount,
  code,
  shipping,
  shippingName,
  tax,
  taxRate,
  taxIncluded,
}: BoughtData): [string, string][] {
  const rows: [string, string][] = [];
  if (discount > 0) rows.push([`Discount (${toSingleLine(code ?? '')})`, formatDollars(-discount)]);
  if (shippingName !== null || shipping > 0)
    rows.push([toSingleLine(`Shipping: ${shippingName ?? ''}`), shipping ? formatDollars(shipping) : 'Free']);
  if (tax > 0 && !taxIncluded) rows.push([nameTax('Tax', taxRate), formatDollars(tax)]);
  return rows.length ? [['Subtotal', formatDollars(subtotal)], ...rows] : [];
}

const listIncludedTax = ({ tax, taxRate, taxIncluded }: BoughtData): [string, string][] =>
  taxIncluded && tax > 0 ? [[nameTax('Includes tax', taxRate), formatDollars(tax)]] : [];

export function buildOrderTable(order: BoughtData): EmailBlock {
  const { lines, total } = order;
  const rows = lines.map(({ name, options, quantity, price }): [string, string] => [
    `${quantity} × ${toSingleLine(options ? `${name} (${options})` : name)}`,
    formatDollars(toDollars(toCents(price) * quantity)),
  ]);
  return { rows: [...rows, ...listPriceRows(order), ['Total', formatDollars(total)], ...listIncludedTax(order)] };
}

export function buildOrderLink({ order, publicUrl, guestUrl }: OrderEmailData): EmailBlock | null {
  return publicUrl ? { link: 'View your order', url: guestUrl ?? `${publicUrl}/dashboard/user/orders/${order._id}` } : null;
}

/** A guest's email has no link to an account's page, even where the shop's own address isn't known. */
export const isGuestEmail = ({ guestUrl }: OrderEmailData): boolean => guestUrl !== undefined;
