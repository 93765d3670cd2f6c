/** Whether a payment is what its order requires, and the order's total with the tax of the payment. */
import type { PaymentEvent } from '../../payments/provider.ts';
import { spreadSum } from '../../pricing/discount.ts';
import { formatCents } from '../lifecycle/notify-buyer.ts';
import type { LockedOrder } from '../lifecycle/row-lock.repository.ts';

type Due = Pick<LockedOrder, 'totalCents' | 'currency' | 'isTaxIncluded' | 'isTaxAutomatic'>;
type Payment = Pick<PaymentEvent, 'amountCents' | 'currency' | 'taxCents'>;

interface PaymentCheck {
  isExact: boolean;
  /** For the order's history. */
  why: string;
  /** The order's tax and total as the provider calculated them; null if they stay as they are. */
  taxed: { taxCents: number; totalCents: number } | null;
}

/**
 * `order`: not paid yet. If the provider calculated the tax, the payment without tax must be correct to the cent, and the tax must be an
 * integer, not negative, and not more than the amount that it is for. So a payment can't pass as sufficient by calling a part of it tax.
 */
export function checkPayment({ totalCents, currency, isTaxIncluded, isTaxAutomatic }: Due, payment: Payment): PaymentCheck {
  const { amountCents, taxCents = Number.NaN } = payment;
  const paid = `Paid ${formatCents(amountCents, payment.currency)}`;
  const due = formatCents(totalCents, currency);
  if (!isTaxAutomatic) {
    const isExact = amountCents === totalCents && payment.currency === currency;
    return { isExact, why: isExact ? 'Paid' : `${paid} instead of ${due}`, taxed: null };
  }
  const taxed = { taxCents, totalCents: totalCents + (isTaxIncluded ? 0 : taxCents) };
  const isTaxSound = Number.isSafeInteger(taxCents) && taxCents >= 0 && taxCents <= totalCents;
  if (isTaxSound && amountCents === taxed.totalCents && payment.currency === currency) return { isExact: true, why: 'Paid', taxed };
  const told = Number.isNaN(taxCents) ? 'no tax calculated' : `tax ${formatCents(taxCents, currency)}`;
  return { isExact: false, why: `${paid}, ${told}, instead of ${due} ${isTaxIncluded ? 'with' : 'and'} tax`, taxed: null };
}

interface TaxedLine {
  priceCents: number;
  quantity: number;
  discountCents: number;
}

/**
 * The provider reports one sum, which is spread over the lines by what was charged for each; the rest is for shipping. Refunds of single
 * lines use these parts.
 */
export function spreadTax(taxCents: number, lines: readonly TaxedLine[], shippingCents: number): number[] {
  const charged = lines.map(({ priceCents, quantity, discountCents }) => priceCents * quantity - discountCents);
  return spreadSum(taxCents, [...charged, shippingCents]).slice(0, lines.length);
}
