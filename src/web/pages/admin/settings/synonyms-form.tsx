/** The synonyms of the search as a text: one group a line, its words separated by commas. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { type readSynonyms, updateSynonyms } from '../../../../contract/synonyms.ts';
import { api, isApiError } from '../../../api.ts';
import { useTrackUnsavedChanges } from '../../../components/dashboard-layout/unsaved-changes.tsx';
import { EditConflictPanel } from '../../../components/edit-conflict-panel.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readCurrent, type Snapshot, useEditConflict } from '../../../hooks/use-edit-conflict.ts';
import { readField, useForm } from '../../../hooks/use-form.ts';
import { synonyms as words } from '../../../messages/admin.ts';
import { markSaved } from '../../../state/unsaved-changes.ts';
import { TextArea } from '../../../ui/field.tsx';

const FIELD = 'groups';

interface Synonyms {
  groups: string[][];
  version: number;
}

const formatGroups = (groups: string[][]) => groups.map((group) => group.join(', ')).join('\n');
const toSnapshot = ({ groups, version }: Synonyms): Snapshot => ({ version, values: { [FIELD]: formatGroups(groups) } });

/** `lines` are the numbers of the lines that the groups stand in; empty lines are left out. */
function parseGroups(text: string): { groups: string[][]; lines: number[] } {
  const parsed = text.split('\n').map((line, index) => ({
    number: index + 1,
    group: line
      .split(',')
      .map((it) => it.trim().replace(/\s+/g, ' '))
      .filter(Boolean),
  }));
  const filled = parsed.filter(({ group }) => group.length > 0);
  return { groups: filled.map(({ group }) => group), lines: filled.map(({ number }) => number) };
}

export function SynonymsForm({ synonyms }: { synonyms: Synonyms }) {
  const edit = useEditConflict(toSnapshot(synonyms), { [FIELD]: { label: words.label } });
  /** Of the first line that was refused. */
  const [lineError, setLineError] = useState<string>();
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      // A form sends line breaks as CR LF.
      const typed = { [FIELD]: readField(values, FIELD).replaceAll('\r\n', '\n') };
      const { groups, lines } = parseGroups(typed[FIELD] ?? '');
      setLineError(undefined);
      const saved = await api(updateSynonyms, { body: { groups, version: edit.base.version } }).catch((error) => {
        const current = readCurrent<ReplyOf<typeof readSynonyms>>(error);
        if (current) edit.rebase(typed, toSnapshot(current));
        if (isApiError(error)) {
          const [, row] = /^groups\.(\d+)/.exec(error.issues[0]?.path ?? '') ?? [];
          if (row !== undefined) setLineError(words.lineError(lines[Number(row)] ?? 0));
          error.issues = error.issues.slice(0, 1).map((issue) => ({ ...issue, path: FIELD }));
        }
        throw error;
      });
      edit.reset(typed, toSnapshot(saved));
      values.set(FIELD, formatGroups(saved.groups));
      markSaved(form.ref.current, values);
      toast.success(words.saved);
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.saveFailed);
      return undefined;
    },
  });
  useTrackUnsavedChanges(form.ref);
  const error = form.errors[FIELD];
  return (
    <Form state={form} className="gap-3">
      <EditConflictPanel conflict={edit} />
      <TextArea
        key={edit.field(FIELD).key}
        label={words.label}
        hint={words.hint}
        name={FIELD}
        rows={12}
        defaultValue={edit.field(FIELD).value}
        error={error && (lineError ?? error)}
      />
      <SubmitButton state={form} variant="secondary" className="self-start">
        {words.save}
      </SubmitButton>
    </Form>
  );
}
