/** The tax class of a product. A shop that has no rate of a class shows nothing of it. */
import { SelectField } from '../../kit/field.tsx';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { TaxClassOptions, useTaxClasses } from '../parts/tax-classes.tsx';
import { productDetails as words } from './messages.ts';

export function TaxClassField({ errors, edit }: { errors: FormState['errors']; edit: EditConflict | undefined }) {
  const { isUsed, names } = useTaxClasses();
  const { key = 'taxClass', value = '' } = edit?.field('taxClass') ?? {};
  if (!isUsed && !value) return null;
  return (
    <SelectField
      // A select chooses among the options that it is made with, and those of this shop arrive later.
      key={`${key} ${names.length}`}
      label={words.taxClass}
      name="taxClass"
      hint={words.taxClassHint}
      defaultValue={value}
      error={errors.taxClass}
      className="sm:max-w-1/2"
    >
      <option value="">{words.standardClass}</option>
      <TaxClassOptions names={names} own={value} withStandard={false} />
    </SelectField>
  );
}
