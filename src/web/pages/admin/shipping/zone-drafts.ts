/** Zones and rates as the texts of their form, and back. */
import type { ShippingRateInput, ShippingSettings } from '../../../../contract/pricing-settings.ts';
import type { Issue } from '../../../../contract/schemas/common.ts';
import { createIssue } from '../../../hooks/use-form.ts';
import { shippingSettings as words } from '../../../messages/shipping-settings.ts';
import { formatTerritories, formatTiers, parseTerritories, parseTiers } from './territory-texts.ts';

export interface RateDraft {
  /** Of a rate that is there. */
  _id?: string | undefined;
  name: string;
  basis: ShippingRateInput['basis'];
  tiers: string;
  freeFrom: string;
}

export interface ZoneDraft {
  name: string;
  places: string;
  rates: RateDraft[];
}

export const EMPTY_RATE: RateDraft = { name: '', basis: 'flat', tiers: '', freeFrom: '' };
export const EMPTY_ZONE: ZoneDraft = { name: '', places: '', rates: [EMPTY_RATE] };

export const toDrafts = (zones: ShippingSettings['zones']): ZoneDraft[] =>
  zones.map(({ name, places, rates }) => ({
    name,
    places: formatTerritories(places),
    rates: rates.map(({ _id, name: rateName, basis, tiers, freeFrom }) => ({
      _id,
      name: rateName,
      basis,
      tiers: formatTiers(tiers, basis === 'flat'),
      freeFrom: String(freeFrom ?? ''),
    })),
  }));

/** For people: one zone a line. */
export const describeZones = (drafts: ZoneDraft[]): string =>
  drafts
    .map(({ name, places, rates }) => {
      const described = rates.map((rate) => `${rate.name} ${rate.tiers}${rate.freeFrom && `, ${words.freeFrom} ${rate.freeFrom}`}`);
      return `${name} (${places}): ${described.join('; ')}`;
    })
    .join('\n');

export function parseDrafts(drafts: ZoneDraft[]): { zones: ShippingSettings['zones']; issues: Issue[] } {
  const issues: Issue[] = [];
  const requireText = (path: string, text: string) => {
    if (!text.trim()) issues.push(createIssue(path, 'required'));
    return text.trim();
  };
  const zones = drafts.map((draft, zone) => {
    const places = parseTerritories(draft.places);
    if (!places) issues.push(createIssue(`zone-${zone}-places`, 'invalid_format'));
    const name = requireText(`zone-${zone}-name`, draft.name);
    const rates = draft.rates.map((rate, index): ShippingRateInput => {
      const path = `zone-${zone}-rate-${index}`;
      const tiers = parseTiers(rate.tiers, rate.basis === 'flat');
      if (!tiers) issues.push(createIssue(`${path}-tiers`, 'invalid_format'));
      const freeFrom = rate.freeFrom.trim();
      if (freeFrom && !/^\d+(\.\d+)?$/.test(freeFrom)) issues.push(createIssue(`${path}-freeFrom`, 'not_a_number'));
      const rateName = requireText(`${path}-name`, rate.name);
      return {
        ...(rate._id && { _id: rate._id }),
        name: rateName,
        basis: rate.basis,
        tiers: tiers ?? [],
        freeFrom: freeFrom ? Number(freeFrom) : null,
      };
    });
    return { name, places: places ?? [], rates };
  });
  return { zones, issues };
}
