/** Price, stock, SKUs and image of many variants at once: of all, the found or the selected ones, or those with a value. What is left empty stays as it is. */
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { formatCount } from '../../shared/format.ts';
import type { ImageList } from '../product-form/use-image-list.ts';
import { stockPolicy as policyWords } from '../stock-policy/messages.ts';
import { PolicyDialog } from '../stock-policy/policy-fields.tsx';
import { productVariants as words } from './messages.ts';
import type { Variants } from './use-variants.ts';
import { fillVariants, listChosenFrom, type VariantTexts } from './variant-drafts.ts';
import { describeImage } from './variant-row.tsx';
import { fillSkus, findVariants, isFiltered } from './variant-view.ts';

interface FillFieldsProps {
  variants: Variants;
  images: ImageList;
  announce: (text: string) => void;
}

const EMPTY = { price: '', compareAtPrice: '', quantity: '', sku: '', image: '' };
/** In place of an empty text, which stands for no choice. */
const MAIN_IMAGE = 'main';

const ALL = 'all';

/** Some variants, by name: what was selected or found is offered first. */
function useScopes({ drafts, view }: Pick<Variants, 'drafts' | 'view'>) {
  return useMemo(() => {
    const selected = drafts.variants.filter(({ key }) => view.selected.has(key)).length;
    const found = isFiltered(view) ? findVariants(drafts, view).length : 0;
    return [
      ...(selected ? [{ id: 'selected', label: words.allSelected(formatCount(selected)) }] : []),
      ...(found ? [{ id: 'found', label: words.allFound(formatCount(found)) }] : []),
      { id: ALL, label: words.all },
      ...listChosenFrom(drafts).flatMap(({ key, name, values }) =>
        values.map((value) => ({ id: JSON.stringify([key, value]), label: name.trim() ? `${name.trim()}: ${value}` : value })),
      ),
    ];
  }, [drafts, view]);
}

export function FillFields({ variants, images, announce }: FillFieldsProps) {
  const { drafts, change, view } = variants;
  /** Until something else is found or selected. */
  const [choice, setChoice] = useState({ id: '', view });
  const [texts, setTexts] = useState(EMPTY);
  const [problem, setProblem] = useState<string>();
  const [isPolicyOpen, setIsPolicyOpen] = useState(false);
  const scopes = useScopes(variants);
  const chosen = choice.view === view ? scopes.find(({ id }) => id === choice.id) : undefined;
  const scope = chosen ?? scopes[0] ?? { id: ALL, label: words.all };

  const listKeys = (): ReadonlySet<number> => {
    if (scope.id === 'selected') return view.selected;
    const keysOf = (some: typeof drafts.variants) => new Set(some.map(({ key }) => key));
    if (scope.id === 'found') return keysOf(findVariants(drafts, view));
    if (scope.id === ALL) return keysOf(drafts.variants);
    const [optionKey, value] = JSON.parse(scope.id) as [number, string];
    return keysOf(drafts.variants.filter(({ values }) => values[optionKey] === value));
  };
  const fill = (filled: Partial<VariantTexts>, keys = listKeys()) => {
    change((it) => fillVariants(it, keys, filled));
    announce(words.applied(keys.size));
  };
  const apply = () => {
    const { image, sku, ...rest } = texts;
    const keys = listKeys();
    const withSkus = sku.trim() ? fillSkus(drafts, keys, sku) : { drafts, problem: null };
    if (withSkus.problem) {
      setProblem(withSkus.problem.kind === 'unknown' ? words.skuUnknown(withSkus.problem.name) : words.skuRepeated);
      return;
    }
    if (withSkus.drafts !== drafts) change(() => withSkus.drafts);
    const filled = Object.fromEntries(Object.entries(rest).filter(([, text]) => text.trim()));
    fill({ ...filled, ...(image && { image: image === MAIN_IMAGE ? '' : image }) }, keys);
    setTexts(EMPTY);
    setProblem(undefined);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    apply();
  };
  const optionName = listChosenFrom(drafts)[0]?.name.trim() || words.optionPlaceholder;
  const field = (name: keyof typeof EMPTY) => ({
    className: 'min-w-0 flex-1',
    value: texts[name],
    onChange: (event: { target: { value: string } }) => setTexts((it) => ({ ...it, [name]: event.target.value })),
  });

  return (
    <fieldset onKeyDown={handleKey} className="@container min-w-0 rounded-control bg-line/30 p-3">
      <legend className="float-left mb-2 w-full text-small font-[560]">{words.fill}</legend>
      <div className="clear-both grid grid-cols-2 items-end gap-3 @min-[48rem]:flex">
        <SelectField
          label={words.fillScope}
          className="col-span-2 min-w-0 flex-1"
          value={scope.id}
          onChange={(event) => setChoice({ id: event.target.value, view })}
        >
          {scopes.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField label={words.price} inputMode="decimal" autoComplete="off" {...field('price')} />
        <TextField label={words.compareAtPrice} inputMode="decimal" autoComplete="off" {...field('compareAtPrice')} />
        <TextField label={words.quantity} inputMode="numeric" autoComplete="off" {...field('quantity')} />
        <TextField
          label={words.skuPattern}
          autoComplete="off"
          title={words.skuPatternHint(optionName)}
          placeholder={`A-{${optionName}}-{n}`}
          {...field('sku')}
        />
        {images.items.length > 1 && (
          <SelectField label={words.image} {...field('image')}>
            <option value="" />
            {images.items.map((item, index) => (
              <option key={item.key} value={index === 0 ? MAIN_IMAGE : item.key}>
                {describeImage(item, index)}
              </option>
            ))}
          </SelectField>
        )}
        <Button variant="secondary" className="min-h-11" onClick={apply}>
          {words.apply}
        </Button>
      </div>
      <p role="alert" className="mt-2 text-small text-danger empty:hidden">
        {problem}
      </p>
      {texts.sku && <p className="mt-2 text-small text-soft">{words.skuPatternHint(optionName)}</p>}
      <Button variant="quiet" size="small" className="mt-2 -ml-3" onClick={() => setIsPolicyOpen(true)}>
        {policyWords.fill}
      </Button>
      {isPolicyOpen && (
        <PolicyDialog
          title={policyWords.change(scope.label)}
          value=""
          close={() => setIsPolicyOpen(false)}
          apply={(stock) => fill({ stock })}
        />
      )}
    </fieldset>
  );
}
