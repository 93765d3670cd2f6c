/** The barcode of a product, whose variants have their own in their table, and its condition. */
import { BARCODE_MAX_LENGTH } from '../../../contract/limits.ts';
import { CONDITIONS } from '../../../contract/product-fields.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import { FormSection } from './form-section.tsx';
import { productDetails as words } from './messages.ts';

export function IdentificationFields({ errors, edit }: { errors: FormState['errors']; edit: EditConflict | undefined }) {
  const [field, condition] = [edit?.field('barcode'), edit?.field('condition')];
  return (
    <FormSection
      title={words.identification}
      hint={words.identificationHint}
      isUsed={Boolean(field?.value || condition?.value)}
      hasError={Boolean(errors.barcode ?? errors.condition)}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          key={field?.key}
          label={words.barcode}
          name="barcode"
          hint={words.barcodeHint}
          defaultValue={field?.value}
          error={errors.barcode}
          maxLength={BARCODE_MAX_LENGTH}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField
          key={condition?.key ?? 'condition'}
          label={words.condition}
          name="condition"
          hint={words.conditionHint}
          defaultValue={condition?.value ?? ''}
          error={errors.condition}
        >
          <option value="">{words.notSaid}</option>
          {CONDITIONS.map((it) => (
            <option key={it} value={it}>
              {productPage.conditions[it]}
            </option>
          ))}
        </SelectField>
      </div>
    </FormSection>
  );
}
