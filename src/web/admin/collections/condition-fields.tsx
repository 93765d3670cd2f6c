/** The fields of one condition, by what it is about. */
import { listBrands } from '../../../contract/brand.ts';
import type { CustomField } from '../../../contract/custom-fields.ts';
import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Api } from '../../api.ts';
import type { ComboboxItem } from '../../kit/combobox.tsx';
import { TextField } from '../../kit/field.tsx';
import { getCurrency } from '../../shared/format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { useShop } from '../../shared/shop-data.ts';
import { toCategoryItems } from '../parts/category-fields.tsx';
import { Choices, type FieldsProps, HowField, Row } from './condition-parts.tsx';
import { CustomFieldCondition } from './custom-field-condition.tsx';
import { rules as words } from './messages.ts';

type TextName = 'words' | 'atLeast' | 'atMost' | 'days';

/** `fields`: the merchant's, of products. */
export function ConditionFields({ fields, ...props }: FieldsProps & { fields: readonly CustomField[] }) {
  const { draft, change } = props;
  const text = (name: TextName, label: string, hint?: string) => (
    <TextField
      label={label}
      {...(hint && { hint })}
      value={draft[name]}
      inputMode={name === 'words' ? 'text' : 'decimal'}
      autoComplete="off"
      onChange={(event) => change({ ...draft, [name]: event.target.value })}
      className="min-w-0 grow basis-32"
    />
  );
  switch (draft.field) {
    case 'category':
      return <CategoryChoices {...props} />;
    case 'brand':
      return <BrandChoices {...props} />;
    case 'tag':
    case 'vendor':
      return (
        <Row>
          <HowField {...props} labels={words.is} />
          {text('words', words.fields[draft.field], words.words)}
        </Row>
      );
    case 'title':
      return (
        <Row>
          <HowField {...props} labels={words.contains} />
          {text('words', words.contained)}
        </Row>
      );
    case 'price':
      return (
        <Row>
          {text('atLeast', `${words.atLeast} (${getCurrency()})`)}
          {text('atMost', `${words.atMost} (${getCurrency()})`)}
        </Row>
      );
    case 'stock':
      return (
        <Row>
          {text('atLeast', words.atLeast)}
          {text('atMost', words.atMost)}
        </Row>
      );
    case 'compare-at':
      return (
        <Row>
          <HowField {...props} labels={{ is: words.sale.yes, not: words.sale.no }} />
          {!draft.not && text('atLeast', words.percent)}
        </Row>
      );
    case 'created':
      return (
        <Row>
          <HowField {...props} labels={words.within} />
          {text('days', words.days)}
        </Row>
      );
    case 'sold':
      return (
        <Row>
          {text('atLeast', words.pieces)}
          {text('days', `${words.within.is}, ${words.days.toLowerCase()}`)}
        </Row>
      );
    case 'custom-field':
      return <CustomFieldCondition {...props} fields={fields} />;
  }
}

function CategoryChoices(props: FieldsProps) {
  const { categories } = useShop();
  return <Choices {...props} label={words.categories} items={toCategoryItems(categories)} isLoaded />;
}

/** More brands than this aren't offered. */
const BRAND_PAGES_MAX = 10;

async function loadBrands(api: Api, signal: AbortSignal): Promise<ComboboxItem[]> {
  const items: ComboboxItem[] = [];
  for (let page = 1; page <= BRAND_PAGES_MAX; page += 1) {
    const { brands, total } = await api(listBrands, { query: { page, limit: MAX_PAGE_SIZE }, signal });
    items.push(...brands.map(({ _id, name }) => ({ id: _id, label: name })));
    if (items.length >= total) break;
  }
  return items;
}

function BrandChoices(props: FieldsProps) {
  const { data } = useLoad('brands for rules', loadBrands);
  return <Choices {...props} label={words.brands} items={data ?? []} isLoaded={data !== null} />;
}
