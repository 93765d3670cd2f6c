// biome-ignore-all lint/a11y/noRedundantRoles: with another display than a table's, some browsers drop the table roles
/** A variant with what can be entered for it: a row of the table; where there is no room for a table, a card. */

import { memo } from 'react';
import type { CustomField } from '../../../contract/custom-fields.ts';
import { BARCODE_MAX_LENGTH, SKU_MAX_LENGTH } from '../../../contract/limits.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { CloseIcon } from '../../kit/icons.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { VariantFieldsButton } from '../custom-fields/variant-fields.tsx';
import type { FormImage } from '../product-form/use-image-list.ts';
import { PolicyButton } from '../stock-policy/policy-fields.tsx';
import { productVariants as words } from './messages.ts';
import type { ChangeDrafts } from './use-variants.ts';
import { changeVariant, removeVariants, type VariantDraft, type VariantTexts } from './variant-drafts.ts';
import { toFieldName } from './variant-texts.ts';

/** Chooses one of the product's images: a native select that lies over the image. */
export const describeImage = ({ alt }: FormImage, index: number): string =>
  index === 0 ? words.mainImage : words.imageAt(index + 1, alt.trim());

interface ImageSelectProps {
  label: string;
  name: string;
  /** Key of an image; if it no longer exists, the first one is shown. */
  value: string;
  images: FormImage[];
  error: string | undefined;
  onChange: (image: string) => void;
}

function ImageSelect({ label, name, value, images, error, onChange }: ImageSelectProps) {
  const shown = images.find(({ key }) => key === value) ?? images[0];
  return (
    <span className="relative block size-11 shrink-0 overflow-hidden rounded-small border border-line hover:border-edge has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
      {shown &&
        (shown.file ? (
          <img src={shown.url} alt="" className="size-full object-contain" />
        ) : (
          <ProductImage image={shown.url} alt="" sizes="48px" className="object-contain" />
        ))}
      <select
        name={name}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        title={error ?? label}
        value={shown === images[0] ? '' : shown?.key}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        {images.map((item, index) => (
          <option key={item.key} value={index === 0 ? '' : item.key}>
            {describeImage(item, index)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The id of the list of those that there are. */
export const TAX_CLASS_LIST = 'tax-classes';

const TEXT_COLUMNS = [
  { field: 'price', label: words.price, width: 'w-1/6', input: { inputMode: 'decimal' } },
  { field: 'compareAtPrice', label: words.compareAtPrice, width: 'w-1/6', input: { inputMode: 'decimal', placeholder: words.none } },
  { field: 'quantity', label: words.quantity, width: 'w-1/8', input: { inputMode: 'numeric' } },
  { field: 'sku', label: words.sku, width: 'w-1/5', input: { maxLength: SKU_MAX_LENGTH } },
  { field: 'barcode', label: words.barcode, width: 'w-1/6', input: { maxLength: BARCODE_MAX_LENGTH, inputMode: 'numeric' } },
  { field: 'cost', label: words.cost, width: 'w-1/8', input: { inputMode: 'decimal', placeholder: words.asProduct } },
  { field: 'contents', label: words.contents, width: 'w-1/8', input: { inputMode: 'decimal', placeholder: words.asProduct } },
  { field: 'taxClass', label: words.taxClass, width: 'w-1/8', input: { list: TAX_CLASS_LIST, placeholder: words.asProduct } },
] as const;

/** Columns that most products don't need: each shown once a variant has it, or somebody asks for it. */
export const OPTIONAL = { barcode: ['barcode'], cost: ['cost', 'contents'], taxClass: ['taxClass'] } as const;
export type OptionalGroup = keyof typeof OPTIONAL;
export const GROUPS = Object.keys(OPTIONAL) as OptionalGroup[];
const isIn = (group: OptionalGroup, field: string) => OPTIONAL[group].some((it) => it === field);
export const listColumns = (groups: string) =>
  TEXT_COLUMNS.filter(({ field }) => GROUPS.every((group) => !isIn(group, field) || groups.split(',').includes(group)));

interface VariantRowProps {
  variant: VariantDraft;
  name: string;
  images: FormImage[] | null;
  /** Names of the optional columns, as one text. */
  groups: string;
  /** The merchant's own. */
  fields: readonly CustomField[];
  /** By field name, as JSON. */
  errors: string;
  /** Null: there is nothing to select among so few. */
  isSelected: boolean | null;
  select: (keys: number[], isSelected: boolean) => void;
  change: ChangeDrafts;
  remove: ChangeDrafts;
}

const cell = 'min-w-0 md:border-t md:border-line md:py-2 md:pr-3 md:align-top md:last:pr-0';
const label = 'before:mb-1 before:block before:text-small before:text-soft before:content-[attr(data-head)] md:before:hidden';

/** Memoized: of all rows one changes while somebody types. */
export const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { variant, name, images, groups, fields, errors: errorsText, isSelected, select, change, remove } = props;
  const errors: FormState['errors'] = errorsText ? JSON.parse(errorsText) : {};
  const { key } = variant;
  const set = (field: keyof VariantTexts) => (text: string) => change((it) => changeVariant(it, key, field, text));
  return (
    <tr
      role="row"
      className="relative grid grid-cols-6 gap-3 rounded-control border border-line bg-raised p-3 md:table-row md:rounded-none md:border-0 md:bg-transparent md:p-0"
    >
      {isSelected !== null && (
        <td role="cell" className={classNames(cell, 'absolute top-3 left-3 md:static md:pt-3.5')}>
          <label className="flex size-9 cursor-pointer items-center justify-center -ml-2.5">
            <input
              type="checkbox"
              aria-label={words.select(name)}
              checked={isSelected}
              onChange={({ target }) => select([key], target.checked)}
              className="size-4 accent-accent"
            />
          </label>
        </td>
      )}
      {images && (
        <td role="cell" className={classNames(cell, isSelected !== null && 'pl-7 md:pl-0')}>
          <ImageSelect
            label={words.of(words.image, name)}
            name={toFieldName('image', key)}
            value={variant.image}
            images={images}
            error={errors[toFieldName('image', key)]}
            onChange={set('image')}
          />
        </td>
      )}
      <th
        role="rowheader"
        scope="row"
        className={classNames(
          cell,
          'flex items-center pr-10 text-left font-[560] md:table-cell md:pt-4.5',
          images ? 'col-span-5' : 'col-span-6 min-h-10',
          isSelected !== null && 'pl-7 md:pl-0',
        )}
      >
        <bdi>{name}</bdi>
        {fields.length > 0 && (
          <span className="ml-auto block md:-ml-2">
            <input type="hidden" name={toFieldName('fields', key)} value={variant.fields} />
            <VariantFieldsButton
              fields={fields}
              name={name}
              value={variant.fields}
              error={errors[toFieldName('fields', key)]}
              set={set('fields')}
            />
          </span>
        )}
      </th>
      {listColumns(groups).map(({ field, label: head, input }) => {
        const fieldName = toFieldName(field, key);
        return (
          <td key={field} role="cell" data-head={head} className={classNames(cell, 'col-span-3', label)}>
            <input
              {...input}
              name={fieldName}
              value={variant[field]}
              aria-label={words.of(head, name)}
              aria-invalid={errors[fieldName] ? true : undefined}
              aria-describedby={errors[fieldName] && `${fieldName}-error`}
              autoComplete="off"
              onChange={(event) => set(field)(event.target.value)}
              className="input"
            />
            {field === 'quantity' && (
              <PolicyButton name={name} value={variant.stock} error={errors[toFieldName('stock', key)]} set={set('stock')} />
            )}
            {errors[fieldName] && (
              <p id={`${fieldName}-error`} className="mt-1 text-small text-danger">
                {errors[fieldName]}
              </p>
            )}
          </td>
        );
      })}
      <td role="cell" className={classNames(cell, 'absolute top-2 right-2 w-10 md:static')}>
        <Button
          variant="quiet"
          size="small"
          className="min-h-11"
          aria-label={words.removeVariant(name)}
          onClick={(event) => {
            const rows = event.currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('tr');
            const row = event.currentTarget.closest('tr');
            const next = row?.nextElementSibling ?? row?.previousElementSibling ?? rows?.[0];
            next?.querySelector('button')?.focus();
            remove((it) => removeVariants(it, new Set([key])));
          }}
        >
          <CloseIcon />
        </Button>
      </td>
    </tr>
  );
});
