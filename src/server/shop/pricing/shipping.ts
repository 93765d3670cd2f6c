/** What the shipping rates of a zone cost for one cart. */
import type { DeliveryDays } from '../../../contract/pricing-settings.ts';

export interface ShippingRate {
  id: string;
  name: string;
  /** What the tiers' `from` refers to: nothing, the weight in grams, or the cents of the items, minus their discount. */
  basis: 'flat' | 'weight' | 'total';
  /** In rising order, starting at 0: the last tier that is reached determines the price. */
  tiers: readonly { from: number; priceCents: number }[];
  /** Free from this many cents of the items, minus their discount; null: never. */
  freeFromCents: number | null;
  deliveryDays?: DeliveryDays;
}

export interface ShippingOption {
  id: string;
  name: string;
  priceCents: number;
  deliveryDays?: DeliveryDays;
}

interface Parcel {
  weightGrams: number;
  itemsCents: number;
}

function computeRate({ basis, tiers, freeFromCents }: ShippingRate, { weightGrams, itemsCents }: Parcel): number {
  if (freeFromCents !== null && itemsCents >= freeFromCents) return 0;
  const reached = { flat: 0, weight: weightGrams, total: itemsCents }[basis];
  return tiers.findLast(({ from }) => from <= reached)?.priceCents ?? 0;
}

/** Cheapest first; equal prices in the order of the merchant's list. */
export function quoteShipping(rates: readonly ShippingRate[], parcel: Parcel): ShippingOption[] {
  return rates
    .map((rate) => ({
      id: rate.id,
      name: rate.name,
      priceCents: computeRate(rate, parcel),
      ...(rate.deliveryDays && { deliveryDays: rate.deliveryDays }),
    }))
    .sort((a, b) => a.priceCents - b.priceCents);
}
