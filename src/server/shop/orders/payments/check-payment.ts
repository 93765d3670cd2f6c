/** Whether a payment is what its order requires, and the order's total with the tax of the payment. */
import type { PaymentEvent } from '../../payments/provider.ts';
import { spreadSum } from '../../pricing/discount.ts';
import { formatCents } from '../lifecycle/update-order.service.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import { getDueCents } from '../rows/order-method.ts';

type Due = Pick<LockedOrder, 'totalCents' | 'balanceCents' | 'currency' | 'isTaxIncluded' | 'isTaxAutomatic'>;
type Payment = Pick<PaymentEvent, 'amountCents' | 'currency' | 'taxCents'>;

interface PaymentCheck {
  isExact: boolean;
  /** For the order's history. */
  why: string;
  /** The order's tax and total as the provider calculated them; null if they stay as they are. */
  taxed: { taxCents: number; totalCents: number } | null;
}

/**
 * For an unpaid order. If the provider calculated the tax, the payment without tax must be correct to the cent, and the tax must be an
 * integer between 0 and the order's total, so that a payment that is too small can't be passed off as sufficient by declaring part of it as tax.
 */
export function checkPayment(order: Due, payment: Payment): PaymentCheck {
  const { totalCents, currency, isTaxIncluded, isTaxAutomatic } = order;
  const dueCents = getDueCents(order);
  const { amountCents, taxCents = Number.NaN } = payment;
  const paid = `Paid ${formatCents(amountCents, payment.currency)}`;
  const due = formatCents(dueCents, currency);
  if (!isTaxAutomatic) {
    const isExact = amountCents === dueCents && payment.currency === currency;
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
  /** It isn't taxed. */
  isGiftCard?: boolean;
}

/**
 * The provider reports one tax sum. It is spread over lines and shipping in proportion to what was charged for each, for refunds of single lines.
 */
export function spreadTax(taxCents: number, lines: readonly TaxedLine[], shippingCents: number): number[] {
  const charged = lines.map(({ priceCents, quantity, discountCents, isGiftCard }) =>
    isGiftCard ? 0 : priceCents * quantity - discountCents,
  );
  return spreadSum(taxCents, [...charged, shippingCents]).slice(0, lines.length);
}
