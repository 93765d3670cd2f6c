/** Tax rates, one a line, and whether prices hold them. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { type readTaxSettings, type TaxSettings, updateTaxSettings } from '../../../../contract/pricing-settings.ts';
import { api, isApiError } from '../../../api.ts';
import { useTrackUnsavedChanges } from '../../../components/dashboard-layout/unsaved-changes.tsx';
import { EditConflictPanel } from '../../../components/edit-conflict-panel.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readCurrent, useEditConflict } from '../../../hooks/use-edit-conflict.ts';
import { createIssue, createValidationError, readField, useForm } from '../../../hooks/use-form.ts';
import { shippingSettings as words } from '../../../messages/shipping-settings.ts';
import { markSaved } from '../../../state/unsaved-changes.ts';
import { TextArea } from '../../../ui/field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { formatTaxRates, parseTaxRates } from './territory-texts.ts';

const toSwitch = (isOn: boolean) => (isOn ? words.on : words.off);

const toTexts = ({ pricesIncludeTax, taxShipping, rates }: TaxSettings): Record<string, string> => ({
  pricesIncludeTax: toSwitch(pricesIncludeTax),
  taxShipping: toSwitch(taxShipping),
  rates: formatTaxRates(rates),
});

export function TaxForm({ tax, version }: { tax: TaxSettings; version: number }) {
  const edit = useEditConflict(
    { version, values: toTexts(tax) },
    {
      pricesIncludeTax: { label: words.pricesIncludeTax },
      taxShipping: { label: words.taxShipping },
      rates: { label: words.rates },
    },
  );
  /** Of the first line that was refused. */
  const [ratesError, setRatesError] = useState<string>();
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const parsed = parseTaxRates(readField(values, 'rates').replaceAll('\r\n', '\n'));
      if (typeof parsed === 'number') {
        setRatesError(words.invalidRates(parsed));
        throw createValidationError(words.taxSaveFailed, [createIssue('rates', 'invalid_format')]);
      }
      const typed: TaxSettings = {
        pricesIncludeTax: values.has('pricesIncludeTax'),
        taxShipping: values.has('taxShipping'),
        rates: parsed.rates,
      };
      const saved = await api(updateTaxSettings, { body: { ...typed, version: edit.base.version } }).catch((error) => {
        const current = readCurrent<ReplyOf<typeof readTaxSettings>>(error);
        if (current) edit.rebase(toTexts(typed), { version: current.version, values: toTexts(current.tax) });
        if (isApiError(error)) {
          const [, row] = /^rates\.(\d+)/.exec(error.issues[0]?.path ?? '') ?? [];
          const line = parsed.lines[Number(row)] ?? 0;
          setRatesError(error.issues[0]?.code === 'taken' ? words.at(String(line), words.twice) : words.invalidRates(line));
          error.issues = error.issues.slice(0, 1).map((issue) => ({ ...issue, path: row === undefined ? issue.path : 'rates' }));
        }
        throw error;
      });
      edit.reset(toTexts(typed), { version: saved.version, values: toTexts(saved.tax) });
      values.set('rates', formatTaxRates(saved.tax.rates));
      markSaved(form.ref.current, values);
      toast.success(words.taxSaved);
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.taxSaveFailed);
      return undefined;
    },
  });
  useTrackUnsavedChanges(form.ref);
  const switchOf = (name: string) => ({ name, defaultChecked: edit.field(name).value === words.on });
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      <SwitchField
        key={edit.field('pricesIncludeTax').key}
        label={words.pricesIncludeTax}
        hint={words.pricesIncludeTaxHint}
        {...switchOf('pricesIncludeTax')}
      />
      <SwitchField
        key={edit.field('taxShipping').key}
        label={words.taxShipping}
        hint={words.taxShippingHint}
        {...switchOf('taxShipping')}
      />
      <TextArea
        key={edit.field('rates').key}
        label={words.rates}
        hint={words.ratesHint}
        name="rates"
        rows={6}
        defaultValue={edit.field('rates').value}
        error={form.errors.rates && (ratesError ?? form.errors.rates)}
      />
      <SubmitButton state={form} className="self-start px-6">
        {words.saveTax}
      </SubmitButton>
    </Form>
  );
}
