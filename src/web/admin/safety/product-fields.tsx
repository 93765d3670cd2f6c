/** Who made a product, its warnings, and its maker's guarantee that it lasts. */
import { GUARANTEE_TEXT_MAX_LENGTH, SAFETY_WARNINGS_MAX_LENGTH } from '../../../contract/limits.ts';
import { TextArea, TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { FileInput } from '../custom-fields/file-input.tsx';
import { FormSection } from '../product-form/form-section.tsx';
import { MakerField } from './maker-field.tsx';
import { productSafety as words } from './messages.ts';
import { MAKERS_PATH } from './use-makers.ts';

const NAMES = ['maker', 'safetyWarnings', 'guaranteeYears', 'guaranteeText', 'guaranteeLabel'] as const;

export function SafetyFields({ errors, edit }: { errors: FormState['errors']; edit: EditConflict | undefined }) {
  const read = (name: (typeof NAMES)[number]) => edit?.field(name) ?? { key: name, value: '' };
  const field = (name: Exclude<(typeof NAMES)[number], 'guaranteeLabel'>) => ({
    name,
    label: words[name],
    hint: words[`${name}Hint`],
    defaultValue: read(name).value,
    error: errors[name],
    autoComplete: 'off',
  });
  const label = read('guaranteeLabel');
  return (
    <FormSection
      title={words.title}
      hint={words.hint}
      isUsed={NAMES.some((name) => read(name).value)}
      hasError={NAMES.some((name) => errors[name])}
    >
      {(isOpen) => (
        <>
          <div>
            <MakerField {...field('maker')} key={read('maker').key} none={words.noMaker} />
            <Link to={MAKERS_PATH} className="mt-1 inline-flex min-h-8 items-center text-small text-accent hover:underline">
              {words.manage}
            </Link>
          </div>
          <TextArea key={read('safetyWarnings').key} {...field('safetyWarnings')} rows={3} maxLength={SAFETY_WARNINGS_MAX_LENGTH} />
          <TextField
            key={read('guaranteeYears').key}
            {...field('guaranteeYears')}
            inputMode="numeric"
            maxLength={2}
            className="sm:max-w-1/2"
          />
          <TextArea key={read('guaranteeText').key} {...field('guaranteeText')} rows={3} maxLength={GUARANTEE_TEXT_MAX_LENGTH} />
          {/* The form has one chooser of files, that of pictures, until somebody looks here. */}
          {(isOpen || label.value) && (
            <FileInput
              key={label.key}
              field={{ key: 'guaranteeLabel', name: words.guaranteeLabel, help: words.guaranteeLabelHint }}
              inputName="guaranteeLabel"
              value={label.value ?? ''}
              error={errors.guaranteeLabel}
            />
          )}
        </>
      )}
    </FormSection>
  );
}
