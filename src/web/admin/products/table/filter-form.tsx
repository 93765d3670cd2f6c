/** Search, filters and sorting above the table. A choice applies at once, what is typed with Enter or the button. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { SEARCH_MAX_LENGTH } from '../../../../contract/limits.ts';
import { PRODUCT_STATUSES } from '../../../../contract/product-fields.ts';
import { STOCK_FILTERS, TABLE_SORTS } from '../../../../contract/product-table.ts';
import { Button, LinkButton } from '../../../kit/button.tsx';
import { SelectField, TextField } from '../../../kit/field.tsx';
import { useShop } from '../../../shared/shop-data.ts';
import { products } from '../../messages.ts';
import { toInput } from '../../parts/parse-number.ts';
import { productTable as words } from '../messages.ts';
import { buildTableUrl, parsePrice, readTableView, type TableView } from './filter.ts';

const PRICES = ['from', 'to'];

export function FilterForm({ view }: { view: TableView }) {
  const navigate = useNavigate();
  const { categories } = useShop();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({});
  const url = buildTableUrl(view);

  // Back and forward show what that page was filtered by, not what was typed last.
  useEffect(() => {
    const search = new URLSearchParams(url);
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement)) continue;
      const value = search.get(control.name) ?? '';
      control.value = PRICES.includes(control.name) ? toInput(value) : value;
    }
    setErrors({});
  }, [url]);

  const apply = () => {
    if (!form.current) return;
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) typed.set(name, String(value));
    const invalid = PRICES.filter((name) => parsePrice(typed.get(name) ?? '') === null);
    setErrors(Object.fromEntries(invalid.map((name) => [name, words.notAPrice])));
    for (const name of PRICES) typed.set(name, String(parsePrice(typed.get(name) ?? '') ?? ''));
    if (!invalid.length) void navigate(buildTableUrl(readTableView(typed)), { preventScrollReset: true });
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
          {categories.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.status} name="status" value={view.filter.status ?? ''} {...select}>
          <option value="">{words.allStatuses}</option>
          {PRODUCT_STATUSES.map((status) => (
            <option key={status} value={status}>
              {products.statuses[status]}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.stock} name="stock" value={view.filter.stock ?? ''} {...select}>
          <option value="">{words.anyStock}</option>
          {STOCK_FILTERS.map((stock) => (
            <option key={stock} value={stock}>
              {words.stocks[stock]}
            </option>
          ))}
        </SelectField>
        <TextField label={words.minPrice} name="from" error={errors.from} {...price} />
        <TextField label={words.maxPrice} name="to" error={errors.to} {...price} />
        <SelectField label={words.sort} name="sort" value={view.sort} {...select}>
          {TABLE_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {words.sorts[sort]}
            </option>
          ))}
        </SelectField>
        {/* As low as the fields, whose labels stand above them. */}
        <div className="mt-6.5 flex gap-2">
          <Button type="submit" variant="secondary" className="min-h-11">
            {words.apply}
          </Button>
          {Object.keys(view.filter).length > 0 && (
            <LinkButton to={buildTableUrl({ filter: {}, sort: view.sort })} variant="quiet" className="min-h-11" preventScrollReset>
              {words.clear}
            </LinkButton>
          )}
        </div>
      </form>
    </search>
  );
}
