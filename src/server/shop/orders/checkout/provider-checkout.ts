/** What a provider is told of a pending order, and which amount it is asked for. */
import type { AddressFields } from '../../../../contract/address.ts';
import { absoluteImageUrl } from '../../content/media/image-url.ts';
import type { Checkout } from '../../payments/provider.ts';
import type { NewOrder, PendingOrder } from './pending-order.service.ts';

export const toSuccessUrl = (origin: string, id: string) => `${origin}/success?order=${id}`;

const REST_NAME = 'Your order, less gift card or store credit';

/** The only place that says which amount a provider is asked for. */
export function toProviderCheckout(
  { id, expiresAt, rules }: Pick<NewOrder, 'id' | 'expiresAt'> & { rules: Pick<NewOrder['rules'], 'currency'> },
  { email, lines, price: { totals, tax, isTaxAutomatic, method }, dueCents }: PendingOrder,
  { origin, shipTo }: { origin: string; shipTo: AddressFields | null },
): Checkout {
  const charges = [
    { kind: 'shipping' as const, name: totals.shippingOption?.name ?? null, amountCents: totals.shippingCents },
    { kind: 'fee' as const, name: method?.name ?? null, amountCents: totals.feeCents },
    ...totals.charges.map(({ name, amountCents }) => ({ kind: 'fee' as const, name, amountCents })),
    { kind: 'tax' as const, name: null, amountCents: tax.isIncluded ? 0 : totals.taxCents },
  ];
  const isRest = dueCents < totals.totalCents;
  const [first] = lines;
  // Its lines come to more than is asked for: the provider shows the rest as one.
  const rest = { name: REST_NAME, priceCents: dueCents, quantity: 1, image: absoluteImageUrl(first?.imageId ?? '', origin) };
  return {
    orderId: id,
    currency: rules.currency.toLowerCase(),
    totalCents: dueCents,
    lines: isRest
      ? [rest]
      : lines.map(({ name, options, priceCents, quantity, discountCents, imageId, isGiftCard }) => ({
          name: options ? `${name} (${options})` : name,
          priceCents,
          quantity,
          discountCents,
          ...(isGiftCard && { isUntaxed: true }),
          image: absoluteImageUrl(imageId, origin),
        })),
    charges: isRest ? [] : charges.filter(({ amountCents }) => amountCents > 0),
    ...(isTaxAutomatic && { automaticTax: { isIncluded: tax.isIncluded, address: shipTo } }),
    email,
    ...(shipTo && { shipTo }),
    successUrl: toSuccessUrl(origin, id),
    cancelUrl: `${origin}/cancel?order=${id}`,
    origin,
    expiresAt,
  };
}
