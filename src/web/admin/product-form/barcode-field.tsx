/** The barcode of a product; its variants have their own in their table. */
import { BARCODE_MAX_LENGTH } from '../../../contract/limits.ts';
import { TextField } from '../../kit/field.tsx';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { FormSection } from './form-section.tsx';
import { productDetails as words } from './messages.ts';

export function BarcodeField({ errors, edit }: { errors: FormState['errors']; edit: EditConflict | undefined }) {
  const field = edit?.field('barcode');
  return (
    <FormSection
      title={words.identification}
      hint={words.identificationHint}
      isUsed={Boolean(field?.value)}
      hasError={Boolean(errors.barcode)}
    >
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
        className="sm:max-w-1/2"
      />
    </FormSection>
  );
}
