/** Tax rates, one a line, and whether prices hold them. */
import { useState } from 'react';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { type readTaxSettings, type TaxSettings, updateTaxSettings } from '../../../../contract/pricing-settings.ts';
import { api, isApiError } from '../../../api.ts';
import { EditConflictPanel } from '../../../components/edit-conflict-panel.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import type { Snapshot } from '../../../hooks/use-edit-conflict.ts';
import { createIssue, createValidationError, readField } from '../../../hooks/use-form.ts';
import { shippingSettings as words } from '../../../messages/shipping-settings.ts';
import { TextArea } from '../../../ui/field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { formatSwitch, useVersionedForm } from '../use-versioned-form.ts';
import { formatTaxRates, parseTaxRates } from './territory-texts.ts';

type Loaded = Pick<ReplyOf<typeof readTaxSettings>, 'tax' | 'version'>;

const toTexts = ({ pricesIncludeTax, taxShipping, rates }: TaxSettings): Record<string, string> => ({
  pricesIncludeTax: formatSwitch(pricesIncludeTax),
  taxShipping: formatSwitch(taxShipping),
  rates: formatTaxRates(rates),
});

const toSnapshot = ({ tax, version }: Loaded): Snapshot => ({ version, values: toTexts(tax) });

export function TaxForm({ loaded }: { loaded: Loaded }) {
  /** Of the first line that was refused. */
  const [ratesError, setRatesError] = useState<string>();
  const { form, edit, keyOf, text, toggle } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: {
      pricesIncludeTax: { label: words.pricesIncludeTax },
      taxShipping: { label: words.taxShipping },
      rates: { label: words.rates },
    },
    read: (values) => {
      const parsed = parseTaxRates(readField(values, 'rates'));
      if (typeof parsed === 'number') {
        setRatesError(words.invalidRates(parsed));
        throw createValidationError(words.taxSaveFailed, [createIssue('rates', 'invalid_format')]);
      }
      const tax = { pricesIncludeTax: values.has('pricesIncludeTax'), taxShipping: values.has('taxShipping'), rates: parsed.rates };
      const save = (version: number) =>
        api(updateTaxSettings, { body: { ...tax, version } }).catch((error) => {
          if (isApiError(error)) {
            const [, row] = /^rates\.(\d+)/.exec(error.issues[0]?.path ?? '') ?? [];
            const line = parsed.lines[Number(row)] ?? 0;
            setRatesError(error.issues[0]?.code === 'taken' ? words.at(String(line), words.twice) : words.invalidRates(line));
            error.issues = error.issues.slice(0, 1).map((issue) => ({ ...issue, path: row === undefined ? issue.path : 'rates' }));
          }
          throw error;
        });
      return { typed: toTexts(tax), save };
    },
    saved: words.taxSaved,
    failed: words.taxSaveFailed,
  });
  const { error, ...rates } = text('rates');
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <SwitchField
        key={keyOf('pricesIncludeTax')}
        {...toggle('pricesIncludeTax')}
        label={words.pricesIncludeTax}
        hint={words.pricesIncludeTaxHint}
      />
      <SwitchField key={keyOf('taxShipping')} {...toggle('taxShipping')} label={words.taxShipping} hint={words.taxShippingHint} />
      <TextArea
        key={keyOf('rates')}
        {...rates}
        label={words.rates}
        hint={words.ratesHint}
        rows={6}
        error={error && (ratesError ?? error)}
      />
      <SubmitButton state={form} className="self-start px-6">
        {words.saveTax}
      </SubmitButton>
    </Form>
  );
}
