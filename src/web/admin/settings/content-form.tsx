import type { ReplyOf } from '../../../contract/endpoint.ts';
import { type ContentPageName, type readContentPage, updateContentPage } from '../../../contract/page.ts';
import { api } from '../../api.ts';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { MarkdownField } from '../pages/page-form.tsx';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { settings as words } from './messages.ts';

type Loaded = Pick<ReplyOf<typeof readContentPage>, 'text' | 'version' | 'isDraft'>;

const toSnapshot = ({ text, version }: Loaded): Snapshot => ({ version, values: { text } });

/** The text of one content page, saved on its own. */
export function ContentPageForm({ name, label, loaded }: { name: ContentPageName; label: string; loaded: Loaded }) {
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: { text: { label } },
    read: (values) => {
      const typed = { text: readField(values, 'text') };
      return { typed, save: (version) => api(updateContentPage, { params: { name }, body: { ...typed, version } }) };
    },
    saved: words.contentPageSaved(label),
    failed: words.contentPageSaveFailed(label),
  });
  return (
    <Form state={form} className="gap-3">
      {loaded.isDraft && <p className="text-small text-caution">{words.contentPageDraft(label)}</p>}
      <EditConflictPanel conflict={edit} />
      <MarkdownField key={keyOf('text')} {...text('text')} label={label} rows={9} />
      <SubmitButton state={form} variant="secondary" className="self-start">
        {words.saveContentPage(label)}
      </SubmitButton>
    </Form>
  );
}
