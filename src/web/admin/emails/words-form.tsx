/** The texts of one email. A text that equals the default is sent as empty, so that it follows the default. */
import { useEffect, useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  EMAIL_SUBJECT_MAX_LENGTH,
  EMAIL_TEXT_MAX_LENGTH,
  type EmailKind,
  type EmailWords,
  type ListedWords,
  previewEmail,
  updateEmailWords,
} from '../../../contract/email-settings.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { EditConflictPanel } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { emailWords as words } from './messages.ts';

/** An email as it would be sent: its HTML in a frame that may run no script, and its text. */

/** Loaded from a blob URL, because Trusted Types refuse HTML as `srcdoc`. */
function HtmlFrame({ html }: { html: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  return url && <iframe title={words.html} src={url} sandbox="" className="h-120 w-full rounded-control border border-line bg-white" />;
}

interface EmailPreviewProps {
  kind: EmailKind;
  /** Reads the texts that are in the form. */
  readWords: () => EmailWords;
}

export function EmailPreview({ kind, readWords }: EmailPreviewProps) {
  const [email, setEmail] = useState<ReplyOf<typeof previewEmail> | null>(null);
  const [error, setError] = useState<string | null>(null);
  const show = async () => {
    try {
      setEmail(await api(previewEmail, { params: { kind }, body: readWords() }));
      setError(null);
    } catch (thrown) {
      setError(isApiError(thrown) ? thrown.message : common.serverError);
    }
  };
  return (
    <section aria-label={words.preview} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button type="button" variant="secondary" onClick={() => void show()}>
          {words.showPreview}
        </Button>
        <p className="text-small text-soft">{words.previewHint}</p>
      </div>
      {error && (
        <p role="alert" className="wrap-anywhere text-danger">
          {error}
        </p>
      )}
      {email && (
        <>
          <p className="font-[600] wrap-anywhere">{email.subject}</p>
          <HtmlFrame html={email.html} />
          <h3 className="text-small font-[560]">{words.text}</h3>
          <p className="rounded-control bg-ground p-4 text-small wrap-anywhere whitespace-pre-wrap">{email.text}</p>
        </>
      )}
    </section>
  );
}

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
