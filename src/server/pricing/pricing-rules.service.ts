/** The settings that apply to an address: the rates of its shipping zone, and its tax. */
import { toCents } from '../../contract/money.ts';
import type { ShippingRateInput } from '../../contract/pricing-settings.ts';
import type { Territory } from '../../contract/territory.ts';
import type { Deps } from '../deps.ts';
import { readCurrency } from '../settings/whole-amounts.service.ts';
import type { TaxRule } from './cart-totals.ts';
import { readShippingSettings, readTaxSettings, toPpm } from './pricing-settings.service.ts';
import type { ShippingRate } from './shipping.ts';
import { type Destination, findByTerritory, hasRestOfWorld, listDestinations } from './territories.ts';

export interface PricingRules {
  /** ISO 4217, of all prices. */
  currency: string;
  /** The address that the rules are for: in the default country if none is known yet. */
  place: Territory;
  /** Empty if the place is in no zone; null if the shop has no zones. */
  shippingRates: ShippingRate[] | null;
  tax: TaxRule;
  /** The payment provider calculates the tax, so the rule above has no rate. */
  isTaxAutomatic: boolean;
  /** The destinations to choose from; empty if the price is the same everywhere. */
  destinations: Destination[];
  /** Whether other countries may be chosen too. */
  isOpen: boolean;
}

interface AskedPlace {
  country?: string | undefined;
  region?: string | undefined;
}

export async function loadPricingRules(
  deps: Pick<Deps, 'db' | 'memoize' | 'payment'>,
  { country, region = '' }: AskedPlace,
): Promise<PricingRules> {
  const [{ shipping }, { tax, automaticAvailable }, currency] = await Promise.all([
    readShippingSettings(deps),
    readTaxSettings(deps),
    readCurrency(deps),
  ]);
  const { zones } = shipping;
  const place = { country: country ?? shipping.defaultCountry, region };
  const zone = findByTerritory(zones, (it) => it.places, place);
  const isTaxAutomatic = tax.automatic && automaticAvailable;
  const taxRates = isTaxAutomatic ? [] : tax.rates;
  const rate = findByTerritory(taxRates, (it) => [it], place);
  const zonePlaces = zones.flatMap(({ places }) => places);
  return {
    currency,
    place,
    shippingRates: zones.length ? (zone?.rates ?? []).map(toShippingRate) : null,
    tax: {
      ratePpm: rate ? toPpm(rate.rate) : 0,
      isIncluded: tax.pricesIncludeTax,
      isShippingTaxed: tax.taxShipping,
      isRoundedOnce: tax.roundPerOrder ?? false,
    },
    isTaxAutomatic,
    destinations: listDestinations([...zonePlaces, ...taxRates]),
    isOpen: !zones.length || hasRestOfWorld(zonePlaces),
  };
}

function toShippingRate({ _id = '', name, basis, tiers, freeFrom }: ShippingRateInput): ShippingRate {
  return {
    id: _id,
    name,
    basis,
    tiers: tiers.map(({ from, price }) => ({ from: basis === 'total' ? toCents(from) : from, priceCents: toCents(price) })),
    freeFromCents: freeFrom === null ? null : toCents(freeFrom),
  };
}
