/** Price, stock and image for all variants, or those with a value, at once. What is left empty stays as it is. */
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import type { ImageList } from '../product-form/use-image-list.ts';
import { stockPolicy as policyWords } from '../stock-policy/messages.ts';
import { PolicyDialog } from '../stock-policy/policy-fields.tsx';
import { productVariants as words } from './messages.ts';
import type { Variants } from './use-variants.ts';
import { fillVariants, listChosenFrom, type Scope, type VariantTexts } from './variant-drafts.ts';
import { describeImage } from './variant-table.tsx';

interface FillFieldsProps {
  variants: Variants;
  images: ImageList;
  announce: (text: string) => void;
}

const EMPTY = { price: '', compareAtPrice: '', quantity: '', image: '' };
/** In place of an empty text, which stands for no choice. */
const MAIN_IMAGE = 'main';

export function FillFields({ variants: { drafts, change }, images, announce }: FillFieldsProps) {
  const [scopeText, setScopeText] = useState('');
  const [texts, setTexts] = useState(EMPTY);
  const [isPolicyOpen, setIsPolicyOpen] = useState(false);
  const scopes = listChosenFrom(drafts).flatMap(({ key, name, values }) =>
    values.map((value) => ({ id: JSON.stringify([key, value]), label: name.trim() ? `${name.trim()}: ${value}` : value })),
  );
  const isKnown = scopes.some(({ id }) => id === scopeText);

  const fill = (filled: Partial<VariantTexts>) => {
    const [optionKey, value] = isKnown ? (JSON.parse(scopeText) as [number, string]) : [];
    const scope: Scope = optionKey === undefined || value === undefined ? null : { optionKey, value };
    change((it) => fillVariants(it, scope, filled));
    announce(words.applied(drafts.variants.filter(({ values }) => !scope || values[scope.optionKey] === scope.value).length));
  };
  const apply = () => {
    const { image, ...rest } = texts;
    const filled = Object.fromEntries(Object.entries(rest).filter(([, text]) => text.trim()));
    fill({ ...filled, ...(image && { image: image === MAIN_IMAGE ? '' : image }) });
    setTexts(EMPTY);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    apply();
  };
  const field = (name: keyof typeof EMPTY) => ({
    className: 'min-w-0 flex-1',
    value: texts[name],
    onChange: (event: { target: { value: string } }) => setTexts((it) => ({ ...it, [name]: event.target.value })),
  });

  return (
    <fieldset onKeyDown={handleKey} className="@container min-w-0 rounded-control bg-line/30 p-3">
      <legend className="float-left mb-2 w-full text-small font-[560]">{words.fill}</legend>
      <div className="clear-both grid grid-cols-2 items-end gap-3 @text:flex">
        <SelectField
          label={words.fillScope}
          className="min-w-0 flex-1"
          value={isKnown ? scopeText : ''}
          onChange={(event) => setScopeText(event.target.value)}
        >
          <option value="">{words.all}</option>
          {scopes.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField label={words.price} inputMode="decimal" autoComplete="off" {...field('price')} />
        <TextField label={words.compareAtPrice} inputMode="decimal" autoComplete="off" {...field('compareAtPrice')} />
        <TextField label={words.quantity} inputMode="numeric" autoComplete="off" {...field('quantity')} />
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
      <Button variant="quiet" size="small" className="mt-2 -ml-3" onClick={() => setIsPolicyOpen(true)}>
        {policyWords.fill}
      </Button>
      {isPolicyOpen && (
        <PolicyDialog
          title={policyWords.change(scopes.find(({ id }) => id === scopeText)?.label ?? words.all)}
          value=""
          close={() => setIsPolicyOpen(false)}
          apply={(stock) => fill({ stock })}
        />
      )}
    </fieldset>
  );
}
