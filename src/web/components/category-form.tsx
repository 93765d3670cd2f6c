/** The one name of a category: for a new one on the page, for an old one in the modal. */
import toast from 'react-hot-toast';
import { categories as words } from '../messages.admin.ts';
import { common, spec } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { refusal, textOf, useForm } from '../use-form.ts';
import { Form, SubmitButton } from './form.tsx';

/** Field and button beside each other where there is room; what went wrong keeps the whole width above them. */
const inLine =
  'sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-3 sm:[&>[role=alert]]:col-span-2 sm:[&>:last-child]:mt-6.25 sm:[&>:last-child]:self-start';

interface CategoryFormProps {
  /** The current name, of one that exists. */
  name?: string;
  save: (name: string) => Promise<{ success: boolean; message: string }>;
  onSaved: (name: string) => void;
  /** The toast for when it can't be saved. */
  failure: string;
  /** With it there is a Cancel button. */
  cancel?: () => void;
}

export function CategoryForm({ name, save, onSaved, failure, cancel }: CategoryFormProps) {
  const form = useForm({
    send: async (values) => {
      const typed = textOf(values, 'name').trim();
      const { success, message } = await save(typed);
      if (!success) throw refusal(message);
      form.ref.current?.reset();
      onSaved(typed);
      return 'stay';
    },
    onFailure: () => {
      toast.error(failure);
      return undefined;
    },
  });

  return (
    <Form state={form} className={cancel ? undefined : inLine}>
      <TextField
        label={words.label}
        name="name"
        defaultValue={name}
        placeholder={spec.createCategory}
        error={form.errors.name}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton state={form}>{words.submit}</SubmitButton>
        {cancel && (
          <Button variant="secondary" className="min-h-11" onClick={cancel}>
            {common.cancel}
          </Button>
        )}
      </div>
    </Form>
  );
}
