/** The searches for which products are put first, and which. */
import { useState } from 'react';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { PINNED_SEARCHES_MAX, PINS_MAX, type PinnedSearch, type readSearchPins, updateSearchPins } from '../../../contract/pins.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { createIssue, createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { PickedProducts } from '../parts/picked-products.tsx';
import { BarForm } from '../parts/save-bar.tsx';
import { useVersionedForm } from '../parts/use-versioned-form.ts';
import { searchPins as words } from './messages.ts';

const FIELD = 'searches';

type Loaded = Pick<ReplyOf<typeof readSearchPins>, 'searches' | 'version'>;

/** In one order of its parts, in which the form writes them too. */
const format = (searches: readonly PinnedSearch[]) =>
  JSON.stringify(searches.map(({ words: typed, products }) => ({ words: typed, products })));
const parse = (text: string) => JSON.parse(text || '[]') as PinnedSearch[];
const toSnapshot = ({ searches, version }: Loaded): Snapshot => ({ version, values: { [FIELD]: format(searches) } });

export function SearchPinsForm({ loaded }: { loaded: Loaded }) {
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: {
      [FIELD]: {
        label: words.title,
        format: (it) =>
          parse(it)
            .map((search) => search.words)
            .join(', '),
      },
    },
    read: (values) => {
      const searches = parse(readField(values, FIELD)).map((it) => ({ ...it, words: it.words.trim() }));
      if (searches.some((it) => !it.words || !it.products.length))
        throw createValidationError(words.incomplete, [createIssue(FIELD, 'required')]);
      const save = (version: number) =>
        api(updateSearchPins, { body: { searches, version } }).catch((error) => {
          if (isApiError(error)) error.issues = error.issues.slice(0, 1).map((issue) => ({ ...issue, path: FIELD }));
          throw error;
        });
      return { typed: { [FIELD]: format(searches) }, save };
    },
    saved: words.saved,
    failed: words.saveFailed,
  });
  return (
    <Panel title={words.title} hint={words.hint}>
      <BarForm state={form} className="gap-4">
        <EditConflictPanel conflict={edit} />
        <SearchList key={keyOf(FIELD)} initial={parse(text(FIELD).defaultValue ?? '')} error={form.errors[FIELD]} />
      </BarForm>
    </Panel>
  );
}

interface Row extends PinnedSearch {
  key: number;
  initial: string;
}

function SearchList({ initial, error }: { initial: PinnedSearch[]; error: string | undefined }) {
  const [rows, setRows] = useState<Row[]>(() => initial.map((it, key) => ({ ...it, key, initial: it.products.join() })));
  const change = (key: number, next: Partial<PinnedSearch>) => setRows(rows.map((it) => (it.key === key ? { ...it, ...next } : it)));
  const add = () => setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, words: '', products: [], initial: '' }]);
  return (
    <>
      <input type="hidden" name={FIELD} value={format(rows)} />
      <ol className="flex flex-col gap-4 empty:hidden">
        {rows.map((row) => (
          <li key={row.key} className="flex flex-col gap-3 rounded-card border border-line p-4">
            <div className="flex items-end gap-3">
              <TextField
                label={words.words}
                hint={words.wordsHint}
                value={row.words}
                maxLength={SEARCH_MAX_LENGTH}
                autoComplete="off"
                onChange={(event) => change(row.key, { words: event.target.value })}
                className="min-w-0 grow"
              />
              <Button
                variant="quiet"
                className="min-h-11"
                aria-label={words.remove(row.words)}
                onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
              >
                <CloseIcon />
              </Button>
            </div>
            <PickedProducts name="" value={row.initial} max={PINS_MAX} onChange={(products) => change(row.key, { products })} />
          </li>
        ))}
      </ol>
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
      <Button variant="secondary" className="self-start" disabled={rows.length >= PINNED_SEARCHES_MAX} onClick={add}>
        {words.add}
      </Button>
    </>
  );
}
