/** The form for a category's name: inline on the page to create one, in a dialog to rename one. */
import toast from 'react-hot-toast/headless';
import type { updateCategory, VersionedCategory } from '../../contract/category.ts';
import type { ReplyOf } from '../../contract/endpoint.ts';
import { readCurrent, type Snapshot, useEditConflict } from '../hooks/use-edit-conflict.ts';
import { createValidationError, readField, useForm } from '../hooks/use-form.ts';
import { categories as words } from '../messages/admin.ts';
import { common } from '../messages/common.ts';
import { adminSpec } from '../messages/specification-admin.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { TextField } from '../ui/field.tsx';
import { EditConflictPanel } from './edit-conflict-panel.tsx';
import { Form, SubmitButton } from './form.tsx';

/** Field and button side by side on wide screens; an error summary spans both. */
const inlineForm = 'sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-3 sm:[&>section]:col-span-2';
/** Level with the input, below the field's label. */
const inlineButtons = 'sm:mt-6.25 sm:self-start';

interface CategoryFormProps {
  /** The category to rename. */
  category?: Pick<VersionedCategory, 'name' | 'version'>;
  /** `version` is that of the category that the form shows. */
  save: (name: string, version: number) => Promise<{ success: boolean; message: string }>;
  onSaved: (name: string) => void;
  /** Toast shown when saving fails. */
  failureMessage: string;
  /** Shows a Cancel button. */
  onCancel?: () => void;
}

const toSnapshot = ({ name, version }: Pick<VersionedCategory, 'name' | 'version'>): Snapshot => ({ version, values: { name } });

export function CategoryForm({ category, save, onSaved, failureMessage, onCancel }: CategoryFormProps) {
  const edit = useEditConflict(toSnapshot(category ?? { name: '', version: 0 }), { name: { label: words.label } });
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const typed = readField(values, 'name').trim();
      const { success, message } = await save(typed, edit.base.version).catch((error) => {
        const current = readCurrent<Pick<ReplyOf<typeof updateCategory>, 'category'>>(error);
        if (current) edit.rebase({ name: typed }, toSnapshot(current.category));
        throw error;
      });
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
      <EditConflictPanel conflict={edit} />
      <TextField
        key={edit.field('name').key}
        label={words.label}
        name="name"
        defaultValue={edit.field('name').value}
        placeholder={adminSpec.createCategory}
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
