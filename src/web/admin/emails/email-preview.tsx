/** An email as it would be sent: its HTML in a frame that may run no script, and its text. */
import { useEffect, useState } from 'react';
import type { EmailKind } from '../../../contract/email-settings.ts';
import { type EmailWords, previewEmail } from '../../../contract/email-settings.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { common } from '../../shared/messages/common.ts';
import { emailWords as words } from './messages.ts';

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
