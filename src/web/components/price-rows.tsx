/** What stands between the items and the total: the same rows in the cart and on an order. */
import { formatPrice } from '../format.ts';
import { prices as words } from '../messages/prices.ts';
import { classNames } from '../ui/class-names.ts';

interface PriceParts {
  subtotal: number;
  discount: number;
  shipping: number;
  /** Null: there was nothing to choose. */
  shippingName: string | null;
  tax: number;
  taxRate: number;
  taxIncluded: boolean;
  /** The payment provider calculates it. */
  taxAutomatic: boolean;
  /** Of an order: null until it is paid. */
  number?: number | null;
  /** The discount code that applies. */
  code: string | null;
  /** Of an order; a cart is in the shop's. */
  currency?: string;
}

interface PriceRow {
  label: string;
  value: string;
}

/** Nothing where the total is the sum of the lines, as in a shop without codes, shipping zones and tax. */
export function listPriceRows(parts: PriceParts): PriceRow[] {
  const { currency, subtotal, discount, code, shipping, shippingName, tax, taxRate, taxIncluded, taxAutomatic, number = null } = parts;
  const rows: PriceRow[] = [];
  if (discount > 0) rows.push({ label: words.discount(code ?? ''), value: `−${formatPrice(discount, currency)}` });
  if (shippingName !== null || shipping > 0)
    rows.push({ label: words.shipping(shippingName), value: shipping > 0 ? formatPrice(shipping, currency) : words.free });
  if (tax > 0 && !taxIncluded) rows.push({ label: words.tax(taxRate), value: formatPrice(tax, currency) });
  if (taxAutomatic && !taxIncluded && number === null) rows.push({ label: words.tax(0), value: words.taxLater });
  return rows.length ? [{ label: words.subtotal, value: formatPrice(subtotal, currency) }, ...rows] : [];
}

/** A line below the total; null where prices hold no tax. */
export const describeIncludedTax = ({ currency, tax, taxRate, taxIncluded }: PriceParts): string | null =>
  taxIncluded && tax > 0 ? words.includedTax(formatPrice(tax, currency), taxRate) : null;

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
