/** Tax rates by place, class and day: how they are checked and stored, and which of them hold for an address. */

import { REST_OF_WORLD, type Territory } from '../../../contract/countries.ts';
import type { Issue } from '../../../contract/errors.ts';
import type { TaxSettings } from '../../../contract/pricing-settings.ts';
import { normalizeTaxClass, STANDARD_CLASS, ZERO_CLASS } from '../../../contract/tax.ts';
import type { TaxRule } from './taxes.ts';
import { findByTerritory, getTerritoryKey, listTerritoryIssues, normalizeTerritory } from './territories.ts';

type Rate = TaxSettings['rates'][number];

/** Converts percent to millionths. */
export const toPpm = (rate: number): number => Math.round(rate * 10_000);

const toClass = (rate: Rate): string => normalizeTaxClass(rate.class) ?? STANDARD_CLASS;

/** The standard class and no day are left out, as in settings of an earlier version. */
export function normalizeRates(rates: readonly Rate[]): Rate[] {
  return rates.map(({ rate, class: named, from, ...place }) => {
    const taxClass = normalizeTaxClass(named);
    return { ...normalizeTerritory(place), rate, ...(taxClass && { class: taxClass }), ...(from && { from }) };
  });
}

/** For normalized rates: two of one place, class and day, a region without a country, too many decimals. */
export function listRateIssues(rates: readonly Rate[]): Issue[] {
  const places = rates.map((rate, index) => ({
    place: { country: rate.country, region: rate.region },
    path: `rates.${index}`,
    kind: `${toClass(rate)} ${rate.from ?? ''}`,
  }));
  const decimals = rates.flatMap(({ rate }, index): Issue[] =>
    toPpm(rate) / 10_000 === rate
      ? []
      : [{ path: `rates.${index}.rate`, code: 'too_many_decimals', message: 'may have four decimals at most' }],
  );
  return [...listTerritoryIssues(places), ...decimals];
}

export const hasDatedRates = (rates: readonly Rate[]): boolean => rates.some(({ from }) => from !== undefined);

/** Of each place and class the rate that holds on that day, which is the latest that has begun. */
function listHolding(rates: readonly Rate[], today: string): Rate[] {
  const holding = new Map<string, Rate>();
  for (const rate of rates) {
    const { from = '' } = rate;
    const key = `${getTerritoryKey(rate)} ${toClass(rate)}`;
    const other = holding.get(key);
    if (from <= today && (!other || (other.from ?? '') <= from)) holding.set(key, rate);
  }
  return [...holding.values()];
}

/**
 * A class has the rate of the region, else that of the country, else the standard rate there. Rates of the rest of the world hold where the country has
 * no standard rate. `region`: the one whose rates they are; empty: none.
 */
export function resolveRates(
  rates: readonly Rate[],
  place: Territory,
  today: string,
): Pick<TaxRule, 'ratePpm'> & { classRates: Record<string, number>; region: string } {
  const { country } = normalizeTerritory(place);
  const holding = listHolding(
    rates.filter((rate) => rate.country === country || rate.country === REST_OF_WORLD),
    today,
  );
  const byClass = Map.groupBy(holding, toClass);
  const find = (name: string) => findByTerritory(byClass.get(name) ?? [], (it) => [it], place);
  const standard = find(STANDARD_CLASS);
  const classes = [...byClass.keys()].flatMap((name) => {
    const found = name === STANDARD_CLASS ? null : find(name);
    return found && (found.country !== REST_OF_WORLD || !standard || standard.country === REST_OF_WORLD) ? [{ name, found }] : [];
  });
  return {
    ratePpm: standard ? toPpm(standard.rate) : 0,
    classRates: { [ZERO_CLASS]: 0, ...Object.fromEntries(classes.map(({ name, found }) => [name, toPpm(found.rate)])) },
    region: [standard, ...classes.map(({ found }) => found)].find((it) => it?.region)?.region ?? '',
  };
}
