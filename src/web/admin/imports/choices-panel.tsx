import { useState } from 'react';
import { STOCK_MAX } from '../../../contract/limits.ts';
import {
  IMPORT_KINDS,
  IMPORT_MATCHES,
  IMPORT_NUMBERS,
  type ImportChoices,
  type ProductImport,
} from '../../../contract/product-import-fields.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField, SwitchField, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { productImport as words } from './messages.ts';

/** The settings by which a file is read, while they are being changed. */
export interface Choices extends Omit<ImportChoices, 'mapping' | 'imageHosts' | 'uncountedStock'> {
  /** The typed stock of products that the file doesn't count. */
  stock: string;
  /** The field of each column; null if the format was changed, whose columns the server has yet to detect. */
  fields: (string | null)[] | null;
  imageHosts: string[];
}

const toChoices = ({ columns, hosts, uncountedStock, ...shown }: ProductImport): Choices => ({
  ...{
    ...(shown.kind && { kind: shown.kind }),
    format: shown.format,
    match: shown.match,
    replacesImages: shown.replacesImages,
    createsCategories: shown.createsCategories,
  },
  ...{ numbers: shown.numbers, hidesImageless: shown.hidesImageless },
  stock: uncountedStock === null ? '' : String(uncountedStock),
  fields: columns.map(({ field }) => field),
  imageHosts: hosts.flatMap(({ host, isAllowed }) => (isAllowed ? [host] : [])),
});

/** Null: not a whole number. */
function parseStock(text: string): number | null {
  const stock = Number(text.trim());
  return text.trim() && Number.isInteger(stock) && stock >= 0 && stock <= STOCK_MAX ? stock : null;
}

export function toBody({ fields, stock, ...choices }: Choices, { columns }: ProductImport): ImportChoices {
  const mapping = fields?.flatMap((field, index) => (field ? [[field, columns[index]?.title ?? '']] : []));
  return {
    ...choices,
    uncountedStock: parseStock(stock),
    ...(mapping && { mapping: Object.fromEntries(mapping) as Record<string, string> }),
  };
}

/** Starts again when the server has checked the file. */
export function useChoices(shown: ProductImport) {
  const stored = toChoices(shown);
  const key = JSON.stringify(stored);
  const [edited, setEdited] = useState<{ key: string; choices: Choices } | null>(null);
  const choices = edited?.key === key ? edited.choices : stored;
  const change = (to: Partial<Choices>) => setEdited({ key, choices: { ...choices, ...to } });
  const changeField = (column: number, field: string | null) => {
    // A field can be read from one column only, so the other column loses it.
    const fields = (choices.fields ?? []).map((it, index) => (index === column ? field : field !== null && it === field ? null : it));
    change({ fields });
  };
  return { choices, change, changeField, isChanged: JSON.stringify(choices) !== key };
}

/** Questions to answer before an import: the file doesn't say, and a guess would sell or hide products unnoticed. */
interface OpenQuestionsProps {
  shown: ProductImport;
  choices: Choices;
  change: (to: Partial<Choices>) => void;
}

export const isStockAsked = ({ uncountedCount, uncountedStock }: ProductImport): boolean => uncountedCount > 0 && uncountedStock === null;

export function OpenQuestions({ shown, choices, change }: OpenQuestionsProps) {
  const hosts = shown.hosts.filter((it) => it.images > 0 && !it.isAllowed);
  const asksHosts = hosts.some(({ host }) => !choices.imageHosts.includes(host));
  if (!isStockAsked(shown) && !asksHosts) return null;
  return (
    <section aria-label={words.questions} className="flex flex-col gap-5 rounded-card border border-caution/40 bg-caution/5 p-5">
      {isStockAsked(shown) && (
        <TextField
          label={words.stockQuestion(shown.uncountedCount)}
          hint={words.stockHint}
          error={choices.stock && parseStock(choices.stock) === null ? words.stockInvalid : undefined}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-xl"
          value={choices.stock}
          onChange={({ target }) => change({ stock: target.value })}
        />
      )}
      {asksHosts && (
        <div className="flex flex-col items-start gap-3">
          <div>
            <p className="text-small font-[560]">{words.hostsQuestion(hosts.reduce((sum, it) => sum + it.images, 0))}</p>
            <p className="text-small text-soft wrap-anywhere">{words.hostsQuestionHint(hosts.map(({ host }) => host))}</p>
          </div>
          <Button
            variant="secondary"
            size="small"
            onClick={() => change({ imageHosts: [...new Set([...choices.imageHosts, ...hosts.map(({ host }) => host)])] })}
          >
            {words.allowHosts}
          </Button>
        </div>
      )}
    </section>
  );
}

interface ChoicesPanelProps {
  shown: ProductImport;
  choices: Choices;
  change: (to: Partial<Choices>) => void;
}

function ProductSwitches({ shown: { newCategories, newCategoryCount }, choices, change }: ChoicesPanelProps) {
  const categoryHint = newCategories.length ? words.newCategories(newCategories, newCategoryCount) : words.createsCategoriesHint;
  return (
    <>
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
    </>
  );
}

/** What the file brings and whose it is; of products: how they are found, and where images come from. */
export function ChoicesPanel({ shown, choices, change }: ChoicesPanelProps) {
  const isOfProducts = (choices.kind ?? 'products') === 'products';
  const hint = words.kindHints[choices.kind ?? 'products'];
  return (
    <Panel title={words.settings} {...(hint && { hint })}>
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <SelectField
          label={words.kind}
          value={choices.kind ?? 'products'}
          onChange={({ target }) => change({ kind: target.value as NonNullable<Choices['kind']>, fields: null })}
        >
          {IMPORT_KINDS.map((it) => (
            <option key={it} value={it}>
              {words.kinds[it]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={words.format}
          value={choices.format}
          onChange={({ target }) => change({ format: target.value as Choices['format'], fields: null })}
        >
          {shown.formats.map((it) => (
            <option key={it} value={it}>
              {words.formats[it]}
            </option>
          ))}
        </SelectField>
        {isOfProducts && (
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
        )}
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
        {isOfProducts && <ProductSwitches shown={shown} choices={choices} change={change} />}
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
