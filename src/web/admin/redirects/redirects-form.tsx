/** Adds redirects, one a line, or those of a file. Lines that are refused stay in the field, with the reason below it. */
import { useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { REDIRECT_TEXT_MAX_LENGTH } from '../../../contract/limits.ts';
import { addRedirects, type RefusedLine } from '../../../contract/redirect.ts';
import { MEGABYTE } from '../../../contract/values.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextArea } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createIssue, createValidationError, readField, useForm, useRefusal } from '../../shared/hooks/use-form.ts';
import { redirects as words } from './messages.ts';

const FIELD = 'text';

/** In bytes: more than the file of as many redirects as a shop can have. */
const FILE_MAX = 4 * MEGABYTE;

/** A file may be longer than one call: cut between lines, each piece with the file's header. */
function splitText(text: string): string[] {
  const [first = '', ...lines] = text.split(/(?<=\n)/);
  const header = /redirect from/i.test(first) ? first : '';
  const pieces: string[] = [];
  let piece = first;
  for (const line of lines) {
    if (piece.length + line.length > REDIRECT_TEXT_MAX_LENGTH) {
      pieces.push(piece);
      piece = header;
    }
    piece += line;
  }
  return [...pieces, piece].filter((it) => it.trim() && it !== header);
}

export function RedirectsForm({ onAdded }: { onAdded: () => void }) {
  const [refused, setRefused] = useState<RefusedLine[]>([]);
  /** A new number resets the field to the refused lines. */
  const [revision, setRevision] = useState(0);
  const refusal = useRefusal();
  const [isReading, setIsReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const add = async (text: string) => {
    let added = 0;
    const left: string[] = [];
    const reasons: RefusedLine['reason'][] = [];
    for (const piece of splitText(text)) {
      const reply = await api(addRedirects, { body: { text: piece } });
      added += reply.added;
      for (const it of reply.refused) {
        left.push(it.text);
        reasons.push(it.reason);
      }
    }
    // From now on the field contains only these, one a line.
    setRefused(left.map((it, index) => ({ line: index + 1, text: it, reason: reasons[index] ?? 'invalid_path' })));
    setRevision(revision + 1);
    if (added) {
      toast.success(words.added(added));
      onAdded();
    } else toast.error(words.addFailed);
  };

  const addFile = async (file: File | undefined) => {
    if (!file || isReading) return;
    setIsReading(true);
    try {
      if (file.size > FILE_MAX) toast.error(words.fileTooLarge);
      else await add(await file.text());
    } catch (error) {
      toast.error(error instanceof Error ? error.message : words.addFailed);
      onAdded();
    }
    setIsReading(false);
    // So that the same file can be chosen again after it was corrected.
    if (input.current) input.current.value = '';
  };

  const form = useForm({
    onSubmit: async (values) => {
      const text = readField(values, FIELD);
      if (!text.trim()) throw createValidationError(words.addFailed, [createIssue(FIELD, 'required')]);
      await add(text);
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.addFailed);
      return undefined;
    },
  });
  return (
    <Form state={form} className="gap-3">
      <TextArea
        key={revision}
        label={words.label}
        hint={words.fieldHint}
        name={FIELD}
        error={form.errors[FIELD]}
        defaultValue={refused.map(({ text }) => text).join('\n')}
        rows={Math.min(12, Math.max(3, refused.length + 1))}
        maxLength={REDIRECT_TEXT_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {refused.length > 0 && (
        <section role="alert" className="rounded-control border border-line p-4">
          <p className="font-[560]">{words.refused(refused.length)}</p>
          <p className="text-small text-soft">{words.refusedHint}</p>
          <ul className="mt-3 flex flex-col gap-2">
            {refused.map(({ line, text, reason }) => (
              <li key={line} className="text-small">
                <bdi className="block wrap-anywhere">{words.line(line, text)}</bdi>
                <span className="text-danger">{words.reasons[reason]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-wrap gap-2">
        <SubmitButton state={form} variant="secondary">
          {words.add}
        </SubmitButton>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-label={words.file}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => void addFile(target.files?.[0])}
        />
        <Button variant="quiet" busy={isReading} disabled={refusal !== null} onClick={() => input.current?.click()}>
          {words.file}
        </Button>
      </div>
    </Form>
  );
}
