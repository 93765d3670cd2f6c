import { IMPORT_FORMATS, IMPORT_MATCHES, IMPORT_NUMBERS, type ProductImport } from '../../../contract/product-import-fields.ts';
import { SelectField, SwitchField, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { type Choices, parseStock } from './choices.ts';
import { productImport as words } from './messages.ts';
import { isStockAsked } from './open-questions.tsx';

interface ChoicesPanelProps {
  shown: ProductImport;
  choices: Choices;
  change: (to: Partial<Choices>) => void;
}

/** Whose file it is, how products are found, and where images come from. */
export function ChoicesPanel({ shown, choices, change }: ChoicesPanelProps) {
  const { newCategories, newCategoryCount } = shown;
  const categoryHint = newCategories.length ? words.newCategories(newCategories, newCategoryCount) : words.createsCategoriesHint;
  return (
    <Panel title={words.settings}>
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <SelectField
          label={words.format}
          value={choices.format}
          onChange={({ target }) => change({ format: target.value as Choices['format'], fields: null })}
        >
          {IMPORT_FORMATS.map((it) => (
            <option key={it} value={it}>
              {words.formats[it]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.match}
          value={choices.match}
          onChange={({ target }) => change({ match: target.value as Choices['match'] })}
        >
          {IMPORT_MATCHES.map((it) => (
            <option key={it} value={it}>
              {words.matches[it]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.numbers}
          value={choices.numbers ?? ''}
          onChange={({ target }) => change({ numbers: (target.value || null) as Choices['numbers'] & (string | null) })}
        >
          <option value="">{words.recognizedNumbers(words.numberExamples[shown.recognizedNumbers])}</option>
          {IMPORT_NUMBERS.map((it) => (
            <option key={it} value={it}>
              {words.numberExamples[it]}
            </option>
          ))}
        </SelectField>
        {(shown.uncountedCount > 0 || shown.uncountedStock !== null) && !isStockAsked(shown) && (
          <TextField
            label={words.stock}
            hint={words.stockHint}
            error={choices.stock && parseStock(choices.stock) === null ? words.stockInvalid : undefined}
            inputMode="numeric"
            autoComplete="off"
            value={choices.stock}
            onChange={({ target }) => change({ stock: target.value })}
          />
        )}
        <SwitchField
          label={words.createsCategories}
          hint={categoryHint}
          checked={choices.createsCategories}
          onChange={({ target }) => change({ createsCategories: target.checked })}
        />
        <SwitchField
          label={words.replacesImages}
          hint={words.replacesImagesHint}
          checked={choices.replacesImages}
          onChange={({ target }) => change({ replacesImages: target.checked })}
        />
        <SwitchField
          label={words.hidesImageless}
          hint={words.hidesImagelessHint}
          checked={choices.hidesImageless ?? false}
          onChange={({ target }) => change({ hidesImageless: target.checked })}
        />
      </div>
      {shown.hosts.length > 0 && <Hosts shown={shown} choices={choices} change={change} />}
    </Panel>
  );
}

function Hosts({ shown, choices: { imageHosts }, change }: ChoicesPanelProps) {
  const toggle = (host: string, isAllowed: boolean) =>
    change({ imageHosts: shown.hosts.flatMap((it) => ((it.host === host ? isAllowed : imageHosts.includes(it.host)) ? [it.host] : [])) });
  return (
    <fieldset className="mt-6 border-t border-line pt-5">
      <legend className="float-left text-small font-[560]">{words.hosts}</legend>
      <div className="clear-both flex flex-col gap-2 pt-2">
        {shown.hosts.map(({ host, images }) => (
          <label key={host} className="flex min-h-8 items-center gap-3">
            <input
              type="checkbox"
              checked={imageHosts.includes(host)}
              onChange={({ target }) => toggle(host, target.checked)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 wrap-anywhere">{words.host(host, images)}</span>
          </label>
        ))}
      </div>
      <p className="mt-2 text-small text-soft">{words.hostsHint}</p>
    </fieldset>
  );
}
