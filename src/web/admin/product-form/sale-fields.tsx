/** The optional fields: price before a sale, SKU, weight and status. */
import type { ReactNode } from 'react';
import { PRODUCT_STATUSES } from '../../../contract/product-fields.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { products as words } from '../messages.ts';

/** The fields that variants have instead of the product if it has options. When hidden, they keep what was typed, but aren't sent. */

export function OwnFields({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  return (
    <fieldset disabled={isHidden} hidden={isHidden} className="contents">
      {children}
    </fieldset>
  );
}

interface SaleFieldsProps {
  errors: FormState['errors'];
  edit: EditConflict | undefined;
  hasOptions: boolean;
}

export function SaleFields({ errors, edit, hasOptions }: SaleFieldsProps) {
  const key = (name: string) => edit?.field(name).key;
  const value = (name: string) => edit?.field(name).value;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <OwnFields isHidden={hasOptions}>
          <TextField
            key={key('compareAtPrice')}
            label={words.compareAtPrice}
            name="compareAtPrice"
            hint={words.compareAtPriceHint}
            defaultValue={value('compareAtPrice')}
            error={errors.compareAtPrice}
            inputMode="decimal"
            autoComplete="off"
          />
        </OwnFields>
        <TextField
          key={key('sku')}
          label={words.sku}
          name="sku"
          hint={words.skuHint}
          defaultValue={value('sku')}
          error={errors.sku}
          autoComplete="off"
        />
        <TextField
          key={key('weight')}
          label={words.weight}
          name="weight"
          hint={words.weightHint}
          defaultValue={value('weight')}
          error={errors.weight}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <SelectField
        key={key('status')}
        label={words.status}
        name="status"
        hint={words.statusHint}
        defaultValue={value('status') ?? 'active'}
        error={errors.status}
        className="sm:max-w-1/2"
      >
        {PRODUCT_STATUSES.map((status) => (
          <option key={status} value={status}>
            {words.statuses[status]}
          </option>
        ))}
      </SelectField>
    </>
  );
}
