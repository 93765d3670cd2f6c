/** Adds redirects, one a line. Lines that are refused stay in the field, with the reason below it. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { REDIRECT_TEXT_MAX_LENGTH } from '../../../../contract/limits.ts';
import { addRedirects, type RefusedLine } from '../../../../contract/redirect.ts';
import { api } from '../../../api.ts';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { createIssue, createValidationError, readField, useForm } from '../../../hooks/use-form.ts';
import { redirects as words } from '../../../messages/redirects.ts';
import { TextArea } from '../../../ui/field.tsx';

const FIELD = 'text';

export function RedirectsForm({ onAdded }: { onAdded: () => void }) {
  const [refused, setRefused] = useState<RefusedLine[]>([]);
  /** Another one begins the field again, with the lines that were refused. */
  const [revision, setRevision] = useState(0);
  const form = useForm({
    onSubmit: async (values) => {
      const text = readField(values, FIELD);
      if (!text.trim()) throw createValidationError(words.addFailed, [createIssue(FIELD, 'required')]);
      const reply = await api(addRedirects, { body: { text } });
      // In the field they stand one below the other from now on.
      setRefused(reply.refused.map((it, index) => ({ ...it, line: index + 1 })));
      setRevision(revision + 1);
      if (reply.added) {
        toast.success(words.added(reply.added));
        onAdded();
      } else toast.error(words.addFailed);
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
      <SubmitButton state={form} variant="secondary" className="self-start">
        {words.add}
      </SubmitButton>
    </Form>
  );
}
