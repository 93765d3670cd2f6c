/** Who makes a product, who it is bought from, its tags, what it costs the merchant, and how much is in it. */
import { type RefObject, useEffect, useState } from 'react';
import { BRAND_NAME_MAX_LENGTH, TAG_MAX_LENGTH, VENDOR_MAX_LENGTH } from '../../../contract/limits.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import { nameUnit, toUnitCents } from '../../../contract/unit-cents.ts';
import { UNITS } from '../../../contract/unit-price.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { formatPrice, getCurrency } from '../../shared/format.ts';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import { type FormState, readField } from '../../shared/hooks/use-form.ts';
import { useKnownLabels } from '../parts/known-labels.ts';
import { parseNumber } from '../parts/values.ts';
import { CONTENTS } from './detail-texts.ts';
import { FormSection } from './form-section.tsx';
import { productDetails as words } from './messages.ts';

const NAMES = ['brand', 'vendor', 'tags', 'cost', 'contents', 'contentsUnit'] as const;
type Name = (typeof NAMES)[number];

interface Typed {
  price: number | null;
  cost: number | null;
  contents: number | null;
  contentsUnit: string;
}

const toTyped = (values: FormData): Typed => ({
  price: parseNumber(readField(values, 'price')),
  cost: parseNumber(readField(values, 'cost')),
  contents: parseNumber(readField(values, 'contents'), CONTENTS),
  contentsUnit: readField(values, 'contentsUnit'),
});

/** What the margin and the price per unit follow from. A product with options has no price here. */
function useTyped(form: RefObject<HTMLFormElement | null>): Typed {
  const [typed, setTyped] = useState<Typed>({ price: null, cost: null, contents: null, contentsUnit: '' });
  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    const update = () => setTyped(toTyped(new FormData(element)));
    update();
    element.addEventListener('input', update);
    return () => element.removeEventListener('input', update);
  }, [form]);
  return typed;
}

function describeMargin({ price, cost }: Typed): string | undefined {
  if (!price || cost === null) return undefined;
  return words.margin((((price - cost) / price) * 100).toFixed(1), formatPrice(toDollars(toCents(price) - toCents(cost))));
}

function describeUnitPrice({ price, contents, contentsUnit }: Typed): string | undefined {
  const unit = price && toUnitCents(toCents(price), { contents, contentsUnit: contentsUnit || null });
  return unit ? words.unitPrice(formatPrice(toDollars(unit.cents)), unit.per) : undefined;
}

function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((it) => (
        <option key={it} value={it} />
      ))}
    </datalist>
  );
}

export function BrandFields({ state, edit }: { state: FormState; edit: EditConflict | undefined }) {
  const { errors, ref } = state;
  const known = useKnownLabels();
  const typed = useTyped(ref);
  const field = (name: Name) => ({
    name,
    label: words[name],
    defaultValue: edit?.field(name).value ?? '',
    error: errors[name],
    autoComplete: 'off',
  });
  const key = (name: Name) => edit?.field(name).key ?? name;
  return (
    <FormSection
      title={words.brandAndCost}
      hint={words.brandAndCostHint}
      isUsed={NAMES.some((name) => edit?.field(name).value)}
      hasError={NAMES.some((name) => errors[name])}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField key={key('brand')} {...field('brand')} hint={words.brandHint} list="known-brands" maxLength={BRAND_NAME_MAX_LENGTH} />
        <TextField key={key('vendor')} {...field('vendor')} hint={words.vendorHint} list="known-vendors" maxLength={VENDOR_MAX_LENGTH} />
      </div>
      <TextField key={key('tags')} {...field('tags')} hint={words.tagsHint} list="known-tags" maxLength={50 * TAG_MAX_LENGTH} />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField key={key('cost')} {...field('cost')} hint={describeMargin(typed) ?? words.costHint(getCurrency())} inputMode="decimal" />
        <TextField key={key('contents')} {...field('contents')} hint={describeUnitPrice(typed) ?? words.contentsHint} inputMode="decimal" />
        <SelectField key={key('contentsUnit')} {...field('contentsUnit')}>
          <option value="">{words.noUnit}</option>
          {UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {nameUnit(unit)}
            </option>
          ))}
        </SelectField>
      </div>
      <Suggestions id="known-brands" values={known.brands.map(({ name }) => name)} />
      <Suggestions id="known-vendors" values={known.vendors} />
      <Suggestions id="known-tags" values={known.tags} />
    </FormSection>
  );
}
