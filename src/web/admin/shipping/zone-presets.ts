/** Proposed zones: the places that no other zone has, and the delivery time. The merchant sets the price. */
import { nameCountry, REST_OF_WORLD, type Territory } from '../../../contract/countries.ts';
import { EU, EUROPE, NORTH_AMERICA, toTerritories } from './country-groups.ts';
import { shippingSettings as words } from './messages.ts';
import { getTerritoryId } from './territories.ts';
import { EMPTY_RATE, type ZoneDraft } from './zone-drafts.ts';

interface ZonePreset {
  name: string;
  places: Territory[];
  /** Working days, as a rate's field has them. */
  deliveryDays: string;
}

/** `country`: the shop's; undefined: it isn't known. */
export function listZonePresets(country: string | undefined): ZonePreset[] {
  const own = country ? [{ name: nameCountry(country), places: [{ country, region: '' }], deliveryDays: '1–3' }] : [];
  return [
    ...own,
    { name: EU.name, places: toTerritories(EU), deliveryDays: '3–6' },
    { name: EUROPE.name, places: toTerritories(EUROPE), deliveryDays: '3–8' },
    { name: NORTH_AMERICA.name, places: toTerritories(NORTH_AMERICA), deliveryDays: '3–8' },
    { name: words.restOfWorldZone, places: [{ country: REST_OF_WORLD, region: '' }], deliveryDays: '7–21' },
  ];
}

/** Null: all its places are in zones already. `taken`: ids of such places. */
export function toPresetZone({ name, places, deliveryDays }: ZonePreset, taken: ReadonlyMap<string, string>): ZoneDraft | null {
  const free = places.filter((place) => !taken.has(getTerritoryId(place)));
  return free.length ? { name, places: free, rates: [{ ...EMPTY_RATE, name: words.rateNameExample, deliveryDays }] } : null;
}
