/** Search, filters and sorting above the table. A choice applies at once, what is typed with Enter or the button. */

import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { FIELD_TEXT_MAX_LENGTH, SEARCH_MAX_LENGTH, TAG_MAX_LENGTH, VENDOR_MAX_LENGTH } from '../../../../contract/limits.ts';
import { toCents, toDollars } from '../../../../contract/money.ts';
import { PRODUCT_STATES } from '../../../../contract/product-fields.ts';
import { IMAGE_FILTERS, type ProductTableFilter, STOCK_FILTERS, TABLE_SORTS, type TableSort } from '../../../../contract/product-table.ts';
import { cutText, isUuid } from '../../../../contract/values.ts';
import { Button, LinkButton } from '../../../kit/button.tsx';
import { SelectField, TextField } from '../../../kit/field.tsx';
import { useShop } from '../../../shared/shop-data.ts';
import { CustomFieldFilter } from '../../custom-fields/field-filter.tsx';
import { toCategoryItems } from '../../parts/category-fields.tsx';
import { useKnownLabels } from '../../parts/known-labels.ts';
import { parseNumber, toInput } from '../../parts/values.ts';
import { productForm } from '../../product-form/messages.ts';
import { useMakers } from '../../safety/use-makers.ts';
import type { ShownList } from '../../saved-views/shown-list.ts';
import { productTable as words } from '../messages.ts';

/** Search, filters and sorting of the table, read from and written to the URL. */
export interface TableView {
  filter: ProductTableFilter;
  sort: TableSort;
}

const MAX_PRICE = 999_999.99;

/** A typed price; undefined if empty, null if it isn't a price. */
export function parsePrice(text: string, parse = parseNumber): number | undefined | null {
  if (!text.trim()) return undefined;
  const price = parse(text) ?? Number.NaN;
  return price >= 0 && price <= MAX_PRICE && toDollars(toCents(price)) === price ? price : null;
}

/** Numbers are as JavaScript writes them. Invalid values are ignored. */
export function readTableView(search: URLSearchParams): TableView {
  const read = (name: string) => (search.get(name) ?? '').trim();
  const keyword = cutText(read('keyword'), SEARCH_MAX_LENGTH);
  const category = read('category');
  const status = PRODUCT_STATES.find((it) => it === read('status'));
  const stock = STOCK_FILTERS.find((it) => it === read('stock'));
  const image = IMAGE_FILTERS.find((it) => it === read('image'));
  const brand = read('brand');
  const maker = read('maker');
  const vendor = cutText(read('vendor'), VENDOR_MAX_LENGTH);
  const tag = cutText(read('tag').replaceAll(',', ' ').trim(), TAG_MAX_LENGTH);
  const field = read('field');
  const fieldValue = cutText(read('value'), FIELD_TEXT_MAX_LENGTH);
  const minPrice = parsePrice(read('from'), Number);
  const maxPrice = parsePrice(read('to'), Number);
  const filter = {
    ...(keyword && { keyword }),
    ...(isUuid(category) && { category }),
    ...(status && { status }),
    ...(stock && { stock }),
    ...(image && { image }),
    ...(isUuid(brand) && { brand }),
    ...(/^[a-z0-9-]{1,100}$/.test(maker) && { maker }),
    ...(vendor && { vendor }),
    ...(tag && { tag }),
    ...(/^[a-z][a-z0-9_]{0,39}$/.test(field) && { field, ...(fieldValue && { fieldValue }) }),
    ...(minPrice != null && { minPrice }),
    ...(maxPrice != null && { maxPrice }),
  };
  return { filter, sort: TABLE_SORTS.find((it) => it === read('sort')) ?? 'newest' };
}

export function buildTableUrl({ filter, sort }: TableView, page = 1): string {
  const { minPrice, maxPrice, fieldValue, ...others } = filter;
  const values = { ...others, value: fieldValue, from: minPrice, to: maxPrice, sort: sort === 'newest' ? undefined : sort };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') search.set(name, String(value));
  if (page > 1) search.set('page', String(page));
  return `?${search}`;
}

/** What a saved view keeps of the list. Without a status the table has all products, the cards those that are active. */
export const describeView = (view: TableView, columns: readonly string[], toUrl = buildTableUrl, read = readTableView): ShownList => ({
  list: 'products',
  query: toUrl(view).slice(1),
  columns,
  normalize: (query) => toUrl(read(new URLSearchParams(query))).slice(1),
});

const PRICES = ['from', 'to'];

interface PriceErrors {
  from?: string;
  to?: string;
}

interface FilterFormProps {
  view: TableView;
  /** The status is chosen by tabs beside it, which are links. */
  hasStatusTabs?: boolean;
  toUrl?: typeof buildTableUrl;
}

/** The same controls above the table and above the cards. */
export function FilterForm({ view, hasStatusTabs = false, toUrl = buildTableUrl }: FilterFormProps) {
  const navigate = useNavigate();
  const { categories } = useShop();
  const form = useRef<HTMLFormElement>(null);
  const url = buildTableUrl(view);
  // The errors of this page's input: back and forward drop them.
  const [typedErrors, setTypedErrors] = useState<PriceErrors & { url: string }>({ url });
  const errors: PriceErrors = typedErrors.url === url ? typedErrors : {};

  // Back and forward show what that page was filtered by, not what was typed last.
  useEffect(() => {
    const search = new URLSearchParams(url);
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement) || control.type === 'hidden') continue;
      const value = search.get(control.name) ?? '';
      control.value = PRICES.includes(control.name) ? toInput(value) : value;
    }
  }, [url]);

  const apply = () => {
    if (!form.current) return;
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) typed.set(name, String(value));
    const invalid = PRICES.filter((name) => parsePrice(typed.get(name) ?? '') === null);
    setTypedErrors({ url, ...Object.fromEntries(invalid.map((name) => [name, words.notAPrice])) });
    for (const name of PRICES) typed.set(name, String(parsePrice(typed.get(name) ?? '') ?? ''));
    if (!invalid.length) void navigate(toUrl(readTableView(typed)), { preventScrollReset: true });
  };
  const price = { inputMode: 'decimal', autoComplete: 'off', className: 'w-22 max-sm:grow' } as const;
  const select = { onChange: apply, className: 'grow basis-38 sm:max-w-48' } as const;

  return (
    <search className="mb-5 block">
      <form
        ref={form}
        noValidate
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <TextField
          label={words.searchLabel}
          type="search"
          name="keyword"
          maxLength={SEARCH_MAX_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          className="min-w-0 grow basis-32 sm:max-w-80"
        />
        <SelectField label={words.category} name="category" value={view.filter.category ?? ''} {...select}>
          <option value="">{words.allCategories}</option>
          {toCategoryItems(categories).map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        {hasStatusTabs ? (
          <input key={view.filter.status} type="hidden" name="status" defaultValue={view.filter.status} />
        ) : (
          <SelectField label={words.status} name="status" value={view.filter.status ?? ''} {...select}>
            <option value="">{words.allStatuses}</option>
            {PRODUCT_STATES.map((status) => (
              <option key={status} value={status}>
                {productForm.statuses[status]}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField label={words.stock} name="stock" value={view.filter.stock ?? ''} {...select}>
          <option value="">{words.anyStock}</option>
          {STOCK_FILTERS.map((stock) => (
            <option key={stock} value={stock}>
              {words.stocks[stock]}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.images} name="image" value={view.filter.image ?? ''} {...select}>
          <option value="">{words.anyImage}</option>
          <option value="missing">{words.noImage}</option>
        </SelectField>
        <LabelFilters filter={view.filter} select={select} />
        <CustomFieldFilter key={`${view.filter.field} ${view.filter.fieldValue}`} filter={view.filter} apply={apply} />
        <TextField label={words.minPrice} name="from" error={errors.from} {...price} />
        <TextField label={words.maxPrice} name="to" error={errors.to} {...price} />
        <SelectField label={words.sort} name="sort" value={view.sort} {...select}>
          {TABLE_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {words.sorts[sort]}
            </option>
          ))}
        </SelectField>
        {/* Level with the fields, which have their labels above them. */}
        <div className="mt-6.5 flex gap-2">
          <Button type="submit" variant="secondary" className="min-h-11">
            {words.apply}
          </Button>
          {Object.keys(view.filter).length > (hasStatusTabs ? 1 : 0) && (
            <LinkButton to={toUrl({ filter: {}, sort: view.sort })} variant="quiet" className="min-h-11" preventScrollReset>
              {words.clear}
            </LinkButton>
          )}
        </div>
      </form>
    </search>
  );
}

/** Each only where products have any. */
function LabelFilters({ filter, select }: { filter: ProductTableFilter; select: { onChange: () => void; className: string } }) {
  const { brands, vendors, tags } = useKnownLabels();
  const makers = useMakers().map(({ key, name }) => ({ _id: key, name }));
  const toItems = (texts: readonly string[]) => texts.map((it) => ({ _id: it, name: it }));
  const fields = [
    { name: 'brand', any: words.anyBrand, items: brands },
    { name: 'maker', any: words.anyMaker, items: makers.length ? [{ _id: 'missing', name: words.noMaker }, ...makers] : [] },
    { name: 'vendor', any: words.anyVendor, items: toItems(vendors) },
    { name: 'tag', any: words.anyTag, items: toItems(tags) },
  ] as const;
  return fields.map(({ name, any, items }) => {
    const chosen = filter[name] ?? '';
    if (!items.length && !chosen) return null;
    return (
      <SelectField key={name} label={words[name]} name={name} value={chosen} {...select}>
        <option value="">{any}</option>
        {chosen && items.every((it) => it._id !== chosen) && (
          <option value={chosen}>{name === 'brand' ? words.brand : chosen === 'missing' ? words.noMaker : chosen}</option>
        )}
        {items.map((it) => (
          <option key={it._id} value={it._id}>
            {it.name}
          </option>
        ))}
      </SelectField>
    );
  });
}
