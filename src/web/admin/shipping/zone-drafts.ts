/** Zones and rates as the texts of their form, and back. */

import type { Territory } from '../../../contract/countries.ts';
import type { DeliveryDays } from '../../../contract/dispatch.ts';
import type { Issue } from '../../../contract/errors.ts';
import type { ShippingRateInput, ShippingSettings } from '../../../contract/pricing-settings.ts';
import { createIssue } from '../../shared/hooks/use-form.ts';
import { COUNT, PRICE, parseNumber, toInput, toPriceInput } from '../parts/values.ts';
import { getCurrencySymbol } from './cell-field.tsx';
import { shippingSettings as words } from './messages.ts';
import { nameTerritory } from './territories.ts';

/** The price from this many grams or dollars on. */
export interface TierDraft {
  from: string;
  price: string;
}

export interface RateDraft {
  /** Absent for a rate that isn't stored yet. */
  _id?: string | undefined;
  name: string;
  basis: ShippingRateInput['basis'];
  /** Of a flat rate only the first counts; the others stay until it is saved, since the kind may be changed back. */
  tiers: TierDraft[];
  freeFrom: string;
  /** Working days: `2–4`, or one number; empty: nothing is said. */
  deliveryDays: string;
}

export interface ZoneDraft {
  name: string;
  places: Territory[];
  rates: RateDraft[];
}

export const EMPTY_RATE: RateDraft = { name: '', basis: 'flat', tiers: [{ from: '0', price: '' }], freeFrom: '', deliveryDays: '' };
export const EMPTY_ZONE: ZoneDraft = { name: '', places: [], rates: [EMPTY_RATE] };

const formatDays = (days: DeliveryDays | undefined): string => (days ? [...new Set([days.min, days.max])].join('–') : '');

/** Undefined if it can't be read. */
function parseDays(text: string): DeliveryDays | undefined {
  const [, from, to = from] = /^\s*(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?\s*$/.exec(text) ?? [];
  return from === undefined ? undefined : { min: Number(from), max: Number(to) };
}

export const toDrafts = (zones: ShippingSettings['zones']): ZoneDraft[] =>
  zones.map(({ name, places, rates }) => ({
    name,
    places: places.map(({ country, region }) => ({ country, region })),
    rates: rates.map(({ _id, name: rateName, basis, tiers, freeFrom, deliveryDays }) => ({
      _id,
      name: rateName,
      basis,
      tiers: tiers.map(({ from, price }) => ({
        from: basis === 'weight' ? toInput(from) : toPriceInput(from),
        price: toPriceInput(price),
      })),
      freeFrom: toPriceInput(freeFrom),
      deliveryDays: formatDays(deliveryDays),
    })),
  }));

const listUsedTiers = ({ basis, tiers }: RateDraft): TierDraft[] => (basis === 'flat' ? tiers.slice(0, 1) : tiers);

function describeRate(rate: RateDraft): string {
  const symbol = getCurrencySymbol();
  const describeFrom = (from: string) => (rate.basis === 'weight' ? `${from} g` : `${symbol}${from}`);
  const prices = listUsedTiers(rate).map(({ from, price }) =>
    rate.basis === 'flat' ? `${symbol}${price}` : words.tier(describeFrom(from), `${symbol}${price}`),
  );
  const freeFrom = rate.freeFrom && `, ${words.freeFrom(symbol)} ${rate.freeFrom}`;
  return `${rate.name} ${prices.join(', ')}${freeFrom}${rate.deliveryDays && `, ${words.deliveryDays}: ${rate.deliveryDays}`}`;
}

/** For people: one zone a line. */
export const describeZones = (drafts: ZoneDraft[]): string =>
  drafts
    .map(({ name, places, rates }) => `${name} (${places.map(nameTerritory).join(', ')}): ${rates.map(describeRate).join('; ')}`)
    .join('\n');

export function parseDrafts(drafts: ZoneDraft[]): { zones: ShippingSettings['zones']; issues: Issue[] } {
  const issues: Issue[] = [];
  const requireText = (path: string, text: string) => {
    if (!text.trim()) issues.push(createIssue(path, 'required'));
    return text.trim();
  };
  const requireAmount = (path: string, text: string, range = PRICE) => {
    const amount = parseNumber(text, range);
    if (amount === null) issues.push(createIssue(path, text.trim() ? 'not_a_number' : 'required'));
    return amount ?? 0;
  };
  const zones = drafts.map((draft, zone) => {
    const name = requireText(`zone-${zone}-name`, draft.name);
    if (!draft.places.length) issues.push(createIssue(`zone-${zone}-places`, 'required'));
    const rates = draft.rates.map((rate, index): ShippingRateInput => {
      const path = `zone-${zone}-rate-${index}`;
      const deliveryDays = parseDays(rate.deliveryDays);
      if (!deliveryDays && rate.deliveryDays.trim()) issues.push(createIssue(`${path}-deliveryDays`, 'invalid_format'));
      return {
        ...(rate._id && { _id: rate._id }),
        name: requireText(`${path}-name`, rate.name),
        basis: rate.basis,
        tiers: listUsedTiers(rate).map(({ from, price }, at) => ({
          from: at === 0 ? 0 : requireAmount(`${path}-tier-${at}-from`, from, rate.basis === 'weight' ? COUNT : PRICE),
          price: requireAmount(`${path}-tier-${at}-price`, price),
        })),
        freeFrom: rate.freeFrom.trim() ? requireAmount(`${path}-freeFrom`, rate.freeFrom) : null,
        ...(deliveryDays && { deliveryDays }),
      };
    });
    return { name, places: draft.places, rates };
  });
  return { zones, issues };
}

/** From the path in the request to the field that it was typed into. */
export function toFieldPath({ path, ...issue }: Issue): Issue {
  const [, zone, rest = ''] = /^zones\.(\d+)\.(.*)$/.exec(path) ?? [];
  if (zone === undefined) return { path, ...issue };
  const field = rest
    .replace(/^places\.(\d+).*/, 'place-$1')
    .replace(/^rates\.(\d+)\.tiers\.(\d+)\.(from|price)$/, 'rate-$1-tier-$2-$3')
    .replace(/^rates\.(\d+)\.(name|freeFrom|deliveryDays)(?:\.\w+)?$/, 'rate-$1-$2');
  return { ...issue, path: `zone-${zone}-${field}` };
}
