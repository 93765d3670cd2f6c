/** The form for a category's name: inline on the page to create one, in a dialog to rename one. */
import toast from 'react-hot-toast';
import { createValidationError, readField, useForm } from '../hooks/use-form.ts';
import { categories as words } from '../messages/admin.ts';
import { common } from '../messages/common.ts';
import { spec } from '../messages/specification.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { TextField } from '../ui/field.tsx';
import { Form, SubmitButton } from './form.tsx';

/** Field and button side by side on wide screens; an error summary spans both. */
const inlineForm = 'sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-3 sm:[&>section]:col-span-2';
/** Level with the input, below the field's label. */
const inlineButtons = 'sm:mt-6.25 sm:self-start';

interface CategoryFormProps {
  /** The current name when renaming. */
  name?: string;
  save: (name: string) => Promise<{ success: boolean; message: string }>;
  onSaved: (name: string) => void;
  /** Toast shown when saving fails. */
  failureMessage: string;
  /** Shows a Cancel button. */
  onCancel?: () => void;
}

export function CategoryForm({ name, save, onSaved, failureMessage, onCancel }: CategoryFormProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const typed = readField(values, 'name').trim();
      const { success, message } = await save(typed);
      if (!success) throw createValidationError(message);
      form.ref.current?.reset();
      onSaved(typed);
      return 'stay';
    },
    onFailure: () => {
      toast.error(failureMessage);
      return undefined;
    },
  });

  return (
    <Form state={form} className={onCancel ? undefined : inlineForm}>
      <TextField
        label={words.label}
        name="name"
        defaultValue={name}
        placeholder={spec.createCategory}
        error={form.errors.name}
        autoComplete="off"
      />
      <div className={classNames('flex flex-wrap gap-2', !onCancel && inlineButtons)}>
        <SubmitButton state={form}>{words.submit}</SubmitButton>
        {onCancel && (
          <Button variant="secondary" className="min-h-11" onClick={onCancel}>
            {common.cancel}
          </Button>
        )}
      </div>
    </Form>
  );
}
