/** The rows between the items and the total, which are the same in the cart and on an order. */

import type { ChargeLine } from '../../../contract/local-fees.ts';
import type { TaxPart } from '../../../contract/tax.ts';
import { classNames } from '../../kit/class-names.ts';
import { formatPrice } from '../format.ts';
import { byHand } from '../messages/payments.ts';
import { prices as words } from '../messages/prices.ts';

interface PriceParts {
  subtotal: number;
  discount: number;
  shipping: number;
  /** Null if there was no shipping rate to choose. */
  shippingName: string | null;
  /** Of the way to pay. */
  fee?: number;
  /** Local fees. */
  charges?: ChargeLine[];
  tax: number;
  taxRate: number;
  /** By rate, the highest first. */
  taxes?: TaxPart[];
  taxIncluded: boolean;
  /** The payment provider calculates the tax. */
  taxAutomatic: boolean;
  /** Only for an order: null until it is paid. */
  number?: number | null;
  /** The discount code that applies. */
  code: string | null;
  /** The order's currency; a cart has the shop's. */
  currency?: string;
}

interface PriceRow {
  label: string;
  value: string;
}

/** Of several rates each that was taken; otherwise the only one. */
const listShownTaxes = ({ tax, taxRate, taxes = [] }: PriceParts): Pick<TaxPart, 'rate' | 'tax'>[] =>
  taxes[1] ? taxes.filter((it) => it.tax) : [{ rate: taxRate, tax }];

/** Empty if the total is the sum of the lines, as in a shop without codes, shipping zones and tax. */
export function listPriceRows(parts: PriceParts): PriceRow[] {
  const {
    currency,
    subtotal,
    discount,
    code,
    shipping,
    shippingName,
    fee = 0,
    charges = [],
    tax,
    taxIncluded,
    taxAutomatic,
    number = null,
  } = parts;
  const rows: PriceRow[] = [];
  if (discount > 0) rows.push({ label: words.discount(code ?? ''), value: `−${formatPrice(discount, currency)}` });
  if (shippingName !== null || shipping > 0)
    rows.push({ label: words.shipping(shippingName), value: shipping > 0 ? formatPrice(shipping, currency) : words.free });
  if (fee > 0) rows.push({ label: byHand.fee, value: formatPrice(fee, currency) });
  for (const { name, amount } of charges) rows.push({ label: name, value: formatPrice(amount, currency) });
  if (tax > 0 && !taxIncluded)
    for (const part of listShownTaxes(parts)) rows.push({ label: words.tax(part.rate), value: formatPrice(part.tax, currency) });
  if (taxAutomatic && !taxIncluded && number === null) rows.push({ label: words.tax(0), value: words.taxLater });
  return rows.length ? [{ label: words.subtotal, value: formatPrice(subtotal, currency) }, ...rows] : [];
}

/** A line below the total; null if prices include no tax. */
export const describeIncludedTax = (parts: PriceParts): string | null =>
  parts.taxIncluded && parts.tax > 0
    ? words.includes(listShownTaxes(parts).map((it) => words.tax(it.rate, `${formatPrice(it.tax, parts.currency)} tax`)))
    : null;

export function PriceRows({ parts, className }: { parts: PriceParts; className?: string }) {
  const rows = listPriceRows(parts);
  if (!rows.length) return null;
  return (
    <dl className={classNames('tabular-nums grid gap-1.5', className)}>
      {rows.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="min-w-0 wrap-anywhere text-soft">{label}</dt>
          <dd className="whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function IncludedTax({ parts }: { parts: PriceParts }) {
  const text = describeIncludedTax(parts);
  return text && <p className="tabular-nums text-small text-soft">{text}</p>;
}
