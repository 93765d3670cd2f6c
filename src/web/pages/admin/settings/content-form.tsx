import toast from 'react-hot-toast';
import { type ContentPageName, updateContentPage } from '../../../../contract/content.ts';
import { api } from '../../../api.ts';
import { useTrackUnsavedChanges } from '../../../components/dashboard-layout/unsaved-changes.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readField, useForm } from '../../../hooks/use-form.ts';
import { settings as words } from '../../../messages/admin.ts';
import { markSaved } from '../../../state/unsaved-changes.ts';
import { TextArea } from '../../../ui/field.tsx';

/** The text of one content page, saved on its own. */
export function ContentPageForm({ name, label, text }: { name: ContentPageName; label: string; text: string }) {
  const form = useForm({
    onSubmit: async (values) => {
      await api(updateContentPage, { params: { name }, body: { text: readField(values, 'text') } });
      markSaved(form.ref.current, values);
      toast.success(words.contentPageSaved(label));
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.contentPageSaveFailed(label));
      return undefined;
    },
  });
  useTrackUnsavedChanges(form.ref);
  return (
    <Form state={form} className="gap-3">
      <TextArea label={label} name="text" rows={9} defaultValue={text} error={form.errors.text} />
      <SubmitButton state={form} variant="secondary" className="self-start">
        {words.saveContentPage(label)}
      </SubmitButton>
    </Form>
  );
}
