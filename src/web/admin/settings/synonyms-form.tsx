/** The synonyms of the search as a text: one group a line, its words separated by commas. */
import { useState } from 'react';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { type readSynonyms, updateSynonyms } from '../../../contract/synonyms.ts';
import { api, isApiError } from '../../api.ts';
import { TextArea } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { BarForm } from '../parts/save-bar.tsx';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { synonyms as words } from './messages.ts';

const FIELD = 'groups';

type Loaded = Pick<ReplyOf<typeof readSynonyms>, 'groups' | 'version'>;

const formatGroups = (groups: string[][]) => groups.map((group) => group.join(', ')).join('\n');
const toSnapshot = ({ groups, version }: Loaded): Snapshot => ({ version, values: { [FIELD]: formatGroups(groups) } });

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

export function SynonymsForm({ loaded }: { loaded: Loaded }) {
  /** The error of the first line that was refused. */
  const [lineError, setLineError] = useState<string>();
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: { [FIELD]: { label: words.label } },
    read: (values) => {
      const typed = readField(values, FIELD);
      const { groups, lines } = parseGroups(typed);
      setLineError(undefined);
      const save = (version: number) =>
        api(updateSynonyms, { body: { groups, version } }).catch((error) => {
          if (isApiError(error)) {
            const [, row] = /^groups\.(\d+)/.exec(error.issues[0]?.path ?? '') ?? [];
            if (row !== undefined) setLineError(words.lineError(lines[Number(row)] ?? 0));
            error.issues = error.issues.slice(0, 1).map((issue) => ({ ...issue, path: FIELD }));
          }
          throw error;
        });
      return { typed: { [FIELD]: typed }, save };
    },
    saved: words.saved,
    failed: words.saveFailed,
  });
  const { error, ...field } = text(FIELD);
  return (
    <Panel title={words.title}>
      <BarForm state={form} className="gap-3">
        <EditConflictPanel conflict={edit} />
        <TextArea key={keyOf(FIELD)} {...field} label={words.label} hint={words.hint} rows={8} error={error && (lineError ?? error)} />
      </BarForm>
    </Panel>
  );
}
