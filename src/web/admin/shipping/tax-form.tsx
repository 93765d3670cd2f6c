/** Tax rates, whether prices include tax, and whether the payment provider calculates it instead. */
import { useEffect, useRef } from 'react';
import type { Territory } from '../../../contract/countries.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Issue } from '../../../contract/errors.ts';
import { TERRITORIES_MAX } from '../../../contract/limits.ts';
import { type readTaxSettings, type TaxSettings, updateTaxSettings } from '../../../contract/pricing-settings.ts';
import { api, isApiError } from '../../api.ts';
import { SwitchField } from '../../kit/field.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { createIssue, createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { BarForm } from '../parts/save-bar.tsx';
import { formatSwitch, useVersionedForm } from '../parts/use-versioned-form.ts';
import { parseNumber, RATE, toInput } from '../parts/values.ts';
import { CellField, RemoveButton, useKeyed } from './cell-field.tsx';
import { shippingSettings as words } from './messages.ts';
import { TaxProposalPanel } from './tax-proposal.tsx';
import { getTerritoryId, nameTerritory } from './territories.ts';
import { TerritoryPicker } from './territory-picker.tsx';

/** Tax rates, one row for each country or region. A hidden field holds them all, which is what the form sends. */
interface TaxRateDraft extends Territory {
  /** Per cent. */
  rate: string;
}

export const toRateDrafts = (rates: TaxSettings['rates']): TaxRateDraft[] =>
  rates.map(({ country, region, rate }) => ({ country, region, rate: toInput(rate) }));

/** For people: one rate a line. */
const describeTaxRates = (drafts: TaxRateDraft[]): string => drafts.map((draft) => `${nameTerritory(draft)}: ${draft.rate}%`).join('\n');

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
const toRateFieldPath = ({ path, ...issue }: Issue): Issue => ({ ...issue, path: path.replace(/^rates\.(\d+).*$/, 'tax-$1') });

interface TaxRatesEditorProps {
  drafts: TaxRateDraft[];
  errors: Record<string, string>;
  /** The first rates of the shop were proposed. */
  onFirstProposal: () => void;
}

function TaxRatesEditor({ drafts, errors, onFirstProposal }: TaxRatesEditorProps) {
  const rates = useKeyed(drafts);
  const picker = useRef<HTMLInputElement>(null);
  const taken = new Map(rates.items.map((place) => [getTerritoryId(place), words.theList] as const));
  const remove = (key: number) => {
    rates.remove(key);
    picker.current?.focus();
  };
  const addProposed = (proposed: TaxRateDraft[]) => {
    rates.add(...proposed);
    if (rates.rows.length === 0) onFirstProposal();
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
      <TaxProposalPanel taken={taken} add={addProposed} />
      {rates.rows.length < TERRITORIES_MAX && (
        <div className="mt-1 max-w-form">
          <TerritoryPicker
            ref={picker}
            label={words.addTaxRate}
            hint={words.placesHint}
            name="tax-place"
            taken={taken}
            add={(places) => rates.add(...places.map((place) => ({ ...place, rate: '' })))}
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
  // After a territory was added, its percentage is typed next, so its field gets the focus. A proposed one is there already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    if (isNew && !draft.rate) input.current?.focus();
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

type Loaded = Pick<ReplyOf<typeof readTaxSettings>, 'tax' | 'version' | 'automaticAvailable'>;

interface Texts extends Pick<Loaded['tax'], 'pricesIncludeTax' | 'taxShipping' | 'automatic' | 'roundPerOrder'> {
  rates: TaxRateDraft[];
}

const toTexts = ({ pricesIncludeTax, taxShipping, automatic = false, roundPerOrder = false, rates }: Texts): Record<string, string> => ({
  pricesIncludeTax: formatSwitch(pricesIncludeTax),
  taxShipping: formatSwitch(taxShipping),
  automatic: formatSwitch(automatic),
  roundPerOrder: formatSwitch(roundPerOrder),
  rates: JSON.stringify(rates),
});

const toSnapshot = ({ tax, version }: Loaded): Snapshot => ({ version, values: toTexts({ ...tax, rates: toRateDrafts(tax.rates) }) });

function read(values: FormData, { tax, automaticAvailable }: Loaded) {
  const drafts = JSON.parse(readField(values, 'rates')) as TaxRateDraft[];
  const { rates, issues } = parseRateDrafts(drafts);
  if (issues.length) throw createValidationError(words.taxSaveFailed, issues);
  const switches = {
    pricesIncludeTax: values.has('pricesIncludeTax'),
    taxShipping: values.has('taxShipping'),
    roundPerOrder: values.has('roundPerOrder'),
  };
  // If the provider can't calculate tax, there is no switch, and the stored setting stays.
  const automatic = automaticAvailable ? values.has('automatic') : undefined;
  const save = (version: number) =>
    api(updateTaxSettings, { body: { ...switches, ...(automatic !== undefined && { automatic }), rates, version } }).catch((error) => {
      if (isApiError(error)) error.issues = error.issues.map(toRateFieldPath);
      throw error;
    });
  return { typed: toTexts({ ...switches, automatic: automatic ?? tax.automatic ?? false, rates: drafts }), save };
}

export function TaxForm({ loaded }: { loaded: Loaded }) {
  const { automaticAvailable } = loaded;
  const { form, edit, keyOf, text, toggle } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: {
      automatic: { label: words.automatic },
      pricesIncludeTax: { label: words.pricesIncludeTax },
      taxShipping: { label: words.taxShipping },
      roundPerOrder: { label: words.roundPerOrder },
      rates: { label: words.taxRates, format: (rates) => describeTaxRates(JSON.parse(rates) as TaxRateDraft[]) },
    },
    read: (values) => read(values, loaded),
    saved: words.taxSaved,
    failed: words.taxSaveFailed,
  });
  /** Wherever a standard rate is known, shops show prices with tax, and the parcel is taxed like the goods. Both can be switched off again. */
  const includeTax = () => {
    for (const name of ['pricesIncludeTax', 'taxShipping']) {
      const field = form.ref.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement && !field.checked) field.click();
    }
  };
  return (
    <BarForm state={form} className="group">
      <EditConflictPanel conflict={edit} />
      {automaticAvailable && (
        <SwitchField key={keyOf('automatic')} {...toggle('automatic')} label={words.automatic} hint={words.automaticHint} />
      )}
      {form.errors.automatic && <p className="-mt-3 text-small text-danger">{words.automaticUnavailable}</p>}
      <SwitchField
        key={keyOf('pricesIncludeTax')}
        {...toggle('pricesIncludeTax')}
        label={words.pricesIncludeTax}
        hint={words.pricesIncludeTaxHint}
      />
      <div className="flex flex-col gap-5 group-has-[[name=automatic]:checked]:hidden">
        <SwitchField key={keyOf('taxShipping')} {...toggle('taxShipping')} label={words.taxShipping} hint={words.taxShippingHint} />
        <SwitchField key={keyOf('roundPerOrder')} {...toggle('roundPerOrder')} label={words.roundPerOrder} hint={words.roundPerOrderHint} />
        <TaxRatesEditor
          key={keyOf('rates')}
          drafts={JSON.parse(text('rates').defaultValue) as TaxRateDraft[]}
          errors={form.errors}
          onFirstProposal={includeTax}
        />
      </div>
      <p className="hidden text-soft group-has-[[name=automatic]:checked]:block">{words.ratesUnused}</p>
    </BarForm>
  );
}
