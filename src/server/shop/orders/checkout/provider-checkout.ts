/** Converts an order to the checkout that the payment provider is asked for. */
import type { AddressFields } from '../../../../contract/address.ts';
import { absoluteImageUrl } from '../../content/media/image-url.ts';
import type { Checkout } from '../../payments/provider.ts';
import type { NewOrder, PendingOrder } from './pending-order.service.ts';

export const toSuccessUrl = (origin: string, id: string) => `${origin}/success?order=${id}`;

/** `shipTo`: the destination, if it is known in fields. */
export function toProviderCheckout(
  { id, expiresAt, rules }: Pick<NewOrder, 'id' | 'expiresAt'> & { rules: Pick<NewOrder['rules'], 'currency'> },
  { email, lines, price: { totals, tax, isTaxAutomatic } }: PendingOrder,
  { origin, shipTo }: { origin: string; shipTo: AddressFields | null },
): Checkout {
  const charges = [
    { kind: 'shipping' as const, name: totals.shippingOption?.name ?? null, amountCents: totals.shippingCents },
    { kind: 'tax' as const, name: null, amountCents: tax.isIncluded ? 0 : totals.taxCents },
  ];
  return {
    orderId: id,
    currency: rules.currency.toLowerCase(),
    totalCents: totals.totalCents,
    lines: lines.map(({ name, options, priceCents, quantity, discountCents, imageId }) => ({
      name: options ? `${name} (${options})` : name,
      priceCents,
      quantity,
      discountCents,
      image: absoluteImageUrl(imageId, origin),
    })),
    charges: charges.filter(({ amountCents }) => amountCents > 0),
    ...(isTaxAutomatic && { automaticTax: { isIncluded: tax.isIncluded, address: shipTo } }),
    email,
    successUrl: toSuccessUrl(origin, id),
    cancelUrl: `${origin}/cancel?order=${id}`,
    origin,
    expiresAt,
  };
}
