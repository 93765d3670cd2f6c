/** Converts a priced cart to an order's rows, and checks whether it can become one. */

import { AppError } from '../../../platform/errors.ts';
import type { MovedProduct } from '../../inventory/stock.repository.ts';
import type { CartLine, LineTotals } from '../../pricing/cart-totals.ts';
import type { CartChoices, PricedCart } from '../../pricing/price-cart.service.ts';
import { createCodeError } from '../../pricing/usable-code.ts';
import { formatCents } from '../lifecycle/notify-buyer.ts';
import type { NewOrderLine, OrderUpdate } from './order-write.repository.ts';

type BoughtLine = CartLine & Pick<MovedProduct, 'variantId' | 'slug' | 'name' | 'options' | 'sku' | 'imageId'>;

export function toBoughtLine({ shipping, weightGrams, ...product }: MovedProduct, quantity: number): BoughtLine {
  return { ...product, quantity, isShipped: shipping === 1, weightGrams: weightGrams ?? 0 };
}

export function toOrderLine(line: BoughtLine & LineTotals): NewOrderLine {
  const { productId, variantId, slug, name, options, sku, priceCents, imageId, quantity, discountCents, taxCents } = line;
  return { productId, variantId, slug, name, options, sku, priceCents, imageId, quantity, discountCents, taxCents };
}

/**
 * Throws `not_shippable` and `shipping_unavailable`, and `code_not_applicable` if a code was entered that takes nothing off, so that nobody
 * pays more than they were shown. Throws `nothing_to_pay` if the products themselves are free. If a code makes them free, the order counts
 * as paid.
 */
export function checkPrice({ totals, code }: PricedCart, { shipping }: CartChoices): void {
  if (!totals.isShippable) {
    throw new AppError('not_shippable', "We don't ship there. Choose another country or region.", {
      issues: [{ path: 'country', code: 'unavailable', message: "isn't shipped to" }],
    });
  }
  if (shipping !== undefined && totals.shippingOption && totals.shippingOption.id !== shipping) {
    throw new AppError('shipping_unavailable', "The shipping rate that you chose isn't there any more. Choose another.", {
      issues: [{ path: 'shipping', code: 'unavailable', message: "isn't there any more" }],
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

/** Of automatic tax the total isn't known yet: then the provider says it. */
export function checkMinimum({ totals, isTaxAutomatic }: PricedCart, minimumCents: number, currency: string): void {
  if (isTaxAutomatic || totals.totalCents >= minimumCents) return;
  throw createTooSmallError(formatCents(minimumCents, currency));
}

/** `minimum`: null where only the provider knows it. */
export const createTooSmallError = (minimum: string | null): AppError =>
  new AppError(
    'amount_too_small',
    minimum === null
      ? 'This total is too small for a payment. Add something to your cart.'
      : `Payments start at ${minimum}. Add something to your cart.`,
  );

export function toPriceColumns({ totals, tax, isTaxAutomatic, code }: PricedCart) {
  const { totalCents, subtotalCents, discountCents, shippingCents, taxCents, shippingOption } = totals;
  return {
    totalCents,
    subtotalCents,
    discountCents,
    discountCode: code?.code ?? null,
    shippingCents,
    shippingName: shippingOption?.name ?? null,
    taxCents,
    taxRatePpm: tax.ratePpm,
    isTaxIncluded: tax.isIncluded,
    isTaxAutomatic,
    isTaxRoundedOnce: tax.isRoundedOnce ?? false,
  } satisfies OrderUpdate;
}
