/** Tax rates, one row for each country or region. A hidden field holds them all, which is what the form sends. */
import { useEffect, useRef } from 'react';
import type { Territory } from '../../../contract/countries.ts';
import type { Issue } from '../../../contract/errors.ts';
import { TERRITORIES_MAX } from '../../../contract/limits.ts';
import type { TaxSettings } from '../../../contract/pricing-settings.ts';
import { createIssue } from '../../shared/hooks/use-form.ts';
import { parseNumber, RATE, toInput } from '../parts/parse-number.ts';
import { CellField, RemoveButton, useKeyed } from './cell-field.tsx';
import { shippingSettings as words } from './messages.ts';
import { getTerritoryId, nameTerritory } from './territories.ts';
import { TerritoryPicker } from './territory-picker.tsx';

export interface TaxRateDraft extends Territory {
  /** Per cent. */
  rate: string;
}

export const toRateDrafts = (rates: TaxSettings['rates']): TaxRateDraft[] =>
  rates.map(({ country, region, rate }) => ({ country, region, rate: toInput(rate) }));

/** For people: one rate a line. */
export const describeTaxRates = (drafts: TaxRateDraft[]): string =>
  drafts.map((draft) => `${nameTerritory(draft)}: ${draft.rate}%`).join('\n');

export function parseRateDrafts(drafts: TaxRateDraft[]): { rates: TaxSettings['rates']; issues: Issue[] } {
  const issues: Issue[] = [];
  const rates = drafts.map(({ rate: text, ...place }, index) => {
    const rate = parseNumber(text.replace(/\s*%$/, ''), RATE);
    if (rate === null) issues.push(createIssue(`tax-${index}`, text.trim() ? 'not_a_number' : 'required'));
    return { ...place, rate: rate ?? 0 };
  });
  return { rates, issues };
}

/** From the path in the request to the field that it was typed into. */
export const toRateFieldPath = ({ path, ...issue }: Issue): Issue => ({ ...issue, path: path.replace(/^rates\.(\d+).*$/, 'tax-$1') });

export function TaxRatesEditor({ drafts, errors }: { drafts: TaxRateDraft[]; errors: Record<string, string> }) {
  const rates = useKeyed(drafts);
  const picker = useRef<HTMLInputElement>(null);
  const taken = new Map(rates.items.map((place) => [getTerritoryId(place), words.theList] as const));
  const remove = (key: number) => {
    rates.remove(key);
    picker.current?.focus();
  };
  return (
    <div className="flex flex-col gap-3">
      <input type="hidden" name="rates" value={JSON.stringify(rates.items)} />
      <p className="text-small font-[560]">{words.taxRates}</p>
      {rates.rows.length === 0 && <p className="text-soft">{words.noTaxRates}</p>}
      {rates.rows.map(({ key, item }, index) => (
        <TaxRateRow
          key={key}
          name={`tax-${index}`}
          draft={item}
          isNew={key >= drafts.length}
          error={errors[`tax-${index}`]}
          change={(rate) => rates.change(key, { ...item, rate })}
          remove={() => remove(key)}
        />
      ))}
      {rates.rows.length < TERRITORIES_MAX && (
        <div className="mt-1 max-w-form">
          <TerritoryPicker
            ref={picker}
            label={words.addTaxRate}
            hint={words.placesHint}
            name="tax-place"
            taken={taken}
            add={(place) => rates.add({ ...place, rate: '' })}
          />
        </div>
      )}
    </div>
  );
}

interface TaxRateRowProps {
  name: string;
  draft: TaxRateDraft;
  isNew: boolean;
  error: string | undefined;
  change: (rate: string) => void;
  remove: () => void;
}

function TaxRateRow({ name, draft, isNew, error, change, remove }: TaxRateRowProps) {
  const label = nameTerritory(draft);
  const input = useRef<HTMLInputElement>(null);
  // After a territory was added, its percentage is typed next, so its field gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (isNew) input.current?.focus();
  }, []);
  return (
    <div className="grid max-w-form grid-cols-[minmax(0,1fr)_7rem_2.5rem] items-start gap-2">
      <span className="flex min-h-11 items-center wrap-anywhere">{label}</span>
      <CellField
        ref={input}
        label={words.taxRateOf(label)}
        unit="%"
        name={name}
        value={draft.rate}
        error={error}
        inputMode="decimal"
        onChange={(event) => change(event.target.value)}
      />
      <RemoveButton label={words.removePlace(label)} onClick={remove} />
    </div>
  );
}
