/** The form for a discount code, in a dialog: for a new code or an existing one. */

import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ListedCategory } from '../../../contract/category.ts';
import { createDiscountCode, type DiscountCode, updateDiscountCode } from '../../../contract/discount-code.ts';
import { NEW_CODE_MAX_LENGTH } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { getCurrency, getTimeZone } from '../../shared/format.ts';
import { EditConflictPanel, readCurrent, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { CodeScope, describeScope, describeTexts, parseTexts, readTexts, toTexts } from './code-scope.tsx';
import { discountCodes as words } from './messages.ts';

interface CodeFormProps {
  /** Null: a new one. */
  code: DiscountCode | null;
  categories: ListedCategory[];
  onSaved: (code: string) => void;
}

const toSnapshot = (code: DiscountCode | null) => ({ version: code?.version ?? 0, values: toTexts(code) });

export function CodeForm({ code, categories, onSaved }: CodeFormProps) {
  const edit = useEditConflict(toSnapshot(code), {
    ...describeTexts,
    scope: { label: words.products, format: (text) => describeScope(text, categories) },
  });
  const [kind, setKind] = useState(edit.field('kind').value);
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const typed = readTexts(values);
      const { input, issues } = parseTexts(typed);
      if (issues.length) throw createValidationError(words.saveFailed, issues);
      if (!code) {
        const created = await api(createDiscountCode, { body: { code: readField(values, 'code'), ...input } });
        onSaved(created.code.code);
        return 'stay';
      }
      const body = { ...input, version: edit.base.version };
      const saved = await api(updateDiscountCode, { params: { id: code._id }, body }).catch((error) => {
        const current = readCurrent<{ code: DiscountCode }>(error);
        if (current) edit.rebase(typed, toSnapshot(current.code));
        throw error;
      });
      onSaved(saved.code.code);
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.saveFailed);
      return undefined;
    },
  });
  const field = (name: string) => ({ name, error: form.errors[name], defaultValue: edit.field(name).value });
  return (
    <Form state={form}>
      <EditConflictPanel conflict={edit} />
      {!code && (
        <TextField
          label={words.code}
          hint={words.codeHint}
          name="code"
          error={form.errors.code}
          maxLength={NEW_CODE_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField key={edit.field('kind').key} label={words.kind} {...field('kind')} onChange={(event) => setKind(event.target.value)}>
          {Object.entries(words.kinds).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        {kind !== 'free_shipping' && (
          <TextField
            key={edit.field('value').key}
            label={words.value}
            hint={kind === 'percent' ? words.percentHint : words.amountHint(getCurrency())}
            inputMode="decimal"
            autoComplete="off"
            {...field('value')}
          />
        )}
        <TextField
          key={edit.field('minimum').key}
          label={words.minimumLabel(getCurrency())}
          placeholder={words.noMinimum}
          inputMode="decimal"
          autoComplete="off"
          {...field('minimum')}
          className="sm:col-span-2"
        />
        <TextField
          key={edit.field('startsAt').key}
          label={words.startsAt}
          hint={words.timeHint(getTimeZone())}
          type="datetime-local"
          {...field('startsAt')}
        />
        <TextField
          key={edit.field('endsAt').key}
          label={words.endsAt}
          hint={words.timeHint(getTimeZone())}
          type="datetime-local"
          {...field('endsAt')}
        />
        <TextField
          key={edit.field('maxUses').key}
          label={words.maxUses}
          placeholder={words.noLimit}
          inputMode="numeric"
          autoComplete="off"
          {...field('maxUses')}
        />
        <TextField
          key={edit.field('maxUsesPerCustomer').key}
          label={words.maxUsesPerCustomer}
          placeholder={words.noLimit}
          inputMode="numeric"
          autoComplete="off"
          {...field('maxUsesPerCustomer')}
        />
      </div>
      <CodeScope key={edit.field('scope').key} text={edit.field('scope').value} categories={categories} />
      <SubmitButton state={form} className="self-start px-6">
        {words.save}
      </SubmitButton>
    </Form>
  );
}
