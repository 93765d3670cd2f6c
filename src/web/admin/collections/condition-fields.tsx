/** The fields of one condition, by what it is about. */
import type { ReactNode } from 'react';
import { listBrands } from '../../../contract/brand.ts';
import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Api } from '../../api.ts';
import { ComboboxField, type ComboboxItem } from '../../kit/combobox.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { getCurrency } from '../../shared/format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { useShop } from '../../shared/shop-data.ts';
import { toCategoryItems } from '../parts/category-fields.tsx';
import type { ConditionDraft } from './condition-drafts.ts';
import { rules as words } from './messages.ts';

interface FieldsProps {
  draft: ConditionDraft;
  change: (draft: ConditionDraft) => void;
}

type TextName = 'words' | 'atLeast' | 'atMost' | 'days';

export function ConditionFields(props: FieldsProps) {
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
  }
}

const Row = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap items-start gap-3">{children}</div>;

function HowField({ draft, change, labels }: FieldsProps & { labels: { is: string; not: string } }) {
  return (
    <SelectField
      label={words.how}
      value={draft.not ? 'not' : 'is'}
      onChange={(event) => change({ ...draft, not: event.target.value === 'not' })}
      className="min-w-0 grow basis-40"
    >
      <option value="is">{labels.is}</option>
      <option value="not">{labels.not}</option>
    </SelectField>
  );
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

interface ChoicesProps extends FieldsProps {
  label: string;
  items: ComboboxItem[];
  isLoaded: boolean;
}

/** What was chosen is below the field, also what was deleted since. */
function Choices({ draft, change, label, items, isLoaded }: ChoicesProps) {
  const names = new Map(items.map(({ id, label: name }) => [id, name]));
  return (
    <>
      <Row>
        <HowField draft={draft} change={change} labels={words.is} />
        <div className="min-w-0 grow basis-56">
          <ComboboxField
            label={label}
            name=""
            items={items.filter(({ id }) => !draft.ids.includes(id))}
            placeholder={words.search}
            listLabel={label}
            emptyLabel={words.noMatch}
            onChoose={(id) => change({ ...draft, ids: [...draft.ids, id] })}
          />
        </div>
      </Row>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {draft.ids.map((id) => {
          const name = names.get(id) ?? (isLoaded ? words.gone : '…');
          return (
            <li key={id} className="flex max-w-full items-center gap-1 rounded-control border border-line pl-3">
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
              <button
                type="button"
                aria-label={words.removeChoice(name)}
                onClick={() => change({ ...draft, ids: draft.ids.filter((it) => it !== id) })}
                className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-soft hover:text-ink"
              >
                <CloseIcon />
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
