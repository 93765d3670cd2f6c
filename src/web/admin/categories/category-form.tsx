/** A new category needs only a name; text and image are added by editing it. */
import toast from 'react-hot-toast/headless';
import { createCategory } from '../../../contract/category.ts';
import { api } from '../../api.ts';
import { TextField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { categories as words } from '../messages.ts';
import { adminSpec } from '../specified-labels.ts';

export function CategoryForm({ onSaved }: { onSaved: () => void }) {
  const form = useForm({
    onSubmit: async (values) => {
      const name = readField(values, 'name').trim();
      const { success, message } = await api(createCategory, { body: { name } });
      if (!success) throw createValidationError(message);
      form.ref.current?.reset();
      toast.success(adminSpec.categoryCreated(name));
      onSaved();
      return 'stay';
    },
    onFailure: () => {
      toast.error(adminSpec.categoryNotCreated);
      return undefined;
    },
  });

  return (
    // Field and button side by side on wide screens; an error summary spans both.
    <Form state={form} className="sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-3 sm:[&>section]:col-span-2">
      <TextField label={words.label} name="name" placeholder={adminSpec.createCategory} error={form.errors.name} autoComplete="off" />
      {/* Level with the input, below the field's label. */}
      <div className="flex flex-wrap gap-2 sm:mt-6.25 sm:self-start">
        <SubmitButton state={form}>{words.submit}</SubmitButton>
      </div>
    </Form>
  );
}
