/** The fields of each kind of bulk change, and the change that was typed into them. */

import { useState } from 'react';
import { type BulkChange, PRICE_ROUNDINGS } from '../../../../contract/bulk-edit.ts';
import type { CustomField } from '../../../../contract/custom-fields.ts';
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  BRAND_NAME_MAX_LENGTH,
  TAG_MAX_LENGTH,
  VENDOR_MAX_LENGTH,
} from '../../../../contract/limits.ts';
import { DETAIL_LENGTHS } from '../../../../contract/product-details.ts';
import { type Attribute, CONDITIONS, PRODUCT_STATUSES } from '../../../../contract/product-fields.ts';
import { SelectField, TextField } from '../../../kit/field.tsx';
import { getCurrency } from '../../../shared/format.ts';
import { createIssue, createValidationError, readField } from '../../../shared/hooks/use-form.ts';
import { productPage } from '../../../shared/messages/storefront.ts';
import { useShop } from '../../../shared/shop-data.ts';
import { CustomFieldInputs, useFields } from '../../custom-fields/field-inputs.tsx';
import { readFieldTexts, toSentFields } from '../../custom-fields/field-texts.ts';
import { toCategoryItems } from '../../parts/category-fields.tsx';
import { useKnownLabels } from '../../parts/known-labels.ts';
import { TaxClassOptions, useTaxClasses } from '../../parts/tax-classes.tsx';
import { COUNT, PRICE, parseNumber } from '../../parts/values.ts';
import { productDetails, productForm } from '../../product-form/messages.ts';
import { MakerField } from '../../safety/maker-field.tsx';
import { productSafety } from '../../safety/messages.ts';
import { PolicyField } from '../../stock-policy/policy-fields.tsx';
import { checkPolicy, toPolicyInput } from '../../stock-policy/policy-texts.ts';
import { bulkEdit as words } from './bulk-edit-messages.ts';

/** Main and further categories are changed by one form. */
export type BulkField = Exclude<BulkChange['field'], 'furtherCategory'>;

function readNumber(values: FormData, isWhole: boolean): number {
  const typed = readField(values, 'value').trim().replace('−', '-');
  const number = parseNumber(typed.replace(/^\+/, ''), isWhole ? COUNT : PRICE);
  if (number === null || (isWhole && !Number.isInteger(number))) {
    const code = typed ? (isWhole ? 'not_an_integer' : 'not_a_number') : 'required';
    throw createValidationError(typed, [createIssue('value', code)]);
  }
  return number;
}

function readAttribute(values: FormData): Attribute {
  const attribute = { name: readField(values, 'name').trim(), value: readField(values, 'value').trim() };
  const missing = (['name', 'value'] as const).filter((it) => !attribute[it]);
  if (missing.length)
    throw createValidationError(
      words.chooseAttribute,
      missing.map((it) => createIssue(it, 'required')),
    );
  return attribute;
}

/** Throws if the input isn't a change; the server checks the limits. */
export function readBulkChange(field: BulkField, values: FormData): BulkChange {
  switch (field) {
    case 'price': {
      const rounding = PRICE_ROUNDINGS.find((it) => it === readField(values, 'rounding')) ?? 'cent';
      const by = readField(values, 'by') === 'amount' ? 'amount' : 'percent';
      return { field, by, value: readNumber(values, false), rounding };
    }
    case 'stock':
      return { field, by: readField(values, 'by') === 'add' ? 'add' : 'set', value: readNumber(values, true) };
    case 'policy': {
      const text = readField(values, 'stock');
      const issues = checkPolicy(text);
      if (issues.length) throw createValidationError(text, issues);
      return { field, stock: toPolicyInput(text) ?? { policy: 'counted' } };
    }
    case 'category': {
      const category = readField(values, 'category');
      if (!category) throw createValidationError(words.chooseCategory, [createIssue('category', 'required')]);
      const by = (['add', 'remove'] as const).find((it) => it === readField(values, 'by'));
      return by ? { field: 'furtherCategory', by, category } : { field, category };
    }
    case 'status':
      return { field, status: PRODUCT_STATUSES.find((it) => it === readField(values, 'status')) ?? 'active' };
    case 'attribute':
      return { field, by: readField(values, 'by') === 'remove' ? 'remove' : 'add', attribute: readAttribute(values) };
    case 'brand':
      return { field, brand: readField(values, 'brand').trim() };
    case 'vendor':
      return { field, vendor: readField(values, 'vendor').trim() };
    case 'tag': {
      const tag = readField(values, 'tag').trim();
      if (!tag) throw createValidationError(words.enterTag, [createIssue('tag', 'required')]);
      return { field, by: readField(values, 'by') === 'remove' ? 'remove' : 'add', tag };
    }
    case 'cost':
      return { field, cost: readField(values, 'value').trim() ? readNumber(values, false) : null };
    case 'condition':
      return { field, condition: CONDITIONS.find((it) => it === readField(values, 'condition')) ?? '' };
    case 'taxClass':
      return { field, taxClass: readField(values, 'taxClass') };
    case 'minimumAge':
      return { field, minimumAge: readField(values, 'value').trim() ? readNumber(values, true) : null };
    case 'handlingDays':
      return { field, handlingDays: readField(values, 'handlingDays').trim() };
    case 'maker':
      return { field, maker: readField(values, 'maker') };
    case 'custom': {
      const custom = JSON.parse(readField(values, 'definition') || 'null') as CustomField | null;
      if (!custom) throw createValidationError(words.customField, [createIssue('key', 'required')]);
      const { customFields = {} } = toSentFields([custom], readFieldTexts(values, [custom]));
      return { field, key: custom.key, value: customFields[custom.key] ?? null };
    }
    case 'delete':
      return { field };
  }
}

interface BulkFieldsProps {
  field: BulkField;
  by: string;
  setBy: (by: string) => void;
  errors: Record<string, string>;
}

function TaxClassFields() {
  const { names } = useTaxClasses();
  return (
    <SelectField label={words.fields.taxClass} name="taxClass" defaultValue="">
      <option value="">{productDetails.standardClass}</option>
      <TaxClassOptions names={names} withStandard={false} />
    </SelectField>
  );
}

interface LabelFieldsProps {
  field: 'brand' | 'vendor' | 'tag';
  chooseBy: object;
  errors: Record<string, string>;
}

const LABEL_LENGTHS = { brand: BRAND_NAME_MAX_LENGTH, vendor: VENDOR_MAX_LENGTH, tag: TAG_MAX_LENGTH };

/** Typed, with suggestions of what products have. */
function LabelFields({ field, chooseBy, errors }: LabelFieldsProps) {
  const { brands, vendors, tags } = useKnownLabels();
  const known = { brand: brands.map(({ name }) => name), vendor: vendors, tag: tags }[field];
  return (
    <>
      {field === 'tag' && (
        <SelectField label={words.attributeBy} {...chooseBy}>
          <option value="add">{words.addAttribute}</option>
          <option value="remove">{words.removeAttribute}</option>
        </SelectField>
      )}
      <TextField
        label={field === 'tag' ? words.tag : words.fields[field]}
        hint={field === 'tag' ? undefined : field === 'brand' ? words.brandHint : words.vendorHint}
        name={field}
        list="bulk-labels"
        error={errors[field]}
        maxLength={LABEL_LENGTHS[field]}
        autoComplete="off"
      />
      <datalist id="bulk-labels">
        {known.map((it) => (
          <option key={it} value={it} />
        ))}
      </datalist>
    </>
  );
}

export function BulkFields({ field, by, setBy, errors }: BulkFieldsProps) {
  const { categories } = useShop();
  const chooseBy = { name: 'by', value: by, onChange: (event: { target: { value: string } }) => setBy(event.target.value) };
  const value = { name: 'value', error: errors.value, autoComplete: 'off', inputMode: 'text' } as const;
  if (field === 'price')
    return (
      <>
        <SelectField label={words.by} {...chooseBy}>
          <option value="percent">{words.percent}</option>
          <option value="amount">{words.amount(getCurrency())}</option>
        </SelectField>
        <TextField label={words.value} hint={by === 'amount' ? words.amountHint : words.percentHint} {...value} />
        <SelectField label={words.rounding} name="rounding">
          {PRICE_ROUNDINGS.map((it) => (
            <option key={it} value={it}>
              {words.roundings[it]}
            </option>
          ))}
        </SelectField>
      </>
    );
  if (field === 'stock')
    return (
      <>
        <SelectField label={words.stockBy} {...chooseBy}>
          <option value="set">{words.set}</option>
          <option value="add">{words.add}</option>
        </SelectField>
        <TextField label={words.count} hint={by === 'add' ? words.addHint : undefined} {...value} />
      </>
    );
  if (field === 'brand' || field === 'vendor' || field === 'tag') return <LabelFields field={field} chooseBy={chooseBy} errors={errors} />;
  if (field === 'cost') return <TextField label={words.fields.cost} hint={words.costHint} {...value} inputMode="decimal" />;
  if (field === 'condition')
    return (
      <SelectField label={words.fields.condition} name="condition" defaultValue="">
        <option value="">{words.none}</option>
        {CONDITIONS.map((it) => (
          <option key={it} value={it}>
            {productPage.conditions[it]}
          </option>
        ))}
      </SelectField>
    );
  if (field === 'minimumAge')
    return <TextField label={words.fields.minimumAge} hint={words.minimumAgeHint} {...value} inputMode="numeric" />;
  if (field === 'taxClass') return <TaxClassFields />;
  if (field === 'handlingDays')
    return (
      <TextField
        label={productDetails.handlingDays}
        name="handlingDays"
        hint={productDetails.handlingDaysHint}
        error={errors.handlingDays}
        maxLength={DETAIL_LENGTHS.handlingDays}
        autoComplete="off"
      />
    );
  if (field === 'maker') return <MakerField label={words.fields.maker} name="maker" none={productSafety.noMaker} error={errors.maker} />;
  if (field === 'policy') return <PolicyField value="" errors={errors} />;
  if (field === 'attribute')
    return (
      <>
        <SelectField label={words.attributeBy} {...chooseBy}>
          <option value="add">{words.addAttribute}</option>
          <option value="remove">{words.removeAttribute}</option>
        </SelectField>
        <TextField
          label={words.attributeName}
          hint={words.attributeNameHint}
          name="name"
          error={errors.name}
          maxLength={ATTRIBUTE_NAME_MAX_LENGTH}
          autoComplete="off"
        />
        <TextField label={words.attributeValue} {...value} maxLength={ATTRIBUTE_VALUE_MAX_LENGTH} />
      </>
    );
  if (field === 'category')
    return (
      <>
        {categories.length > 1 && (
          <SelectField label={words.categoryBy} {...chooseBy}>
            <option value="main">{words.mainCategory}</option>
            <option value="add">{words.addFurther}</option>
            <option value="remove">{words.removeFurther}</option>
          </SelectField>
        )}
        <SelectField label={words.fields.category} name="category" error={errors.category} defaultValue="">
          <option value="">{words.chooseCategory}</option>
          {toCategoryItems(categories).map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      </>
    );
  if (field === 'status')
    return (
      <SelectField label={words.fields.status} name="status">
        {PRODUCT_STATUSES.map((it) => (
          <option key={it} value={it}>
            {productForm.statuses[it]}
          </option>
        ))}
      </SelectField>
    );
  if (field === 'custom') return <CustomFieldChange errors={errors} />;
  return <p className="text-soft">{words.deleteHint}</p>;
}

/** One of the merchant's fields, with its control. */
function CustomFieldChange({ errors }: { errors: Record<string, string> }) {
  const [key, setKey] = useState('');
  const fields = useFields('product');
  const chosen = fields.find((it) => it.key === key) ?? fields[0];
  return (
    <>
      <SelectField
        label={words.customField}
        name="key"
        value={chosen?.key ?? ''}
        error={errors.key}
        onChange={(event) => setKey(event.target.value)}
      >
        {fields.map((it) => (
          <option key={it.key} value={it.key}>
            {it.name}
          </option>
        ))}
      </SelectField>
      {chosen && (
        <>
          <input type="hidden" name="definition" value={JSON.stringify(chosen)} />
          <CustomFieldInputs fields={[chosen]} read={(name) => ({ key: name, value: '' })} errors={errors} />
        </>
      )}
      <p className="text-small text-soft">{words.customHint}</p>
    </>
  );
}
