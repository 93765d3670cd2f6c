/** The texts of one email. A text that equals the default is sent as empty, so that it follows the default. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  EMAIL_SUBJECT_MAX_LENGTH,
  EMAIL_TEXT_MAX_LENGTH,
  type EmailWords,
  type ListedWords,
  updateEmailWords,
} from '../../../contract/email-settings.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { EditConflictPanel } from '../../shared/forms/edit-conflict-panel.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { EmailPreview } from './email-preview.tsx';
import { emailWords as words } from './messages.ts';

interface Loaded {
  email: ListedWords;
}

const toShown = ({ words: own, defaults }: ListedWords) => ({
  subject: own.subject || defaults.subject,
  opening: own.opening || defaults.opening,
  closing: own.closing || defaults.closing,
});

function readWords(values: FormData, defaults: EmailWords): EmailWords {
  const readOwn = (name: keyof EmailWords) => {
    const text = readField(values, name).trim();
    return text === defaults[name] ? '' : text;
  };
  return { subject: readOwn('subject'), opening: readOwn('opening'), closing: readOwn('closing') };
}

export function WordsForm({ email, close }: { email: ListedWords; close: () => void }) {
  const { kind, defaults, placeholders } = email;
  const [isResetting, setIsResetting] = useState(false);
  const save = (own: EmailWords, version: number) => api(updateEmailWords, { params: { kind }, body: { ...own, version } });
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded: { email },
    toSnapshot: (it) => ({ version: it.email.version, values: toShown(it.email) }),
    fields: { subject: { label: words.subject }, opening: { label: words.opening }, closing: { label: words.closing } },
    read: (values) => {
      const own = readWords(values, defaults);
      return { typed: toShown({ ...email, words: own }), save: (version) => save(own, version) };
    },
    saved: words.saved,
    failed: words.saveFailed,
  });
  return (
    <>
      <Form state={form}>
        <EditConflictPanel conflict={edit} />
        <TextField
          key={keyOf('subject')}
          {...text('subject')}
          label={words.subject}
          hint={words.subjectHint}
          maxLength={EMAIL_SUBJECT_MAX_LENGTH}
          autoComplete="off"
        />
        <TextArea
          key={keyOf('opening')}
          {...text('opening')}
          label={words.opening}
          hint={words.paragraphs}
          maxLength={EMAIL_TEXT_MAX_LENGTH}
        />
        <TextArea
          key={keyOf('closing')}
          {...text('closing')}
          label={words.closing}
          hint={words.paragraphs}
          maxLength={EMAIL_TEXT_MAX_LENGTH}
        />
        <p className="text-small text-soft">
          {words.placeholders}: {placeholders.map((name) => `{{${name}}}`).join(', ')}. {words.placeholdersHint}
        </p>
        <div className="flex flex-wrap gap-3">
          <SubmitButton state={form}>{words.save}</SubmitButton>
          <Button type="button" variant="quiet" onClick={() => setIsResetting(true)}>
            {words.reset}
          </Button>
        </div>
        <EmailPreview
          kind={kind}
          readWords={() => (form.ref.current ? readWords(new FormData(form.ref.current), defaults) : email.words)}
        />
      </Form>
      {isResetting && (
        <ConfirmActionDialog
          title={words.confirmReset}
          hint={words.resetHint}
          confirmLabel={words.reset}
          onConfirm={async () => {
            await save({ subject: '', opening: '', closing: '' }, edit.base.version);
            toast.success(words.wasReset);
            close();
          }}
          close={() => setIsResetting(false)}
        />
      )}
    </>
  );
}
