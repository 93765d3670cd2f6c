/** From when until when a product is in the shop. */
import { TextField } from '../../kit/field.tsx';
import { getTimeZone } from '../../shared/format.ts';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { FormSection } from './form-section.tsx';
import { productDetails as words } from './messages.ts';

export function PublishingFields({ errors, edit }: { errors: FormState['errors']; edit: EditConflict | undefined }) {
  const names = ['publishFrom', 'publishUntil'] as const;
  return (
    <FormSection
      title={words.publishing}
      hint={words.publishingHint}
      isUsed={names.some((name) => edit?.field(name).value)}
      hasError={names.some((name) => errors[name])}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {names.map((name) => (
          <TextField
            key={edit?.field(name).key ?? name}
            label={words[name]}
            name={name}
            hint={words.timeHint(getTimeZone())}
            defaultValue={edit?.field(name).value}
            error={errors[name]}
            type="datetime-local"
          />
        ))}
      </div>
    </FormSection>
  );
}
