/** What of an invoice a refund takes back, by line and by tax rate. All of an order's credit notes add up to its refunds, and never to more than its invoice. */
import { calculateLineRefund } from '../../../../contract/refund-amount.ts';
import type { Charge, DocumentContent, DocumentLine, Taxed, TaxSum } from '../../database/schema/document-content.ts';
import { spreadSum } from '../../pricing/discount.ts';
import { sum, sumByRate, toRateKey } from './order-taxes.ts';

export type CreditedParts = Pick<DocumentContent, 'lines' | 'charges' | 'discount' | 'taxes'>;

/** The pieces and the shipping that a refund names, and how many pieces of each line were refunded before it. */
export interface RefundedSelection {
  lines: { position: number; quantity: number; refunded: number }[];
  shippingCents: number;
}

const toGross = ({ netCents, taxCents }: Pick<Taxed, 'netCents' | 'taxCents'>) => netCents + taxCents;

/** What documents before it have taken back (`sign` 1) or charged again (-1), of what the invoice says, by rate. */
export function subtractTaxes(taxes: readonly TaxSum[], earlier: readonly { sign: 1 | -1; taxes: readonly TaxSum[] }[]): TaxSum[] {
  return taxes.map((it) => {
    const same = earlier.flatMap(({ sign, taxes: of }) =>
      of
        .filter((other) => toRateKey(other) === toRateKey(it))
        .map(({ netCents, taxCents }) => ({ netCents: sign * netCents, taxCents: sign * taxCents })),
    );
    return { ...it, netCents: it.netCents - sum(same, 'netCents'), taxCents: it.taxCents - sum(same, 'taxCents') };
  });
}

/** A part of what was paid for the first pieces: running shares, as refunds have them, so that they add up to the whole. */
function shareTax({ quantity, taxCents }: Pick<DocumentLine, 'quantity' | 'taxCents'>, refunded: number, pieces: number): number {
  return calculateLineRefund({ priceCents: 0, discountCents: 0, quantity, taxCents, refunded }, pieces, false);
}

function creditLine(line: DocumentLine, { quantity, refunded }: RefundedSelection['lines'][number], step: number): DocumentLine {
  const paid = { ...line, discountCents: 0, priceCents: 0, taxCents: toGross(line), refunded };
  const gross = calculateLineRefund(paid, quantity, false, step);
  const taxCents = shareTax(line, refunded, quantity);
  const discountCents = shareTax({ quantity: line.quantity, taxCents: line.discountCents }, refunded, quantity);
  return { ...line, quantity, discountCents, netCents: gross - taxCents, taxCents };
}

/** What a refund of shipping takes back of each rate. */
const creditCharges = (charges: readonly Charge[], gross: number): Charge[] =>
  spreadSum(gross, charges.map(toGross)).flatMap((cents, index) => {
    const charge = charges[index];
    if (!charge || !cents) return [];
    const taxCents = Math.round((charge.taxCents * cents) / (toGross(charge) || 1));
    return [{ ...charge, netCents: cents - taxCents, taxCents }];
  });

/** Null if the refund names nothing, or something that other refunds of mere sums have left too little of. */
function creditSelection(invoice: DocumentContent, left: readonly TaxSum[], gross: number, selection: RefundedSelection, step: number) {
  const lines = selection.lines.flatMap((it) => {
    const line = invoice.lines[it.position];
    return line ? [creditLine(line, it, step)] : [];
  });
  const charges = creditCharges(invoice.charges, selection.shippingCents);
  const parts = [...lines, ...charges];
  if (!parts.length || parts.reduce((all, part) => all + toGross(part), 0) !== gross) return null;
  const taxes = sumByRate(parts, '').map((it) => ({ ...it, reason: left.find((of) => toRateKey(of) === toRateKey(it))?.reason ?? '' }));
  const fits = taxes.every((it) => {
    const rest = left.find((of) => toRateKey(of) === toRateKey(it));
    return rest && it.netCents <= rest.netCents && it.taxCents <= rest.taxCents;
  });
  return fits ? { lines, charges, discount: null, taxes } : null;
}

/** In proportion to what is left of each rate; the whole rest where all of it goes. */
function creditSum(
  left: readonly TaxSum[],
  gross: number,
  step: number,
  { name, isTaxIncluded }: { name: string; isTaxIncluded: boolean },
): CreditedParts {
  const weights = left.map((it) => toGross(it));
  const parts = spreadSum(gross, weights).map((cents, index): TaxSum => {
    const rest = left[index] ?? { netCents: 0, taxCents: 0, ratePpm: 0, category: 'Z', reason: '' };
    const share = Math.round((cents * rest.taxCents) / (toGross(rest) || 1) / step) * step;
    const taxCents = cents === toGross(rest) ? rest.taxCents : Math.max(cents - rest.netCents, Math.min(rest.taxCents, share));
    return { ...rest, netCents: cents - taxCents, taxCents };
  });
  const taxes = parts.filter((it) => toGross(it) !== 0);
  const lines = taxes.map(({ reason: _reason, ...taxed }) => ({
    ...{ ...taxed, name, details: '', sku: '', quantity: 1, discountCents: 0 },
    priceCents: isTaxIncluded ? toGross(taxed) : taxed.netCents,
  }));
  return { lines, charges: [], discount: null, taxes };
}

interface Credit {
  invoice: DocumentContent;
  /** What is left of it, by rate. */
  left: readonly TaxSum[];
  grossCents: number;
  selection: RefundedSelection | null;
  /** The smallest amount of the currency. */
  step: number;
  /** How a sum is named that isn't for single lines. */
  name: string;
}

export function creditParts({ invoice, left, grossCents, selection, step, name }: Credit): CreditedParts {
  const isWhole = grossCents === invoice.taxes.reduce((all, it) => all + toGross(it), 0);
  const { lines, charges, discount, taxes } = invoice;
  if (isWhole && left.every((it, index) => it.netCents === taxes[index]?.netCents)) return { lines, charges, discount, taxes };
  const selected = selection && creditSelection(invoice, left, grossCents, selection, step);
  return selected ?? creditSum(left, grossCents, step, { name, isTaxIncluded: invoice.isTaxIncluded });
}
