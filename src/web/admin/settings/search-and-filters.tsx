/** The filters of product lists, the synonyms of the search, and whether lists have add buttons. */
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Issue } from '../../../contract/errors.ts';
import { readSearchPins } from '../../../contract/pins.ts';
import { readSettings, type SettingsInput, updateSettings } from '../../../contract/settings.ts';
import { readSynonyms } from '../../../contract/synonyms.ts';
import { type Api, api, isApiError } from '../../api.ts';
import { SwitchField, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { createIssue, createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { BarForm, SaveBar } from '../parts/save-bar.tsx';
import { formatSwitch, useRevalidateShop, useVersionedForm } from '../parts/use-versioned-form.ts';
import { settingsMenu } from './menu-messages.ts';
import { settings as words } from './messages.ts';
import { PriceRanges } from './price-ranges.tsx';
import { SearchPinsForm } from './search-pins-form.tsx';
import { SettingsPage } from './settings-page.tsx';
import { parseNames } from './storefront-settings.ts';
import { SynonymsForm } from './synonyms-form.tsx';

export const meta = createTitleMeta(settingsMenu.search);

async function load(it: Api, signal: AbortSignal) {
  const [settings, synonyms, pins] = await Promise.all([
    it(readSettings, { signal }),
    it(readSynonyms, { signal }),
    it(readSearchPins, { signal }),
  ]);
  return { settings, synonyms, pins };
}

const skeleton = (
  <PanelSkeleton className="h-200">
    <FieldsSkeleton fields={7} />
  </PanelSkeleton>
);

export default function SearchSettings() {
  return (
    <SettingsPage title={settingsMenu.search}>
      <SearchAndFilters />
    </SettingsPage>
  );
}

function SearchAndFilters() {
  const loaded = useLoad('search settings', load);
  return (
    <AsyncContent state={loaded} skeleton={skeleton}>
      {({ settings, synonyms, pins }) => (
        <SaveBar>
          <FiltersForm loaded={settings} />
          <SynonymsForm loaded={synonyms} />
          <SearchPinsForm loaded={pins} />
        </SaveBar>
      )}
    </AsyncContent>
  );
}

type Loaded = Pick<ReplyOf<typeof readSettings>, 'settings' | 'version'>;

/** Reads the fields as numbers, with an issue for each one that isn't. */
function readRanges(values: FormData): { names: string[]; ranges: [number, number][]; issues: Issue[] } {
  const names = [...values.keys()].filter((name) => /^priceRanges-(lowest|highest)-/.test(name));
  const numbers = names.map((name) => String(values.get(name)).trim());
  const issues = names
    .filter((_name, index) => !/^\d+$/.test(numbers[index] ?? ''))
    .map((path) => createIssue(path, numbers[names.indexOf(path)] ? 'not_an_integer' : 'required'));
  const ranges: [number, number][] = [];
  for (let index = 0; index < numbers.length; index += 2) ranges.push([Number(numbers[index]), Number(numbers[index + 1])]);
  return { names, ranges, issues };
}

/** Maps the server's path (`priceRanges.3` or `priceRanges.3.1`, `filterAttributes.0`) to the field's name. */
function toFieldName(path: string, names: string[]): string {
  const [list] = /^(filterAttributes)/.exec(path) ?? [];
  if (list) return list;
  const [, row, end = '1'] = /^priceRanges\.(\d+)(?:\.(\d))?$/.exec(path) ?? [];
  return row === undefined ? path : (names[Number(row) * 2 + Number(end)] ?? path);
}

type FilterValues = Pick<SettingsInput, 'priceRanges' | 'quickAdd' | 'filterAttributes'>;

/** Each setting as text; ranges as `0–99, 99–199`. */
const toValues = ({ priceRanges, quickAdd, filterAttributes }: FilterValues): Record<string, string> => ({
  priceRanges: formatRanges(priceRanges),
  quickAdd: formatSwitch(quickAdd),
  filterAttributes: filterAttributes.join(', '),
});

const formatRanges = (ranges: SettingsInput['priceRanges']) => ranges.map((range) => range.join('–')).join(', ');
const parseRanges = (text: string) => text.split(', ').map((range): [number, number] => toPair(range.split('–').map(Number)));
const toPair = ([lowest = 0, highest = 0]: number[]): [number, number] => [lowest, highest];

const toSnapshot = ({ settings, version }: Loaded): Snapshot => ({ version, values: toValues(settings) });

function read(values: FormData) {
  const { names, ranges, issues } = readRanges(values);
  if (issues.length) throw createValidationError(words.saveFailed, issues);
  const input = {
    priceRanges: ranges,
    quickAdd: values.has('quickAdd'),
    filterAttributes: parseNames(readField(values, 'filterAttributes')),
  };
  const save = (version: number) =>
    api(updateSettings, { body: { ...input, version } }).catch((error) => {
      if (isApiError(error)) error.issues = error.issues.map((it) => ({ ...it, path: toFieldName(it.path, names) }));
      throw error;
    });
  return { typed: toValues(input), save };
}

function FiltersForm({ loaded }: { loaded: Loaded }) {
  const revalidateShop = useRevalidateShop();
  const { form, edit, keyOf, text, toggle } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: {
      priceRanges: { label: words.priceRanges },
      filterAttributes: { label: words.filterAttributes },
      quickAdd: { label: words.quickAdd },
    },
    read,
    saved: words.saved,
    failed: words.saveFailed,
    onSaved: () => void revalidateShop(),
    isPart: true,
  });
  return (
    <BarForm state={form} className="gap-4">
      <EditConflictPanel conflict={edit} />
      <Panel title={words.filters}>
        <div className="grid gap-6">
          <PriceRanges key={keyOf('priceRanges')} ranges={parseRanges(text('priceRanges').defaultValue)} errors={form.errors} />
          <TextField
            key={keyOf('filterAttributes')}
            {...text('filterAttributes')}
            label={words.filterAttributes}
            hint={words.filterAttributesHint}
            autoComplete="off"
          />
        </div>
      </Panel>
      <Panel title={words.lists}>
        <SwitchField key={keyOf('quickAdd')} {...toggle('quickAdd')} label={words.quickAdd} hint={words.quickAddHint} />
      </Panel>
    </BarForm>
  );
}
