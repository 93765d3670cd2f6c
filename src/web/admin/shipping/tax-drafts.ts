/** Tax rates as the texts of their form, and back. */
import type { Territory } from '../../../contract/countries.ts';
import type { Issue } from '../../../contract/errors.ts';
import type { TaxSettings } from '../../../contract/pricing-settings.ts';
import { normalizeTaxClass, STANDARD_CLASS } from '../../../contract/tax.ts';
import { createIssue } from '../../shared/hooks/use-form.ts';
import { nameTaxClass } from '../parts/tax-classes.tsx';
import { parseNumber, RATE, toInput } from '../parts/values.ts';
import { getTerritoryId, nameTerritory } from './territories.ts';

export interface TaxRateDraft extends Territory {
  /** Per cent. */
  rate: string;
  /** Empty: the standard one. */
  class: string;
  /** Empty: since ever. */
  from: string;
}

export const toRateDraft = ({ country, region, rate, class: named, from }: TaxSettings['rates'][number]): TaxRateDraft => ({
  country,
  region,
  rate: toInput(rate),
  class: normalizeTaxClass(named) ?? '',
  from: from ?? '',
});

export const createRateDraft = (place: Territory): TaxRateDraft => ({ ...place, rate: '', class: '', from: '' });

/** Two rates of a place are of different classes. */
export const getRateKey = (draft: Territory & { class?: string | undefined }): string =>
  `${getTerritoryId(draft)} ${normalizeTaxClass(draft.class) ?? STANDARD_CLASS}`;

/** `Germany, Food, from 2027-01-01` */
export const nameRate = (draft: TaxRateDraft): string =>
  [nameTerritory(draft), draft.class && nameTaxClass(draft.class), draft.from].filter(Boolean).join(', ');

/** For people: one rate a line. */
export const describeTaxRates = (drafts: TaxRateDraft[]): string => drafts.map((it) => `${nameRate(it)}: ${it.rate}%`).join('\n');

export function parseRateDrafts(drafts: TaxRateDraft[]): { rates: TaxSettings['rates']; issues: Issue[] } {
  const issues: Issue[] = [];
  const rates = drafts.map(({ rate: text, class: named, from, ...place }, index) => {
    const rate = parseNumber(text.replace(/\s*%$/, ''), RATE);
    if (rate === null) issues.push(createIssue(`tax-${index}`, text.trim() ? 'not_a_number' : 'required'));
    const taxClass = normalizeTaxClass(named);
    return { ...place, rate: rate ?? 0, ...(taxClass && { class: taxClass }), ...(from && { from }) };
  });
  return { rates, issues };
}

/** From the path in the request to the field that it was typed into. */
export const toRateFieldPath = ({ path, ...issue }: Issue): Issue => ({
  ...issue,
  path: path.replace(/^rates\.(\d+)\.(class|from)$/, 'tax-$1-$2').replace(/^rates\.(\d+).*$/, 'tax-$1'),
});
