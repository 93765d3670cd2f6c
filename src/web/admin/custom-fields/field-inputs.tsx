/** A control for each of the merchant's fields, in the form of what has them. */
import { useState } from 'react';
import { type CustomField, type FieldOwner, listCustomFields, listFieldProducts } from '../../../contract/custom-fields.ts';
import { FIELD_LONG_TEXT_MAX_LENGTH, FIELD_TEXT_MAX_LENGTH, FIELD_URL_MAX_LENGTH, SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { listProductTable } from '../../../contract/product-table.ts';
import { Button } from '../../kit/button.tsx';
import { Field, SelectField, TextArea, TextField } from '../../kit/field.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePausedText } from '../parts/list-controls.tsx';
import { toFieldName } from './field-texts.ts';
import { FileInput } from './file-input.tsx';
import { customFields as words } from './messages.ts';

/** Those of one kind of thing; empty while they load, and in a shop that has defined none. */
export function useFields(owner: FieldOwner): readonly CustomField[] {
  const { data } = useLoad(`custom fields ${owner}`, (it, signal) => it(listCustomFields, { query: { owner }, signal }));
  return data?.fields ?? [];
}

interface FieldInputProps {
  field: CustomField;
  value: string;
  error: string | undefined;
}

function ColorInput({ field, value, error }: FieldInputProps) {
  const [color, setColor] = useState(value);
  const isColor = /^#[0-9a-f]{6}$/i.test(color);
  return (
    <Field label={field.name} hint={field.help} error={error}>
      {(controlProps) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={words.pickColor(field.name)}
            value={isColor ? color : '#ffffff'}
            onChange={(event) => setColor(event.target.value)}
            className="h-11 w-14 shrink-0 cursor-pointer rounded-control border border-edge bg-raised p-1"
          />
          <input
            {...controlProps}
            name={toFieldName(field.key)}
            value={color}
            onChange={(event) => setColor(event.target.value)}
            placeholder="#1e90ff"
            autoComplete="off"
            className="input min-w-0"
          />
        </span>
      )}
    </Field>
  );
}

/** Another product, found by its name or SKU. */
function ProductInput({ field, value, error }: FieldInputProps) {
  const [chosen, setChosen] = useState<{ _id: string; name: string } | null>(null);
  const [id, setId] = useState(value);
  const [keyword, setKeyword] = useState('');
  const paused = usePausedText(keyword.trim());
  const named = useLoad(
    `named product ${id}`,
    async (it, signal) => (await it(listFieldProducts, { query: { ids: [id] }, signal })).products[0] ?? { name: words.goneProduct },
    { isEnabled: id !== '' && chosen?._id !== id },
  );
  const found = useLoad(
    `products for a field ${paused}`,
    async (it, signal) => ({ keyword: paused, ...(await it(listProductTable, { query: { keyword: paused, limit: 6 }, signal })) }),
    { isEnabled: paused !== '' },
  );
  const name = chosen?._id === id ? chosen.name : (named.data?.name ?? '…');
  const products = keyword.trim() && found.data?.keyword === keyword.trim() ? found.data.products : null;
  const choose = (product: { _id: string; name: string } | null) => {
    setChosen(product);
    setId(product?._id ?? '');
    setKeyword('');
  };
  return (
    <div className="flex flex-col gap-2">
      <input type="hidden" name={toFieldName(field.key)} value={id} />
      <TextField
        label={field.name}
        hint={field.help || words.findProduct}
        error={error}
        value={keyword}
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
        onChange={(event) => setKeyword(event.target.value)}
        onKeyDown={(event) => {
          // Enter is for this field, and must not submit the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <ul aria-live="polite" className="-ml-3 grid justify-items-start gap-1 empty:hidden">
        {products?.map((product) => (
          <li key={product._id}>
            <Button variant="quiet" size="small" aria-label={words.chooseProduct(product.name)} onClick={() => choose(product)}>
              + <bdi>{product.name}</bdi>
            </Button>
          </li>
        ))}
        {products?.length === 0 && <li className="text-small text-soft">{words.noProductFound}</li>}
      </ul>
      {id && (
        <p className="flex items-center gap-1 self-start rounded-control border border-line pl-3">
          <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          <button
            type="button"
            aria-label={words.removeProduct(name)}
            onClick={() => choose(null)}
            className="inline-flex size-9 items-center justify-center rounded-control text-soft hover:text-ink"
          >
            <CloseIcon />
          </button>
        </p>
      )}
    </div>
  );
}

function FieldInput(props: FieldInputProps) {
  const { field, value, error } = props;
  const { name: label, help: hint, key, type } = field;
  const common = { label, hint, error, name: toFieldName(key), defaultValue: value };
  switch (type) {
    case 'long_text':
      return <TextArea {...common} maxLength={FIELD_LONG_TEXT_MAX_LENGTH} rows={4} className="sm:col-span-2" />;
    case 'boolean':
      return (
        <SelectField {...common}>
          <option value="">{words.notSaid}</option>
          <option value="true">{words.yes}</option>
          <option value="false">{words.no}</option>
        </SelectField>
      );
    case 'choice':
      return (
        <SelectField {...common}>
          <option value="">{words.notSaid}</option>
          {(value && !field.choices.includes(value) ? [value, ...field.choices] : field.choices).map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </SelectField>
      );
    case 'date':
      return <TextField {...common} type="date" />;
    case 'number':
      return <TextField {...common} inputMode="decimal" autoComplete="off" />;
    case 'color':
      return <ColorInput {...props} />;
    case 'product':
      return <ProductInput {...props} />;
    case 'file':
      return <FileInput {...props} />;
    case 'url':
      return <TextField {...common} inputMode="url" autoComplete="off" placeholder="https://" maxLength={FIELD_URL_MAX_LENGTH} />;
    default:
      return <TextField {...common} autoComplete="off" maxLength={FIELD_TEXT_MAX_LENGTH} />;
  }
}

interface CustomFieldInputsProps {
  fields: readonly CustomField[];
  /** The value and the key of a control, by its name. */
  read: (name: string) => { key: string; value: string };
  errors: Record<string, string | undefined>;
}

export function CustomFieldInputs({ fields, read, errors }: CustomFieldInputsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2 *:only:col-span-full">
      {fields.map((field) => {
        const name = toFieldName(field.key);
        const { key, value } = read(name);
        return <FieldInput key={key} field={field} value={value} error={errors[name]} />;
      })}
    </div>
  );
}
