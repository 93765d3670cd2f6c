/** The filter of the product table by one of the merchant's fields. Nothing while none is defined. */
import { useState } from 'react';
import { FIELD_TEXT_MAX_LENGTH } from '../../../contract/limits.ts';
import type { ProductTableFilter } from '../../../contract/product-table.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { useFields } from './field-inputs.tsx';
import { customFields as words } from './messages.ts';

const size = 'grow basis-38 sm:max-w-48';

/** `apply`: reads the form that it stands in. A field that was chosen waits for its value. */
export function CustomFieldFilter({ filter, apply }: { filter: ProductTableFilter; apply: () => void }) {
  const [key, setKey] = useState(filter.field ?? '');
  const fields = useFields('product');
  const chosen = fields.find((it) => it.key === key);
  if (!fields.length) return null;
  const value = { label: words.filterValue(chosen?.name ?? ''), name: 'value', defaultValue: filter.fieldValue ?? '', className: size };
  const choices =
    chosen?.type === 'boolean'
      ? [
          ['true', words.yes],
          ['false', words.no],
        ]
      : chosen?.choices.map((it) => [it, it]);
  return (
    <>
      <SelectField label={words.filterField} name="field" value={key} className={size} onChange={(event) => setKey(event.target.value)}>
        <option value="">{words.anyField}</option>
        {fields.map((field) => (
          <option key={field.key} value={field.key}>
            {field.name}
          </option>
        ))}
      </SelectField>
      {chosen &&
        (choices?.length ? (
          <SelectField key={key} {...value} onChange={apply}>
            <option value="">{words.noValue}</option>
            {choices.map(([it, text]) => (
              <option key={it} value={it}>
                {text}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField key={key} {...value} placeholder={words.noValue} maxLength={FIELD_TEXT_MAX_LENGTH} autoComplete="off" />
        ))}
    </>
  );
}
