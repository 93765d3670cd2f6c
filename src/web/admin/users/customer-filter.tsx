/** Searches customers by name and email and narrows them down, all kept in the URL. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { COUNTRY_CODES, nameCountry } from '../../../contract/countries.ts';
import { CUSTOMER_FILTERS, CUSTOMER_SORTS, type CustomerFilter, type CustomerSort, listCustomerTags } from '../../../contract/customer.ts';
import { USER_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { cutText } from '../../../contract/values.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { ChevronIcon } from '../../kit/icons.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { parseDay } from '../parts/period-field.tsx';
import { COUNT, parseNumber, toInput } from '../parts/values.ts';
import type { ShownList } from '../saved-views/shown-list.ts';
import { users as words } from './messages.ts';

export interface CustomerView {
  filter: CustomerFilter;
  sort: CustomerSort;
}

const MAX_ORDERS = 1_000_000;
const MAX_SPENT = 999_999.99;

const inRange = (number: number | null, min: number, max: number) =>
  number !== null && number >= min && number <= max ? number : undefined;

/** In the URL numbers are as JavaScript writes them; invalid values are ignored. */
export function readView(search: URLSearchParams): CustomerView {
  const read = (name: string) => (search.get(name) ?? '').trim();
  const number = (name: string) => (read(name) ? Number(read(name)) : null);
  const keyword = cutText(read('keyword'), USER_SEARCH_MAX_LENGTH);
  const filter = CUSTOMER_FILTERS.find((it) => it === read('show'));
  const country = COUNTRY_CODES.find((it) => it === read('country'));
  const minOrders = inRange(number('orders'), 1, MAX_ORDERS);
  const minSpent = inRange(number('spent'), 0.01, MAX_SPENT);
  const orderedSince = parseDay(search.get('since'));
  return {
    filter: {
      ...(keyword && { keyword }),
      ...(filter && { filter }),
      ...(read('tag') && { tag: read('tag') }),
      ...(country && { country }),
      ...(minOrders !== undefined && Number.isInteger(minOrders) && { minOrders }),
      ...(minSpent !== undefined && { minSpent: Math.round(minSpent * 100) / 100 }),
      ...(orderedSince && { orderedSince }),
      ...(read('consent') === 'given' && { consent: 'given' as const }),
    },
    sort: CUSTOMER_SORTS.find((it) => it === read('sort')) ?? 'newest',
  };
}

export const isFiltered = ({ filter }: CustomerView) => Object.keys(filter).length > 0;

export function buildViewUrl({ filter, sort }: CustomerView, page = 1): string {
  const { keyword, filter: show, tag, country, minOrders, minSpent, orderedSince, consent } = filter;
  const values = { keyword, show, tag, country, orders: minOrders, spent: minSpent, since: orderedSince, consent };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, String(value));
  if (sort !== 'newest') search.set('sort', sort);
  if (page > 1) search.set('page', String(page));
  return `?${search}`;
}

/** What a saved view keeps of the list. */
export const describeView = (view: CustomerView, columns: readonly string[]): ShownList => ({
  list: 'customers',
  query: buildViewUrl(view).slice(1),
  columns,
  normalize: (query) => buildViewUrl(readView(new URLSearchParams(query))).slice(1),
});

/** Filters that stay hidden until the user opens them or one of them is set. */
const MORE = ['tag', 'country', 'minOrders', 'minSpent', 'orderedSince', 'consent'] as const satisfies (keyof CustomerFilter)[];

/** Typed in the shop's number format; the keys are their names in the URL. */
const NUMBERS = {
  orders: { parse: (text: string) => parseNumber(text, COUNT), min: 1, max: MAX_ORDERS, error: words.notACount },
  spent: { parse: (text: string) => parseNumber(text), min: 0.01, max: MAX_SPENT, error: words.notASum },
} as const;
type NumberName = keyof typeof NUMBERS;
const NUMBER_NAMES = ['orders', 'spent'] as const;

const isNumberName = (name: string): name is NumberName => name in NUMBERS;

type Errors = { url: string } & { [Name in NumberName]?: string };

/** What is typed, with numbers as the URL has them, and what is wrong with them. */
function readForm(form: HTMLFormElement, url: string) {
  const typed = new URLSearchParams();
  for (const [name, value] of new FormData(form)) typed.set(name, String(value).trim());
  const errors: Errors = { url };
  for (const name of NUMBER_NAMES) {
    const text = typed.get(name);
    if (!text) continue;
    const { parse, min, max, error } = NUMBERS[name];
    const number = inRange(parse(text), min, max);
    if (number === undefined) errors[name] = error;
    else typed.set(name, String(number));
  }
  return { typed, errors };
}

export function CustomerFilterForm({ view }: { view: CustomerView }) {
  const { filter, sort } = view;
  const navigate = useNavigate();
  const tags = useLoad('customer tags', (it, signal) => it(listCustomerTags, { signal })).data?.tags ?? [];
  const form = useRef<HTMLFormElement>(null);
  const url = buildViewUrl(view);
  // The errors of this page's input: back and forward drop them.
  const [typedErrors, setTypedErrors] = useState<Errors>({ url });
  const errors: Errors = typedErrors.url === url ? typedErrors : { url };

  // Back and forward show what that page was filtered by, not what was typed last.
  useEffect(() => {
    const search = new URLSearchParams(url);
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement)) continue;
      const value = search.get(control.name) ?? '';
      control.value = isNumberName(control.name) ? toInput(value) : value;
    }
  }, [url]);

  const apply = () => {
    if (!form.current) return;
    const { typed, errors: found } = readForm(form.current, url);
    setTypedErrors(found);
    if (NUMBER_NAMES.every((name) => !found[name])) void navigate(buildViewUrl(readView(typed)), { preventScrollReset: true });
  };
  const select = { onChange: apply, className: 'grow basis-36 sm:max-w-52' } as const;
  const number = { inputMode: 'decimal', autoComplete: 'off', className: 'w-28 max-sm:grow' } as const;
  const set = MORE.filter((it) => filter[it] !== undefined).length;

  return (
    <search className="mb-5 block">
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={words.searchLabel}
            type="search"
            name="keyword"
            maxLength={USER_SEARCH_MAX_LENGTH}
            autoComplete="off"
            enterKeyHint="search"
            className="min-w-0 grow basis-56 sm:max-w-96"
          />
          <SelectField label={words.show} name="show" value={filter.filter ?? ''} {...select}>
            <option value="">{words.everyone}</option>
            {CUSTOMER_FILTERS.map((it) => (
              <option key={it} value={it}>
                {words.filters[it]}
              </option>
            ))}
          </SelectField>
          <SelectField label={words.sort} name="sort" value={sort} {...select}>
            {CUSTOMER_SORTS.map((it) => (
              <option key={it} value={it}>
                {words.sorts[it]}
              </option>
            ))}
          </SelectField>
          <Button type="submit" variant="secondary" className="min-h-11">
            {words.search}
          </Button>
        </div>
        <details open={set > 0 || undefined} className="group">
          <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-small py-1.5 text-small font-[560] text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
            {words.more(set)}
            <ChevronIcon size={12} className="group-open:rotate-180" />
          </summary>
          <div className="mt-2 flex flex-wrap items-start gap-3">
            <SelectField label={words.tag} name="tag" value={filter.tag ?? ''} {...select}>
              <option value="">{words.anyTag}</option>
              {[...new Set([...(filter.tag ? [filter.tag] : []), ...tags.map(({ tag }) => tag)])].map((tag) => (
                <option key={tag} value={tag}>
                  {tag}
                </option>
              ))}
            </SelectField>
            <SelectField label={words.country} name="country" value={filter.country ?? ''} {...select}>
              <option value="">{words.anyCountry}</option>
              {COUNTRY_OPTIONS.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField label={words.minOrders} name="orders" error={errors.orders} {...number} />
            <TextField label={words.minSpent} name="spent" error={errors.spent} {...number} />
            <TextField label={words.since} name="since" type="date" className="max-sm:grow" />
            <SelectField label={words.consent} name="consent" value={filter.consent ?? ''} {...select}>
              <option value="">{words.anyConsent}</option>
              <option value="given">{words.consentGiven}</option>
            </SelectField>
            {/* Level with the fields, which have their labels above them. */}
            <div className="mt-6.5 flex gap-2">
              <Button type="submit" variant="secondary" className="min-h-11">
                {words.apply}
              </Button>
              {set > 0 && (
                <LinkButton to={buildViewUrl({ filter: {}, sort })} variant="quiet" className="min-h-11" preventScrollReset>
                  {words.clear}
                </LinkButton>
              )}
            </div>
          </div>
        </details>
      </form>
    </search>
  );
}

const COUNTRY_OPTIONS = COUNTRY_CODES.map((code) => ({ code, name: nameCountry(code) })).sort((a, b) => a.name.localeCompare(b.name, 'en'));
