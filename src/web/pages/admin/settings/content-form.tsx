import toast from 'react-hot-toast/headless';
import { type ContentPageName, type readContentPage, updateContentPage } from '../../../../contract/content.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { api } from '../../../api.ts';
import { useTrackUnsavedChanges } from '../../../components/dashboard-layout/unsaved-changes.tsx';
import { EditConflictPanel } from '../../../components/edit-conflict-panel.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readCurrent, type Snapshot, useEditConflict } from '../../../hooks/use-edit-conflict.ts';
import { readField, useForm } from '../../../hooks/use-form.ts';
import { settings as words } from '../../../messages/admin.ts';
import { markSaved } from '../../../state/unsaved-changes.ts';
import { TextArea } from '../../../ui/field.tsx';

interface ContentPageFormProps {
  name: ContentPageName;
  label: string;
  text: string;
  version: number;
}

const toSnapshot = ({ text, version }: { text: string; version: number }): Snapshot => ({ version, values: { text } });

/** The text of one content page, saved on its own. */
export function ContentPageForm({ name, label, text, version }: ContentPageFormProps) {
  const edit = useEditConflict(toSnapshot({ text, version }), { text: { label } });
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      // A form sends line breaks as CR LF.
      const typed = { text: readField(values, 'text').replaceAll('\r\n', '\n') };
      const body = { ...typed, version: edit.base.version };
      const saved = await api(updateContentPage, { params: { name }, body }).catch((error) => {
        const current = readCurrent<ReplyOf<typeof readContentPage>>(error);
        if (current) edit.rebase(typed, toSnapshot(current));
        throw error;
      });
      edit.reset(typed, toSnapshot(saved));
      values.set('text', saved.text);
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
      <EditConflictPanel conflict={edit} />
      <TextArea
        key={edit.field('text').key}
        label={label}
        name="text"
        rows={9}
        defaultValue={edit.field('text').value}
        error={form.errors.text}
      />
      <SubmitButton state={form} variant="secondary" className="self-start">
        {words.saveContentPage(label)}
      </SubmitButton>
    </Form>
  );
}
