/** Tax rates, whether prices include tax, and whether the payment provider calculates it instead. */
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { type readTaxSettings, updateTaxSettings } from '../../../contract/pricing-settings.ts';
import { api, isApiError } from '../../api.ts';
import { SwitchField } from '../../kit/field.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { BarForm } from '../parts/save-bar.tsx';
import { formatSwitch, useVersionedForm } from '../parts/use-versioned-form.ts';
import { shippingSettings as words } from './messages.ts';
import { describeTaxRates, parseRateDrafts, type TaxRateDraft, toRateDraft, toRateFieldPath } from './tax-drafts.ts';
import { TaxRatesEditor } from './tax-rates-editor.tsx';

type Loaded = Pick<ReplyOf<typeof readTaxSettings>, 'tax' | 'version' | 'automaticAvailable'>;

interface Texts extends Pick<Loaded['tax'], 'pricesIncludeTax' | 'taxShipping' | 'automatic' | 'roundPerOrder' | 'companies'> {
  rates: TaxRateDraft[];
}

const toTexts = ({
  pricesIncludeTax,
  taxShipping,
  automatic = false,
  roundPerOrder = false,
  companies = false,
  rates,
}: Texts): Record<string, string> => ({
  companies: formatSwitch(companies),
  pricesIncludeTax: formatSwitch(pricesIncludeTax),
  taxShipping: formatSwitch(taxShipping),
  automatic: formatSwitch(automatic),
  roundPerOrder: formatSwitch(roundPerOrder),
  rates: JSON.stringify(rates),
});

const toSnapshot = ({ tax, version }: Loaded): Snapshot => ({ version, values: toTexts({ ...tax, rates: tax.rates.map(toRateDraft) }) });

function read(values: FormData, { tax, automaticAvailable }: Loaded) {
  const drafts = JSON.parse(readField(values, 'rates')) as TaxRateDraft[];
  const { rates, issues } = parseRateDrafts(drafts);
  if (issues.length) throw createValidationError(words.taxSaveFailed, issues);
  const switches = {
    pricesIncludeTax: values.has('pricesIncludeTax'),
    taxShipping: values.has('taxShipping'),
    roundPerOrder: values.has('roundPerOrder'),
    companies: values.has('companies'),
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
      companies: { label: words.companies },
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
      <SwitchField key={keyOf('companies')} {...toggle('companies')} label={words.companies} hint={words.companiesHint} />
      <p className="hidden text-soft group-has-[[name=automatic]:checked]:block">{words.ratesUnused}</p>
    </BarForm>
  );
}
