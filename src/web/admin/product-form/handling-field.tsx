/** How long a product takes until it is ready to ship, where the shop's own time isn't right for it. */
import { DETAIL_LENGTHS } from '../../../contract/product-details.ts';
import { TextField } from '../../kit/field.tsx';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { productDetails as words } from './messages.ts';

export function HandlingField({ errors, edit }: { errors: FormState['errors']; edit: EditConflict | undefined }) {
  const { key = 'handlingDays', value } = edit?.field('handlingDays') ?? {};
  return (
    <TextField
      key={key}
      label={words.handlingDays}
      name="handlingDays"
      hint={words.handlingDaysHint}
      defaultValue={value}
      error={errors.handlingDays}
      maxLength={DETAIL_LENGTHS.handlingDays}
      autoComplete="off"
      className="sm:max-w-1/2"
    />
  );
}
