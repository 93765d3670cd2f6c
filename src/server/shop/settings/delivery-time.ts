/** What product pages say of the delivery: the days of the shop's default country, with how long orders take until they are sent. */
import { Check } from 'typebox/value';
import { ShippingSettings } from '../../../contract/pricing-settings.ts';
import type { Settings } from '../../../contract/settings.ts';

/** As a cart there begins: the cheapest rate that has days. Undefined: none has, so nothing is known. */
export function findDeliveryTime(stored: unknown): Settings['delivery'] {
  if (!Check(ShippingSettings, stored)) return undefined;
  const { defaultCountry, zones, dispatch } = stored;
  const serves = (country: string) => zones.find(({ places }) => places.some((it) => it.country === country && !it.region));
  const { rates = [] } = serves(defaultCountry) ?? serves('*') ?? {};
  const [cheapest] = rates.filter(({ deliveryDays }) => deliveryDays).sort((a, b) => (a.tiers[0]?.price ?? 0) - (b.tiers[0]?.price ?? 0));
  return cheapest?.deliveryDays && { country: defaultCountry, days: cheapest.deliveryDays, ...dispatch };
}
