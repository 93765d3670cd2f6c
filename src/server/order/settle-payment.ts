/** Whether a payment is what its order asked for, and what the order costs with it. */
import type { PaymentEvent } from '../payment/provider.ts';
import { spreadSum } from '../pricing/shares.ts';
import type { LockedOrder } from './row-lock.repository.ts';

type Due = Pick<LockedOrder, 'totalCents' | 'currency' | 'isTaxIncluded' | 'isTaxAutomatic'>;
type Payment = Pick<PaymentEvent, 'amountCents' | 'currency' | 'taxCents'>;

interface Settlement {
  isExact: boolean;
  /** For the order's history. */
  why: string;
  /** What the order is with the tax that the provider calculated; null where it stays as it was written. */
  taxed: { taxCents: number; totalCents: number } | null;
}

const describeSum = (cents: number, currency: string) => `${cents} cents ${currency}`;

/**
 * `order`: not paid yet. Of one whose tax the provider calculates the rest has to be right to the cent, and the tax whole, not negative and not
 * above all that it is of: a payment can't be too small because some of it is called tax.
 */
export function settlePayment({ totalCents, currency, isTaxIncluded, isTaxAutomatic }: Due, payment: Payment): Settlement {
  const { amountCents, taxCents = Number.NaN } = payment;
  const paid = `Paid ${describeSum(amountCents, payment.currency)}`;
  const due = describeSum(totalCents, currency);
  if (!isTaxAutomatic) {
    const isExact = amountCents === totalCents && payment.currency === currency;
    return { isExact, why: isExact ? 'Paid' : `${paid} instead of ${due}`, taxed: null };
  }
  const taxed = { taxCents, totalCents: totalCents + (isTaxIncluded ? 0 : taxCents) };
  const isTaxSound = Number.isSafeInteger(taxCents) && taxCents >= 0 && taxCents <= totalCents;
  if (isTaxSound && amountCents === taxed.totalCents && payment.currency === currency) return { isExact: true, why: 'Paid', taxed };
  const told = Number.isNaN(taxCents) ? 'no tax calculated' : `tax ${taxCents} cents`;
  return { isExact: false, why: `${paid}, ${told}, instead of ${due} ${isTaxIncluded ? 'with' : 'and'} tax`, taxed: null };
}

interface TaxedLine {
  priceCents: number;
  quantity: number;
  discountCents: number;
}

/** The provider tells one sum: each line has its part by what was charged for it, and shipping the rest. Refunds of single lines go by them. */
export function spreadTax(taxCents: number, lines: readonly TaxedLine[], shippingCents: number): number[] {
  const charged = lines.map(({ priceCents, quantity, discountCents }) => priceCents * quantity - discountCents);
  return spreadSum(taxCents, [...charged, shippingCents]).slice(0, lines.length);
}
