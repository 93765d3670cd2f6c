import type { ChosenMethod } from '../../../../contract/payment-method.ts';
import { findOnlyRate } from '../../../../contract/tax.ts';
import { AppError, createIssuesError } from '../../../platform/errors.ts';
import type { StoredTax } from '../../database/schema/order.ts';
import { isPaidByHand, type PaymentMethod } from '../../pricing/payment-methods.ts';
import type { CartChoices, PricedCart } from '../../pricing/price-cart.service.ts';
import { createCodeError } from '../../pricing/usable-code.ts';
import { formatCents } from '../lifecycle/update-order.service.ts';
import type { OrderUpdate } from '../rows/order-write.repository.ts';

/** Converts a priced cart to an order's rows, and checks whether it can become one. */
/**
 * Throws `not_shippable` and `shipping_unavailable`, and `code_not_applicable` if a code was entered that takes nothing off, so that nobody
 * pays more than they were shown. Throws `nothing_to_pay` if the products themselves are free. An order that is free because of a discount code
 * is possible: it counts as paid.
 */
export function checkPrice({ totals, code }: PricedCart, { shipping }: CartChoices): void {
  if (!totals.isShippable) {
    throw new AppError('not_shippable', "We don't ship there. Choose another country or region.", {
      issues: [{ path: 'country', code: 'unavailable', message: "isn't shipped to" }],
    });
  }
  if (shipping !== undefined && totals.shippingOption && totals.shippingOption.id !== shipping) {
    throw new AppError('shipping_unavailable', 'The shipping rate you chose is no longer available. Please choose another.', {
      issues: [{ path: 'shipping', code: 'unavailable', message: 'is no longer available' }],
    });
  }
  if (code?.refusal) throw createCodeError(code.code, code.refusal);
  if (totals.subtotalCents === 0 && totals.totalCents === 0) {
    throw new AppError(
      'nothing_to_pay',
      'There is nothing to pay for these products, and a card payment needs an amount. Add one with a price.',
    );
  }
}

/** With automatic tax the total isn't known yet: then the provider checks its minimum itself. */
export function checkMinimum({ isTaxAutomatic }: PricedCart, dueCents: number, minimumCents: number, currency: string): void {
  if (isTaxAutomatic || dueCents >= minimumCents) return;
  throw createTooSmallError(formatCents(minimumCents, currency));
}

/** `minimum`: null if only the provider knows it. */
export const createTooSmallError = (minimum: string | null): AppError =>
  new AppError(
    'amount_too_small',
    minimum === null
      ? 'This total is too small for a payment. Add something to your cart.'
      : `Payments start at ${minimum}. Add something to your cart.`,
  );

const createMethodError = (message: string) => createIssuesError([{ path: 'payment', code: 'unavailable', message }]);

/**
 * The chosen way to pay, if it is paid by hand; null: by the provider's page. Throws `invalid_request` if none is offered for this order, or no longer
 * the one that was chosen, so that nobody pays another fee than they were shown.
 */
export function requireMethod({ method }: PricedCart, { payment }: CartChoices, methods: readonly PaymentMethod[]): PaymentMethod | null {
  if (payment !== undefined && methods.length > 0 && method?.id !== payment)
    throw createMethodError('The way to pay that you chose is no longer offered for this order. Please choose another.');
  if (!method && methods.length > 0) throw createMethodError('No way to pay is offered for this order');
  return isPaidByHand(method) ? method : null;
}

/** What the order keeps of it, as its customer is told. */
export const toChosenMethod = ({ id, kind, name, instructions, holdDays, daysToPay, account }: PaymentMethod): ChosenMethod => ({
  _id: id,
  ...{ kind, name, instructions, holdDays, daysToPay },
  ...(account && { account }),
});

/** The taxes as the order keeps them; null in a shop without tax rates. */
const toStoredTaxes = ({ totals, tax, taxPlace }: PricedCart): StoredTax[] | null =>
  taxPlace && totals.taxes.map((it) => ({ ...taxPlace, ...it, ...(tax.isReversed && { reverseCharge: true as const }) }));

export function toPriceColumns(cart: PricedCart) {
  const { totals, tax, isTaxAutomatic, code } = cart;
  const { totalCents, subtotalCents, discountCents, shippingCents, feeCents, charges, chargesCents, taxCents, shippingOption } = totals;
  return {
    totalCents,
    subtotalCents,
    discountCents,
    discountCode: code?.code ?? null,
    shippingCents,
    shippingName: shippingOption?.name ?? null,
    feeCents,
    charges: charges.length ? charges : null,
    chargesCents,
    taxCents,
    taxRatePpm: Math.round(findOnlyRate(totals.taxes) * 10_000),
    taxes: toStoredTaxes(cart),
    isTaxIncluded: tax.isIncluded,
    isTaxAutomatic,
    isTaxRoundedOnce: tax.isRoundedOnce ?? false,
  } satisfies OrderUpdate;
}
