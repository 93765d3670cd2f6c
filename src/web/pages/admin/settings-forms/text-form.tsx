import toast from 'react-hot-toast';
import { type ContentPageName, updateContentPage } from '../../../../contract/shop.ts';
import { api } from '../../../api.ts';
import { useSavedForm } from '../../../components/area/unsaved-changes.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { settings as words } from '../../../messages.admin.ts';
import { markSaved } from '../../../saved-forms.ts';
import { TextArea } from '../../../ui/field.tsx';
import { textOf, useForm } from '../../../use-form.ts';

/** The words of one standing page, saved by themselves. */
export function TextForm({ name, label, text }: { name: ContentPageName; label: string; text: string }) {
  const form = useForm({
    send: async (values) => {
      await api(updateContentPage, { params: { name }, body: { text: textOf(values, 'text') } });
      markSaved(form.ref.current, values);
      toast.success(words.textSaved(label));
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.textNotSaved(label));
      return undefined;
    },
  });
  useSavedForm(form.ref);
  return (
    <Form state={form} className="gap-3">
      <TextArea label={label} name="text" rows={9} defaultValue={text} error={form.errors.text} />
      <SubmitButton state={form} variant="secondary" className="self-start">
        {words.saveText(label)}
      </SubmitButton>
    </Form>
  );
}
