/** The parts that emails about an order share. */
import { hideGiftCode } from '../../../../../contract/balance-fields.ts';
import { describePart } from '../../../../../contract/bundle.ts';
import { REVERSE_CHARGE_NOTE } from '../../../../../contract/company.ts';
import { formatDelivery } from '../../../../../contract/estimated-delivery.ts';
import { formatMoney, toCents, toDollars } from '../../../../../contract/money.ts';
import type { Order } from '../../../../../contract/order-fields.ts';
import { emailImageUrl } from '../../../content/media/image-url.ts';
import { type EmailBlock, toSingleLine } from './email-block.ts';
import type { EmailContext } from './email-layout.ts';

type PricePart = 'subtotal' | 'discount' | 'code' | 'shipping' | 'shippingName' | 'tax' | 'taxRate' | 'taxes' | 'taxIncluded';

interface HandedOver {
  files: readonly { name: string; allowed: number | null; used: number; expiresAt: Date | null; url: string | null }[];
  keys: readonly { line: number; keys: readonly string[]; owed: number }[];
}

export interface OrderEmailData extends EmailContext {
  order: { number: number } & Pick<
    Order,
    | '_id'
    | 'currency'
    | 'total'
    | 'refunded'
    | 'carrier'
    | 'tracking'
    | 'lines'
    | 'address'
    | 'estimatedDelivery'
    | 'needsShipping'
    | 'fee'
    | 'billing'
    | 'charges'
    | 'paymentMethod'
    | 'balance'
    | 'customerNote'
    | 'giftMessage'
    | 'confirmations'
    | PricePart
  >;
  /** Its files and licence keys; absent: none. */
  handedOver?: HandedOver;
  /** For a guest's order: URL of its page, which needs no login. */
  guestUrl?: string | null;
  /** Of an email about a delay: the page on which its customer answers. */
  delayUrl?: string;
}

/** A checkout has no number. */
export type BoughtData = Omit<OrderEmailData['order'], 'number' | 'address' | 'estimatedDelivery'>;

/** An amount in the order's currency, in the shop's price format. */
export const formatSum = ({ order, shop }: OrderSum, amount: number): string =>
  formatMoney(amount, { currency: order.currency, locale: shop.priceLocale });

interface OrderSum {
  order: BoughtData;
  shop: OrderEmailData['shop'];
}

/** If the payment provider calculated the tax, there may be several rates, so none is named. */
const nameTax = (label: string, rate: number) => (rate ? `${label} (${rate}%)` : label);

/** Of several rates each that was taken; otherwise the only one. */
function listTaxes(data: OrderSum, label: string): [string, string][] {
  const { tax, taxRate, taxes = [] } = data.order;
  if (taxes.length <= 1) return [[nameTax(label, taxRate), formatSum(data, tax)]];
  return taxes.flatMap((it) => (it.tax > 0 ? [[nameTax(label, it.rate ?? 0), formatSum(data, it.tax)]] : []));
}

/**
 * The rows between the items and the total; none if the total is the sum of the items. The discount code may be named, because a merchant
 * wrote it.
 */
function listPriceRows(data: OrderSum): [string, string][] {
  const { subtotal, discount, code, shipping, shippingName, fee, charges = [], paymentMethod, tax, taxIncluded } = data.order;
  const rows: [string, string][] = [];
  if (discount > 0) rows.push([`Discount (${toSingleLine(code ?? '')})`, formatSum(data, -discount)]);
  if (shippingName !== null || shipping > 0)
    rows.push([toSingleLine(`Shipping: ${shippingName ?? ''}`), shipping ? formatSum(data, shipping) : 'Free']);
  if (fee) rows.push([toSingleLine(paymentMethod?.name ?? 'Payment fee'), formatSum(data, fee)]);
  for (const { name, amount } of charges) rows.push([toSingleLine(name), formatSum(data, amount)]);
  if (tax > 0 && !taxIncluded) rows.push(...listTaxes(data, 'Tax'));
  return rows.length ? [['Subtotal', formatSum(data, subtotal)], ...rows] : [];
}

function listIncludedTax(data: OrderSum): [string, string][] {
  const { tax, taxIncluded } = data.order;
  return taxIncluded && tax > 0 ? listTaxes(data, 'Includes tax') : [];
}

/** What gift cards and store credit pay, and what is left. They are no discount: the total stays. */
function listBalanceRows(data: OrderSum): [string, string][] {
  const { balance } = data.order;
  if (!balance) return [];
  const parts = (balance.parts ?? []).map(({ kind, lastFour = '', amount }): [string, string] => [
    kind === 'gift_card' ? `Gift card ${hideGiftCode(lastFour)}` : 'Store credit',
    formatSum(data, -amount),
  ]);
  return [...parts, [balance.due > 0 ? 'Left to pay' : 'Paid in full', formatSum(data, balance.due)]];
}

/** Pictures are on the shop's host, so without its public address there are none. */
export function buildOrderTable(data: OrderSum & Pick<EmailContext, 'publicUrl'>): EmailBlock {
  const { lines, total } = data.order;
  const items = lines.map(({ name, options, quantity, promise, price, image, parts }) => ({
    name: toSingleLine(name),
    // A bundle has no options.
    options: toSingleLine(parts?.map((part) => describePart(part, quantity)).join(', ') ?? options ?? ''),
    quantity,
    note: toSingleLine(promise?.text ?? ''),
    sum: formatSum(data, toDollars(toCents(price) * quantity)),
    image: data.publicUrl && emailImageUrl(image, data.publicUrl, 'jpg'),
  }));
  return {
    items,
    parts: listPriceRows(data),
    total: ['Total', formatSum(data, total)],
    included: [...listIncludedTax(data), ...listBalanceRows(data)],
  };
}

/**
 * The delivery address. Only for an order that cost money: otherwise somebody could enter another person's email in a free order, and so
 * make the shop send them any text.
 */
export const buildShipTo = ({ order: { address, total, needsShipping } }: OrderEmailData): EmailBlock | null =>
  address && total > 0 && needsShipping !== false ? { title: 'Ship to', lines: address } : null;

/** The company and where its invoice goes, and why no tax was charged. Of free orders nothing, for the same reason. */
export function buildBilling({ order: { billing, total } }: OrderEmailData): EmailBlock | null {
  if (!billing || total === 0) return null;
  const { company = '', vatId, text, reverseCharge } = billing;
  const lines = [toSingleLine(company), vatId && `VAT ID ${vatId}`, text, reverseCharge && REVERSE_CHARGE_NOTE];
  return { title: 'Bill to', lines: lines.filter(Boolean).join('\n') };
}

export const buildDelivery = ({ order: { estimatedDelivery } }: OrderEmailData): EmailBlock | null =>
  estimatedDelivery && { title: 'Estimated delivery', lines: formatDelivery(estimatedDelivery) };

export function buildOrderLink({ order, publicUrl, guestUrl }: OrderEmailData): EmailBlock | null {
  return publicUrl ? { link: 'View your order', url: guestUrl ?? `${publicUrl}/dashboard/user/orders/${order._id}` } : null;
}

function describeLimits({ allowed, used, expiresAt }: HandedOver['files'][number], timeZone: string): string {
  const left = allowed === null ? '' : `${Math.max(0, allowed - used)} ${allowed - used === 1 ? 'download' : 'downloads'}`;
  const until = expiresAt ? `until ${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(expiresAt)}` : '';
  return [left, until].filter(Boolean).join(', ');
}

/** A link for each file, with what it can be used for; the keys of each line; and how many are still to come. */
export function buildHandedOver({ order, shop, handedOver }: OrderEmailData): EmailBlock[] {
  if (!handedOver) return [];
  const files = handedOver.files.map((file): EmailBlock => {
    const limits = describeLimits(file, shop.timeZone);
    const name = toSingleLine(file.name);
    if (!file.url) return { title: name, lines: 'Download it on the page of your order.' };
    return { link: `Download ${name}`, url: file.url, ...(limits && { note: limits.charAt(0).toUpperCase() + limits.slice(1) }) };
  });
  const keys = handedOver.keys.flatMap(({ line, keys: of, owed }): EmailBlock[] => {
    const name = toSingleLine(order.lines[line]?.name ?? '');
    const missing = `We email you ${owed === 1 ? 'your licence key' : `your ${owed} licence keys`} as soon as possible.`;
    return [
      ...(of.length ? [{ title: `${of.length === 1 ? 'Licence key' : 'Licence keys'} of ${name}`, lines: of.join('\n') }] : []),
      ...(owed > 0 ? [{ title: name, lines: missing }] : []),
    ];
  });
  return [...files, ...keys];
}

/** Never stored as they are. */
export const listSecrets = ({ handedOver }: OrderEmailData): string[] => handedOver?.keys.flatMap(({ keys }) => keys) ?? [];

/** A guest's email never links to an account's page, even if PUBLIC_URL isn't set. */
export const isGuestEmail = ({ guestUrl }: OrderEmailData): boolean => guestUrl !== undefined;

/** Which files come with the email, so that nobody misses one. */
export const buildAttached = ({ attachments = [] }: OrderEmailData): EmailBlock | null =>
  attachments.length ? { title: 'Attached', lines: attachments.map(({ name }) => toSingleLine(name)).join('\n') } : null;
