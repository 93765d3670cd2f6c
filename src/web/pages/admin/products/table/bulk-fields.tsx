/** The fields of each kind of bulk change, and the change that was typed into them. */

import type { BulkChange } from '../../../../../contract/bulk-edit.ts';
import { PRICE_ROUNDINGS } from '../../../../../contract/bulk-edit-choices.ts';
import { PRODUCT_STATUSES } from '../../../../../contract/product-status.ts';
import { getCurrency } from '../../../../format.ts';
import { createIssue, createValidationError, readField } from '../../../../hooks/use-form.ts';
import { useShop } from '../../../../hooks/use-shop.ts';
import { products } from '../../../../messages/admin.ts';
import { bulkEdit as words } from '../../../../messages/bulk-edit.ts';
import { SelectField, TextField } from '../../../../ui/field.tsx';

type Field = BulkChange['field'];

function readNumber(values: FormData, isWhole: boolean): number {
  const typed = readField(values, 'value').trim().replace('−', '-');
  const isNumber = isWhole ? /^[+-]?\d{1,7}$/.test(typed) : /^[+-]?\d{1,6}(\.\d{1,2})?$/.test(typed);
  if (!isNumber) {
    const code = typed ? (isWhole ? 'not_an_integer' : 'not_a_number') : 'required';
    throw createValidationError(typed, [createIssue('value', code)]);
  }
  return Number(typed);
}

/** Throws what is no change; the bounds are the server's. */
export function readBulkChange(field: Field, values: FormData): BulkChange {
  switch (field) {
    case 'price': {
      const rounding = PRICE_ROUNDINGS.find((it) => it === readField(values, 'rounding')) ?? 'cent';
      const by = readField(values, 'by') === 'amount' ? 'amount' : 'percent';
      return { field, by, value: readNumber(values, false), rounding };
    }
    case 'stock':
      return { field, by: readField(values, 'by') === 'add' ? 'add' : 'set', value: readNumber(values, true) };
    case 'category': {
      const category = readField(values, 'category');
      if (!category) throw createValidationError(words.chooseCategory, [createIssue('category', 'required')]);
      return { field, category };
    }
    case 'status':
      return { field, status: PRODUCT_STATUSES.find((it) => it === readField(values, 'status')) ?? 'active' };
    case 'delete':
      return { field };
  }
}

interface BulkFieldsProps {
  field: Field;
  by: string;
  setBy: (by: string) => void;
  errors: Record<string, string>;
}

export function BulkFields({ field, by, setBy, errors }: BulkFieldsProps) {
  const { categories } = useShop();
  const chooseBy = { name: 'by', value: by, onChange: (event: { target: { value: string } }) => setBy(event.target.value) };
  const value = { name: 'value', error: errors.value, autoComplete: 'off', inputMode: 'text' } as const;
  if (field === 'price')
    return (
      <>
        <SelectField label={words.by} {...chooseBy}>
          <option value="percent">{words.percent}</option>
          <option value="amount">{words.amount(getCurrency())}</option>
        </SelectField>
        <TextField label={words.value} hint={by === 'amount' ? words.amountHint : words.percentHint} {...value} />
        <SelectField label={words.rounding} name="rounding">
          {PRICE_ROUNDINGS.map((it) => (
            <option key={it} value={it}>
              {words.roundings[it]}
            </option>
          ))}
        </SelectField>
      </>
    );
  if (field === 'stock')
    return (
      <>
        <SelectField label={words.stockBy} {...chooseBy}>
          <option value="set">{words.set}</option>
          <option value="add">{words.add}</option>
        </SelectField>
        <TextField label={words.count} hint={by === 'add' ? words.addHint : undefined} {...value} />
      </>
    );
  if (field === 'category')
    return (
      <SelectField label={words.fields.category} name="category" error={errors.category} defaultValue="">
        <option value="">{words.chooseCategory}</option>
        {categories.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
    );
  if (field === 'status')
    return (
      <SelectField label={words.fields.status} name="status">
        {PRODUCT_STATUSES.map((it) => (
          <option key={it} value={it}>
            {products.statuses[it]}
          </option>
        ))}
      </SelectField>
    );
  return <p className="text-soft">{words.deleteHint}</p>;
}
